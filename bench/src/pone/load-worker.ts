/** Pone's real load worker, forked with the agent's flags, sent the agent's messages, and confined to its cores. */
import { fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { RunPlan, Share } from '@pone/contract/link/plan.ts'
import { engineFlags } from '@pone/engine/process-flags.ts'
import { readBatches } from '@pone/engine/spool/spool.ts'
import { type WorkerCommand, type WorkerReport, workerEntry } from '@pone/engine/worker/protocol.ts'
import { confinement, endsWithin, type Running, watch } from '../processes.ts'

/** The worker's sample log in its folder, if its plan asks for one. */
export const sampleLogName = 'samples.csv'
const prepareTimeoutMs = 30_000
const lastWordsLength = 600

export interface WorkerOptions {
  readonly plan: RunPlan
  /** A folder of its own, created if it is missing. */
  readonly folder: string
  readonly cores: readonly number[]
  readonly share?: Share
}

export class LoadWorker {
  readonly #running: Omit<Running, 'readOutput'>
  readonly #send: (command: WorkerCommand) => void
  readonly #spoolPath: string
  readonly #outputPath: string

  private constructor(
    running: Omit<Running, 'readOutput'>,
    send: (command: WorkerCommand) => void,
    paths: { spool: string; output: string },
  ) {
    this.#running = running
    this.#send = send
    this.#spoolPath = paths.spool
    this.#outputPath = paths.output
  }

  /** Forks a worker that has compiled the plan and waits to be started. @throws Error with the worker's own message */
  static async prepare(options: WorkerOptions): Promise<LoadWorker> {
    const { plan, folder, cores, share = { from01: 0, to01: 1 } } = options
    await mkdir(folder, { recursive: true })
    const [spool, output] = [join(folder, 'spool'), join(folder, 'output.txt')]
    const [program = '', ...words] = confinement(cores)
    const file = openSync(output, 'w')
    const child = fork(fileURLToPath(workerEntry), {
      serialization: 'advanced',
      execPath: program,
      execArgv: [...words, process.execPath, ...engineFlags],
      stdio: ['ignore', file, file, 'ipc'],
      detached: true,
    })
    closeSync(file)
    const running = watch(child)
    const send = (command: WorkerCommand) => {
      if (child.connected) child.send(command, () => undefined)
    }
    const prepared = new Promise<string | null>(resolve => {
      child.on('message', (report: WorkerReport) => {
        if (report.kind === 'prepared') resolve(report.error)
      })
      void running.ended.then(how => resolve(`it ended with ${how}`))
      AbortSignal.timeout(prepareTimeoutMs).addEventListener('abort', () => resolve('it takes too long'))
    })
    send({
      kind: 'prepare',
      plan,
      share,
      workerId: `bench/${share.from01}`,
      spoolPath: spool,
      journalPath: join(folder, 'journal'),
      samplePath: join(folder, sampleLogName),
      filePaths: {},
    })
    const problem = await prepared
    if (problem !== null) {
      running.signal('SIGKILL')
      throw new Error(`the load worker cannot start: ${problem}; ${await readFile(output, 'utf8')}`)
    }
    return new LoadWorker(running, send, { spool, output })
  }

  get pid(): number {
    return this.#running.pid
  }

  get ended(): Running['ended'] {
    return this.#running.ended
  }

  start(startAt = Date.now()): void {
    this.#send({ kind: 'start', startAt })
  }

  stop(force = false): void {
    this.#send({ kind: 'stop', force })
  }

  /** Waits until the worker has ended; all its batches in order. @throws Error when it takes too long or failed */
  async batches(timeoutMs: number): Promise<Batch[]> {
    const isInTime = await endsWithin(this.#running, timeoutMs)
    const how = await this.#running.ended
    const batches = readBatches(this.#spoolPath)
    const last = batches.at(-1)?.end
    if (isInTime && how === 0 && last) return batches
    const what = isInTime ? `ended with ${how}` : `did not end within ${timeoutMs} ms`
    throw new Error(`the load worker ${what}`)
  }

  /** The worker's last messages, for errors: its output, and the ends, errors and log lines of its batches. */
  async lastWords(): Promise<string> {
    const batches = readBatches(this.#spoolPath)
    const reports = batches.flatMap(({ end, errors, log }) => [
      ...(end === null ? [] : [`${end.cause} ${end.detail}`]),
      ...errors.map(error => `${error.count} × ${error.code} ${error.message}`),
      ...log.map(line => line.message),
    ])
    return [await readFile(this.#outputPath, 'utf8'), ...reports].join('; ').slice(0, lastWordsLength)
  }

  kill(): void {
    this.#running.signal('SIGKILL')
  }
}
