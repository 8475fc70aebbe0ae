/** Redirects the output of a worker to a file. */
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** A file instead of a pipe: the process can still write when the agent has ended. */
export function withOutput(path: string, start: (output: number) => ChildProcess): ChildProcess {
  const output = openSync(path, 'w', 0o600)
  const child = start(output)
  closeSync(output)
  return child
}
