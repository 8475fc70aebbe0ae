/** Takes profiles of processes of this machine by programs that are installed on it: perf for any process, py-spy for Python. Both end with their standard output, and write no file. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { TakeOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { AnyProcess } from '@pone/monitors/transports/jvm/allowed-processes.ts'
import type { TakenRecordings } from './jvm-engines.ts'
import { NotTaken } from './not-taken.ts'
import { mebibyte } from './profile-address.ts'

const perfRate = 99
const maxDetail = 1_500

/** @throws NotTaken; the signal's reason when it is aborted */
export async function takeByPerf(
  { pid }: AnyProcess,
  { seconds, bufferMib }: TakeOrder,
  signal: AbortSignal,
): Promise<TakenRecordings> {
  const options = { limit: bufferMib * mebibyte, signal }
  const what = ['-F', String(perfRate), '-g', '-e', 'cpu-clock:u', '-p', String(pid)]
  const recorded = await run(
    ['perf', 'record', '-q', ...what, '-o', '-', '--', 'sleep', String(seconds)],
    options,
  )
  const text = await run(['perf', 'script', '-i', '-'], { ...options, input: recorded })
  return { recordings: [text], format: 'perf', runtime: '', engines: ['perf'], notes: [] }
}

/** Idle threads count for wall-clock time alone. @throws NotTaken; the signal's reason when it is aborted */
export async function takeByPySpy(
  { pid }: AnyProcess,
  { seconds, kinds, bufferMib }: TakeOrder,
  signal: AbortSignal,
): Promise<TakenRecordings> {
  const isWall = kinds.includes('wall')
  const what = ['--pid', String(pid), '--duration', String(seconds), ...(isWall ? ['--idle'] : [])]
  const recorded = await run(
    ['py-spy', 'record', ...what, '--format', 'raw', '--nonblocking', '--output', '/dev/stdout'],
    { limit: bufferMib * mebibyte, signal },
  )
  return { recordings: [recorded], format: 'collapsed', runtime: '', engines: ['py-spy'], notes: [] }
}

interface RunOptions {
  /** Of the output, bytes. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly input?: Uint8Array
}

/** The output of a program. @throws NotTaken */
async function run([program = '', ...args]: readonly string[], options: RunOptions): Promise<Buffer> {
  const { limit, signal, input } = options
  const tooLarge = new AbortController()
  const child = spawn(program, args, { signal: AbortSignal.any([signal, tooLarge.signal]) })
  const parts: Buffer[] = []
  let length = 0
  let said = ''
  child.stdout.on('data', (part: Buffer) => {
    length += part.length
    if (length > limit) tooLarge.abort()
    else parts.push(part)
  })
  child.stderr.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(0, maxDetail)
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const problem = once(child, 'error').then(([error]: unknown[]) => error)
  const closed = once(child, 'close').then(([code]: unknown[]) => code)
  const end = await Promise.race([problem, closed])
  signal.throwIfAborted()
  if (tooLarge.signal.aborted) throw new NotTaken(toldCause('profileTooLarge', { limit: limit / mebibyte }))
  if (end instanceof Error) {
    const isMissing = 'code' in end && end.code === 'ENOENT'
    if (isMissing) throw new NotTaken(toldCause('profileNoProgram', { program }))
    throw new NotTaken(toldCause('profileProgramFailed', { program }, end.message))
  }
  if (end !== 0) throw new NotTaken(await refusalOf(program, said))
  return Buffer.concat(parts)
}

async function refusalOf(program: string, said: string): Promise<string> {
  if (!/perf_event_paranoid|permission|not permitted/i.test(said))
    return toldCause('profileProgramFailed', { program }, said)
  const paranoid = await readFile('/proc/sys/kernel/perf_event_paranoid', 'utf8').catch(() => '?')
  return toldCause('profileProgramRefused', { program, paranoid: paranoid.trim() }, said)
}
