/**
 * Settings of these jobs: environment variables that begin with WALLET_STATEMENT_, else wallet-statement.toml.
 */
import { ConfigProvider } from "effect"
import { settingsProvider } from "wallet-statement"

export const settings = ConfigProvider.layer(settingsProvider({ flags: {}, environment: process.env }))
