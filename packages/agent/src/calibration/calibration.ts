/**
 * Measures the capacity of this machine: its own engine processes against targets of its own over loopback, for about
 * ten seconds. Targets and engine share the cores, so that the measured capacity is a lower bound.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CalibrationFigures } from '@pone/contract/entities/calibration.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Log } from '../log.ts'
import { createStatusReader } from '../machine/status.ts'
import { forkEnclosed } from '../processes/enclosed-fork.ts'
import type { EngineProcesses } from '../processes/engine-processes.ts'
import { type AgentRun, createRun } from '../runs/run.ts'
import { calibrationSeconds, fullSpeedPlan, manyUsersPlan } from './calibration-plan.ts'

const targetEntry = fileURLToPath(new URL('./target.ts', import.meta.url))
const manyUsers = 1_000
/** Lower bound for the memory of a user: garbage collection can make the measured difference too small. */
const leastBytesPerUser = 32 * 1024
/** Longest calibration, ms: a machine that needs more gives no usable figures. */
const timeoutMs = 45_000

/** Why there are no figures: `busy`, `cancelled`, `timeout` or `failed`. */
export class CalibrationRefusal extends Error {
  override readonly name = 'CalibrationRefusal'
  readonly reason: string
  constructor(reason: string, detail = '') {
    super(detail)
    this.reason = reason
  }
}

export interface CalibrationOptions {
  /** Folder for temporary folders with the spools of its runs, which are removed afterwards. */
  readonly dataFolder: string
  readonly workers: number | undefined
  readonly engines?: Pick<EngineProcesses, 'take'> | undefined
  /** Whether this machine drives a run. */
  readonly isBusy: () => boolean
  readonly log: Log
}

export interface Calibration {
  /** @throws CalibrationRefusal */
  measure(): Promise<CalibrationFigures>
  /** Ends a measurement immediately; does nothing when there is none. */
  cancel(): void
}

export function createCalibration(options: CalibrationOptions): Calibration {
  let underWay: AbortController | null = null

  const measure = async (): Promise<CalibrationFigures> => {
    if (underWay !== null || options.isBusy()) throw new CalibrationRefusal('busy')
    const abort = new AbortController()
    underWay = abort
    const timer = setTimeout(() => abort.abort(new CalibrationRefusal('timeout')), timeoutMs)
    const { signal } = abort
    const cores = availableParallelism()
    const targets = Array.from({ length: Math.max(1, Math.floor(cores / 2)) }, startTarget)
    try {
      const ports = await Promise.all(targets.map(target => abortable(target.port, signal)))
      const fast = await drive(fullSpeedPlan(ports, cores), options, signal)
      const many = await drive(manyUsersPlan(ports, manyUsers), options, signal)
      return {
        requestsPerSecond: rateOf(fast.batches),
        cpu01: fast.cpu01,
        bytesPerUser: bytesPerUserOf(many.batches),
      }
    } catch (cause) {
      if (cause instanceof CalibrationRefusal) throw cause
      throw new CalibrationRefusal('failed', errorText(cause))
    } finally {
      clearTimeout(timer)
      for (const target of targets) target.close()
      underWay = null
    }
  }
  return {
    measure,
    cancel: () => underWay?.abort(new CalibrationRefusal('cancelled')),
  }
}

function startTarget(): { port: Promise<number>; close(): void } {
  const child = forkEnclosed({ program: targetEntry, output: 'ignore' })
  const { promise: port, resolve, reject } = Promise.withResolvers<number>()
  port.catch(() => undefined)
  child.once('message', message => resolve(Number(Reflect.get(Object(message), 'port'))))
  child.once('error', reject)
  child.once('exit', () => reject(new Error('the target of the calibration ended')))
  return { port, close: () => child.kill('SIGKILL') }
}

/** Runs a plan like a run of the server, and returns the batches of its workers with the CPU use of the machine meanwhile. */
async function drive(
  plan: RunPlan,
  { dataFolder, workers, engines, log }: CalibrationOptions,
  signal: AbortSignal,
): Promise<{ batches: Batch[]; cpu01: number }> {
  const runFolder = await mkdtemp(join(dataFolder, 'calibration-'))
  const batches: Batch[] = []
  const { promise: begun, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
  begun.catch(() => undefined)
  const readStatus = createStatusReader()
  const receive = (message: AgentMessage): boolean => {
    if (message.kind === 'batches') {
      batches.push(...message.batches)
      for (const { workerId, seq } of message.batches) run.acknowledge(workerId, seq)
    } else if (message.kind === 'runPrepared' && message.error !== null) refuse(new Error(message.error))
    else if (message.kind === 'runPrepared') begin()
    return true
  }
  // Acknowledged in a later turn, when the run has been created.
  const send = (message: AgentMessage) => {
    setImmediate(() => receive(message))
    return true
  }
  const run: AgentRun = createRun({
    agentId: 'calibration',
    runFolder,
    plan,
    share: { from01: 0, to01: 1 },
    workers,
    files: { fetchAll: async () => ({}) },
    engines,
    send,
    log,
  })
  try {
    await abortable(begun, signal)
    run.start(Date.now())
    await readStatus()
    const inTheEnd = new Promise(resolve => setTimeout(resolve, (calibrationSeconds - 1) * 1_000))
    await abortable(inTheEnd, signal)
    const { cpu01 } = await readStatus()
    await abortable(run.settled, signal)
    return { batches, cpu01 }
  } finally {
    await run.close()
    // A worker that is ending may still write.
    await rm(runFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

/** Rejects with the signal's reason as soon as it is aborted. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Over the whole seconds between the first and the last one. */
export function rateOf(batches: readonly Batch[]): number {
  let requests = 0
  for (const { second, labels } of batches) {
    if (second < 1 || second > calibrationSeconds - 2) continue
    for (const { passed, failed } of labels) requests += passed + failed
  }
  return requests / (calibrationSeconds - 2)
}

/** From the first second to the last one that has all users; the processes themselves are in both. */
export function bytesPerUserOf(batches: readonly Batch[]): number {
  const inSecond = (second: number) => batches.filter(batch => batch.second === second)
  const memoryOf = (second: number) =>
    inSecond(second).reduce((sum, { health }) => sum + (health?.memoryBytes ?? 0), 0)
  const usersOf = (second: number) => inSecond(second).reduce((sum, { users }) => sum + users, 0)
  const last = calibrationSeconds - 2
  const users = usersOf(last) - usersOf(0)
  if (users <= 0) return leastBytesPerUser
  return Math.max(leastBytesPerUser, Math.ceil((memoryOf(last) - memoryOf(0)) / users))
}
