/** Takes profiles of processes of this machine by programs that are installed on it: perf for any process, py-spy for Python. perf ends with its standard output, py-spy with its time; neither leaves a file. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, readFile } from 'node:fs/promises'
import type { TakeOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { AnyProcess } from '@pone/monitors/transports/jvm/allowed-processes.ts'
import { unnamedFile } from '../processes/unnamed-file.ts'
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
  const limit = bufferMib * mebibyte
  const what = ['--pid', String(pid), '--duration', String(seconds), '--format', 'raw', '--function']
  const recordings = await Promise.all(
    kinds.map(kind =>
      fileOf(['py-spy', 'record', ...what, '--nonblocking', ...(kind === 'wall' ? ['--idle'] : [])], {
        limit,
        signal,
      }),
    ),
  )
  return { recordings, kinds, format: 'collapsed', runtime: '', engines: ['py-spy'], notes: [] }
}

/** What a program writes to the file that it is told as `--output`. @throws NotTaken */
async function fileOf(command: readonly string[], options: RunOptions): Promise<Buffer> {
  const { limit } = options
  // It opens its output by name, which the sockets that Node reads outputs by do not allow, and tells people things on its own.
  const output = await unnamedFile(outputFolder)
  try {
    await run([...command, '--output', outputPath], { ...options, output })
    const { size } = await output.stat()
    if (size > limit) throw new NotTaken(toldCause('profileTooLarge', { limit: limit / mebibyte }))
    const { buffer, bytesRead } = await output.read({ buffer: Buffer.alloc(size), position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await output.close()
  }
}

/** By which a program finds what it is to write to. */
const outputPath = '/proc/self/fd/3'
/** Where the process of the collector may write. */
const outputFolder = '/tmp'

interface RunOptions {
  /** Of the output, bytes. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly input?: Uint8Array
  /** What the program writes to as `outputPath`. */
  readonly output?: FileHandle
}

/** The output of a program. @throws NotTaken */
async function run([program = '', ...args]: readonly string[], options: RunOptions): Promise<Buffer> {
  const { limit, signal, input, output } = options
  const tooLarge = new AbortController()
  const child = spawn(program, args, {
    signal: AbortSignal.any([signal, tooLarge.signal]),
    stdio: ['pipe', 'pipe', 'pipe', ...(output === undefined ? [] : [output.fd])],
  })
  const parts: Buffer[] = []
  let length = 0
  let said = ''
  child.stdout?.on('data', (part: Buffer) => {
    length += part.length
    if (length > limit) tooLarge.abort()
    else parts.push(part)
  })
  child.stderr?.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(0, maxDetail)
  })
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
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
