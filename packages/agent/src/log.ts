/** The agent's log: one line per event on standard error. */

/** Takes one sentence; secrets never belong into it. */
export type Log = (text: string) => void

export const log: Log = text => {
  process.stderr.write(`${new Date().toISOString()} agent: ${text}\n`)
}

/** One line that says what went wrong, of whatever was thrown. */
export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
