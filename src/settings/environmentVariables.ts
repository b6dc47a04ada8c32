/**
 * What is read from the environment alone: what has to be known before any setting, and variables of other programs, too.
 */

/** A variable, by its whole name. */
export interface EnvironmentVariable {
  readonly name: string
  readonly means: string
  readonly otherwise: string
  readonly flag?: string
  readonly isSecret?: boolean
}

/** They are in no configuration file. */
export const environmentVariables: ReadonlyArray<EnvironmentVariable> = [
  {
    name: "WALLET_STATEMENT_LOG_FORMAT",
    means: "how stderr is written: `text`, or `json` for one object a line",
    flag: "--log-format",
    otherwise: "`text`"
  },
  {
    name: "HTTPS_PROXY",
    means: "a proxy, `http` or `https`; `ALL_PROXY` and names in lower case count too",
    otherwise: "none",
    isSecret: true
  },
  {
    name: "HTTPS_PROXY_FILE",
    means: "instead: a file that holds it, password and all; `ALL_PROXY_FILE` and names in lower case count too",
    otherwise: "none"
  },
  { name: "NO_PROXY", means: "the hosts that are reached without it", otherwise: "none" },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    means: "where metrics and spans go, with what else `docs/observability.md` names",
    otherwise: "nowhere",
    isSecret: true
  }
]
