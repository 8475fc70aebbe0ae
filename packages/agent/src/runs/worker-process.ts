/** One engine process: forked, prepared, commanded over its channel, and observed until it has ended. */

import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { LoadChange } from '@pone/contract/link/load-change.ts'
import { engineOf, type RunPlan, type Share } from '@pone/contract/link/plan.ts'
import { CauseError } from '@pone/contract/told-cause.ts'
import type { Tables } from '@pone/engine/parameters/table.ts'
import {
  isCoordination,
  type WorkerCommand,
  type WorkerReport,
  workerReportSchema,
} from '@pone/engine/worker/protocol.ts'
import { runEngines } from '../engines/registry.ts'
import type { EngineTool } from '../engines/run-engine.ts'
import { type EngineProcesses, forkedOnDemand } from '../processes/engine-processes.ts'
import { identifyProcess, type ProcessIdentity } from '../processes/process-table.ts'
import type { Coordination } from './coordination.ts'
import type { WorkerPaths } from './run-folder.ts'

const outputTailLength = 2_000

/** A run's plan and the paths of its files on this machine, by file id. */
export interface EnginePlan {
  readonly plan: RunPlan
  readonly filePaths: Record<string, string>
  /** Rows of parameters that were read from databases. */
  readonly tables?: Tables | undefined
  /** Programs on this machine that the plan's engine needs. */
  readonly tools?: EngineTool[] | undefined
}

export interface WorkerProcess {
  /** @throws (rejects) Error when the worker cannot run the plan or ends before it is ready. */
  readonly prepared: Promise<void>
  /** How the process ended, e.g. "exit code 1". Never rejects. */
  readonly exited: Promise<string>
  identify(): Promise<ProcessIdentity | null>
  start(startAt: number): void
  changeLoad(change: LoadChange): void
  renewLease(remainingMs: number | null): void
  stop(force: boolean): void
  kill(): void
}

export interface WorkerOptions {
  readonly workerId: string
  readonly paths: WorkerPaths
  readonly share: Share
  readonly plan: EnginePlan
  readonly coordination: Coordination
  readonly engines?: Pick<EngineProcesses, 'take'> | undefined
  readonly onFlushed: () => void
  /** A batch that the disk has no room for. */
  readonly onUnspooled: (batch: Batch) => void
  /** Its first users may start, this machine's clock. */
  readonly onStarted: (at: number) => void
  /** It started nothing new in these seconds of the run. */
  readonly onHeld: (fromSecond: number, toSecond: number) => void
}

export const startWorkerProcess = (options: WorkerOptions): WorkerProcess => new EngineWorker(options)

class EngineWorker implements WorkerProcess {
  readonly #options: WorkerOptions
  readonly #child: ChildProcess
  readonly #prepared = Promise.withResolvers<void>()
  readonly #exited = Promise.withResolvers<string>()

  constructor(options: WorkerOptions) {
    const { workerId, paths, plan, coordination, engines } = options
    this.#options = options
    this.#child = runEngines[engineOf(plan.plan)].fork(paths.outputPath, engines ?? forkedOnDemand)
    // The starter awaits it; a later rejection would be unhandled.
    this.#prepared.promise.catch(() => undefined)
    this.#listen()
    coordination.join(workerId, command => this.#send(command))
    this.#sendPlan()
  }

  get prepared(): Promise<void> {
    return this.#prepared.promise
  }

  get exited(): Promise<string> {
    return this.#exited.promise
  }

  async identify(): Promise<ProcessIdentity | null> {
    return this.#child.pid === undefined ? null : identifyProcess(this.#child.pid)
  }

  start(startAt: number): void {
    this.#send({ kind: 'start', startAt })
  }

  changeLoad(change: LoadChange): void {
    this.#send({ kind: 'changeLoad', ...change })
  }

  renewLease(remainingMs: number | null): void {
    this.#send({ kind: 'lease', remainingMs })
  }

  stop(force: boolean): void {
    this.#send({ kind: 'stop', force })
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #listen(): void {
    const child = this.#child
    child.once('exit', (code, signal) => {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`
      // Its last reports may not have arrived yet.
      if (child.connected) child.once('disconnect', () => void this.#end(how))
      else void this.#end(how)
    })
    child.once('error', cause => {
      if (child.pid === undefined) void this.#end(cause.message)
    })
    child.on('message', message => {
      const report = workerReportSchema.safeParse(message)
      if (report.success) this.#receive(report.data)
    })
  }

  #sendPlan(): void {
    const { paths, plan, share, workerId } = this.#options
    this.#send({
      kind: 'prepare',
      plan: plan.plan,
      filePaths: plan.filePaths,
      tables: plan.tables,
      tools: plan.tools,
      share,
      workerId,
      spoolPath: paths.spoolPath,
      journalPath: paths.journalPath,
      samplePath: paths.samplePath,
    })
  }

  #send(command: WorkerCommand): void {
    // For a process that has just died the exit is reported instead.
    if (this.#child.connected) this.#child.send(command, () => undefined)
  }

  #receive(report: WorkerReport): void {
    const { workerId, coordination } = this.#options
    if (report.kind === 'flushed') this.#options.onFlushed()
    else if (report.kind === 'unspooled') this.#options.onUnspooled(report.batch)
    else if (report.kind === 'started') this.#options.onStarted(report.at)
    else if (report.kind === 'held') this.#options.onHeld(report.fromSecond, report.toSecond)
    else if (isCoordination(report)) coordination.receive(workerId, report)
    else if (report.kind === 'prepared') {
      if (report.error === null) this.#prepared.resolve()
      else this.#prepared.reject(new Error(report.error))
    }
  }

  async #end(how: string): Promise<void> {
    const { workerId, coordination, paths } = this.#options
    coordination.leave(workerId)
    const tail = await readTail(paths.outputPath)
    this.#prepared.reject(new CauseError('engineEnded', { how }, tail))
    this.#exited.resolve(tail === '' ? how : `${how}: ${tail}`)
  }
}

async function readTail(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim().slice(-outputTailLength)
}
