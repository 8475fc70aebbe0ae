/** The program that captures packets: tcpdump, or dumpcap of Wireshark. */
import { type ChildProcess, spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import type { Readable } from 'node:stream'
import { installedProgram } from '../installed-program.ts'

export interface CaptureProgram {
  readonly name: 'tcpdump' | 'dumpcap'
  readonly path: string
}

/** null if the machine has neither. @param path folders in which programs are looked for; those of the system besides */
export const findProgram = (path = process.env['PATH'] ?? ''): CaptureProgram | null =>
  installedProgram(['tcpdump', 'dumpcap'], path, ['/usr/sbin', '/sbin', '/usr/bin'])

export interface CaptureInterface {
  readonly name: string
  readonly addresses: readonly string[]
}

/** Those that have an address, and all of them together. */
export function captureInterfaces(): CaptureInterface[] {
  const own = Object.entries(networkInterfaces()).map(([name, addresses = []]) => ({
    name,
    addresses: addresses.map(({ address }) => address),
  }))
  return process.platform === 'linux' ? [...own, { name: 'any', addresses: [] }] : own
}

export interface CaptureOrder {
  readonly interface: string
  /** As tcpdump takes it; empty for all packets. */
  readonly filter: string
}

/** Why a capture did not start. */
export type CaptureFault = { readonly code: 'noRights' | 'badFilter' | 'failed'; readonly detail: string }

export interface RunningCapture {
  /** The capture file. */
  readonly packets: Readable
  /** Ends it; what was captured is written before. */
  stop(): void
  readonly ended: Promise<void>
}

const startTimeoutMs = 10_000
/** After a stop, until the program is killed. */
const stopGraceMs = 3_000
const maxSaidLength = 4_000

/** Resolves once packets are captured. */
export async function startCapture(
  program: CaptureProgram,
  order: CaptureOrder,
): Promise<RunningCapture | CaptureFault> {
  const child = spawn(program.path, argumentsOf(program, order), { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>(
    resolve => void child.once('close', () => resolve()).once('error', () => resolve()),
  )
  const fault = await started(child)
  if (fault !== null) {
    child.kill('SIGKILL')
    await ended
    return fault
  }
  let isStopping = false
  return {
    packets: child.stdout,
    stop: () => {
      if (isStopping) return
      isStopping = true
      child.kill('SIGINT')
      const kill = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
      void ended.then(() => clearTimeout(kill))
    },
    ended,
  }
}

function argumentsOf({ name }: CaptureProgram, { interface: from, filter }: CaptureOrder): string[] {
  const expression = filter.trim()
  if (name === 'dumpcap')
    return ['-q', '-P', '-i', from, '-w', '-', ...(expression === '' ? [] : ['-f', expression])]
  const all = ['-i', from, '-n', '-U', '--immediate-mode', '-s', '0', '-B', '16384', '-w', '-']
  // Nothing behind it is an option.
  return expression === '' ? all : [...all, '--', expression]
}

/** null once it captures. */
function started(child: ChildProcess): Promise<CaptureFault | null> {
  const { promise, resolve } = Promise.withResolvers<CaptureFault | null>()
  let said = ''
  const timer = setTimeout(() => resolve({ code: 'failed', detail: 'no answer' }), startTimeoutMs)
  child.stderr?.on('data', (piece: Buffer) => {
    if (said.length < maxSaidLength) said += String(piece)
    if (/listening on|Capturing on/.test(said)) resolve(null)
  })
  child.once('error', ({ message }) => resolve({ code: 'failed', detail: message }))
  child.once('close', () => resolve(faultOf(said)))
  return promise.finally(() => clearTimeout(timer))
}

function faultOf(said: string): CaptureFault {
  const detail = said.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  if (/permission|not permitted/i.test(said)) return { code: 'noRights', detail }
  return {
    code: /syntax|filter|expression|unknown host|illegal|parse/i.test(said) ? 'badFilter' : 'failed',
    detail,
  }
}
