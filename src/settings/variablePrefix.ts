/** The prefix of every environment variable that is a setting. */
export const variablePrefix = "WALLET_STATEMENT_"
