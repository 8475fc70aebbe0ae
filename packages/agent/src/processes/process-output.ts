/** Where the output of a worker goes. */
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** A file instead of a pipe: the process can go on writing when the agent is gone. */
export function withOutput(path: string, start: (output: number) => ChildProcess): ChildProcess {
  const output = openSync(path, 'w', 0o600)
  const child = start(output)
  closeSync(output)
  return child
}
