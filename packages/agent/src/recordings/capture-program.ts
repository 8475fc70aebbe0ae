/** The program that captures packets: tcpdump, or dumpcap of Wireshark. */
import { type ChildProcess, spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import type { Readable } from 'node:stream'
import { installedProgram } from '../processes/installed-program.ts'

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
  /** Packets that the machine could not keep up with, as the program told at its end; null: it told nothing. */
  dropped(): number | null
}

const startTimeoutMs = 10_000
const maxSaidLength = 4_000
/**
 * Runs the program until it ends by itself or this process closes the pipe, also by its death: a program that waits for
 * packets would not notice. One that does not end then is killed.
 */
const supervised = `exec 3<&0
"$@" </dev/null 3<&- &
program=$!
{ read -r line <&3; kill -TERM $program; sleep 3; kill -KILL $program; } >/dev/null 2>&1 &
watch=$!
wait $program
status=$?
kill $watch 2>/dev/null
exit $status`

/** Resolves once packets are captured. */
export async function startCapture(
  program: CaptureProgram,
  order: CaptureOrder,
): Promise<RunningCapture | CaptureFault> {
  const child = spawn('/bin/sh', ['-c', supervised, 'sh', program.path, ...argumentsOf(program, order)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(
    resolve => void child.once('close', () => resolve()).once('error', () => resolve()),
  )
  const said = saidBy(child.stderr)
  const stop = (): void => void child.stdin.end()
  // It may have ended before.
  child.stdin.on('error', () => undefined)
  const fault = await started(child, said)
  if (fault !== null) {
    stop()
    child.stdout.destroy()
    await ended
    return fault
  }
  return { packets: child.stdout, stop, ended, dropped: () => droppedOf(said()) }
}

/** What the program has said so far: its beginning and its end. */
function saidBy(stream: Readable): () => string {
  let first = ''
  let last = ''
  stream.on('data', (piece: Buffer) => {
    const text = String(piece)
    if (first.length < maxSaidLength) first += text
    last = (last + text).slice(-maxSaidLength)
  })
  return () => (first.length < maxSaidLength ? first : `${first}\n${last}`)
}

/** As tcpdump and dumpcap tell it. */
function droppedOf(said: string): number | null {
  const found = /(\d+) packets? dropped by kernel|received\/dropped on interface .*: \d+\/(\d+)/.exec(said)
  const count = found?.[1] ?? found?.[2]
  return count === undefined ? null : Number(count)
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
function started(child: ChildProcess, said: () => string): Promise<CaptureFault | null> {
  const { promise, resolve } = Promise.withResolvers<CaptureFault | null>()
  const timer = setTimeout(() => resolve({ code: 'failed', detail: 'no answer' }), startTimeoutMs)
  child.stderr?.on('data', () => {
    if (/listening on|Capturing on/.test(said())) resolve(null)
  })
  child.once('error', ({ message }) => resolve({ code: 'failed', detail: message }))
  child.once('close', () => resolve(faultOf(said())))
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
