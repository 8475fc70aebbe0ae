/** One engine process: forked, prepared, commanded over its channel, and watched until it is gone. */
import { readFile } from 'node:fs/promises'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { RunPlan, Share } from '@pone/contract/link/plan.ts'
import { CauseError } from '@pone/contract/told-cause.ts'
import type { Tables } from '@pone/engine/parameters/table.ts'
import {
  isCoordination,
  type WorkerCommand,
  type WorkerReport,
  workerReportSchema,
} from '@pone/engine/worker/protocol.ts'
import type { JmeterHome } from '@pone/jmeter/process/homes.ts'
import { identifyProcess, type ProcessIdentity } from '../machine/process-table.ts'
import type { Coordination } from './coordination.ts'
import { type EngineProcesses, forkedOnDemand, forkJmeterWorker } from './engine-processes.ts'
import type { WorkerPaths } from './run-folder.ts'

const outputTailLength = 2_000

/** A run's plan and where its files lie on this machine, by file id. */
export interface EnginePlan {
  readonly plan: RunPlan
  readonly filePaths: Record<string, string>
  /** Rows of parameters that were read from databases. */
  readonly tables?: Tables | undefined
  /** Those on this machine, where the plan needs one. */
  readonly jmeters?: JmeterHome[] | undefined
}

export interface WorkerProcess {
  /** @throws (rejects) Error when the worker cannot run the plan or ends before it is ready. */
  readonly prepared: Promise<void>
  /** How the process ended, in words. Never rejects. */
  readonly exited: Promise<string>
  identify(): Promise<ProcessIdentity | null>
  start(startAt: number): void
  changeLoad(load: number | null): void
  renewLease(remainingMs: number | null): void
  stop(force: boolean): void
  kill(): void
}

export function startWorkerProcess(options: {
  workerId: string
  paths: WorkerPaths
  share: Share
  plan: EnginePlan
  coordination: Coordination
  engines?: Pick<EngineProcesses, 'take'> | undefined
  onFlushed: () => void
  /** A batch that the disk has no room for. */
  onUnspooled: (batch: Batch) => void
  /** Its first users may begin, this machine's clock. */
  onStarted: (at: number) => void
  /** It began nothing new in these seconds of the run. */
  onHeld: (fromSecond: number, toSecond: number) => void
}): WorkerProcess {
  const { paths, share, plan, workerId, coordination } = options
  const child =
    plan.plan.jmeter === undefined
      ? (options.engines ?? forkedOnDemand).take(paths.outputPath)
      : forkJmeterWorker(paths.outputPath)
  const { promise: prepared, resolve: succeed, reject: fail } = Promise.withResolvers<void>()
  const { promise: exited, resolve: exit } = Promise.withResolvers<string>()
  // The starter awaits it; a later rejection has no listener.
  prepared.catch(() => undefined)

  const end = async (how: string) => {
    coordination.leave(workerId)
    const tail = await readTail(paths.outputPath)
    const text = tail === '' ? how : `${how}: ${tail}`
    fail(new CauseError('engineEnded', { how }, tail))
    exit(text)
  }
  child.once('exit', (code, signal) => {
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`
    // What it has said last may still be on its way.
    if (child.connected) child.once('disconnect', () => void end(how))
    else void end(how)
  })
  child.once('error', cause => {
    if (child.pid === undefined) void end(cause.message)
  })
  const receive = (message: WorkerReport) => {
    if (message.kind === 'flushed') options.onFlushed()
    else if (message.kind === 'unspooled') options.onUnspooled(message.batch)
    else if (message.kind === 'started') options.onStarted(message.at)
    else if (message.kind === 'held') options.onHeld(message.fromSecond, message.toSecond)
    else if (isCoordination(message)) coordination.receive(workerId, message)
    else if (message.kind === 'prepared') {
      if (message.error === null) succeed()
      else fail(new Error(message.error))
    }
  }
  child.on('message', message => {
    const report = workerReportSchema.safeParse(message)
    if (report.success) receive(report.data)
  })
  const send = (command: WorkerCommand) => {
    // A process that has just died answers by its exit.
    if (child.connected) child.send(command, () => undefined)
  }
  coordination.join(workerId, send)
  send({
    kind: 'prepare',
    plan: plan.plan,
    filePaths: plan.filePaths,
    tables: plan.tables,
    jmeters: plan.jmeters,
    share,
    workerId,
    spoolPath: paths.spoolPath,
    journalPath: paths.journalPath,
    samplePath: paths.samplePath,
  })

  return {
    prepared,
    exited,
    identify: async () => (child.pid === undefined ? null : identifyProcess(child.pid)),
    start: startAt => send({ kind: 'start', startAt }),
    changeLoad: load => send({ kind: 'changeLoad', load }),
    renewLease: remainingMs => send({ kind: 'lease', remainingMs }),
    stop: force => send({ kind: 'stop', force }),
    kill: () => child.kill('SIGKILL'),
  }
}

async function readTail(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim().slice(-outputTailLength)
}
