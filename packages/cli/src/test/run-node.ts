/** Programs that `./pone test` starts. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { checkout } from '../paths.ts'

export interface Program {
  /** Arguments of Node. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Gives way to other processes: what computes, beside tests that wait for servers. */
  readonly isPatient?: boolean
  /** Both outputs, line by line; shown as they arrive when left out. */
  readonly onLine?: (line: string) => void
  /** Called with the process, to which messages can be sent. */
  readonly onStart?: (child: ChildProcess) => void
}

/** Runs Node in the checkout. @returns its exit code, null when a signal ended it */
export function runNode({ args, env, isPatient = false, onLine, onStart }: Program): Promise<number | null> {
  const output = onLine === undefined ? 'inherit' : 'pipe'
  const stdio: StdioOptions = ['ignore', output, output, ...(onStart === undefined ? [] : ['ipc' as const])]
  const child = spawn(process.execPath, args, { cwd: checkout, stdio, env: { ...process.env, ...env } })
  if (isPatient && child.pid !== undefined) setPriority(child.pid, patientNiceness)
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null && onLine !== undefined) createInterface({ input: stream }).on('line', onLine)
  onStart?.(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve(code))
  })
}

const patientNiceness = 8
