/**
 * Shared by tests of load workers: a target that counts, a worker process controlled like by the agent, small plans.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { RowRequest } from '@pone/contract/link/coordination.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { type Step, stepSchema } from '@pone/plan/steps/registry.ts'
import type { z } from 'zod'
import { Gathering } from '../coordination/gathering.ts'
import { RowLeases } from '../coordination/row-leases.ts'
import { readBatches } from '../spool/spool.ts'
import { type WorkerCommand, type WorkerReport, workerEntry } from './protocol.ts'

/** A target that counts its requests; `answer` can be changed. */
export class CountingTarget {
  requests = 0
  runIds = new Set<string | undefined>()
  readonly traceparents = new Set<string | undefined>()
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.end('{"id":7}')
  readonly server: Server = createServer((request, response) => {
    this.requests++
    this.runIds.add(request.headers['x-pone-run']?.toString())
    this.traceparents.add(request.headers['traceparent']?.toString())
    this.#onRequest?.()
    this.answer(request, response)
  })
  #onRequest: (() => void) | null = null

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }
  /** Resolves when that many requests have arrived. */
  reached(count: number): Promise<void> {
    return new Promise(resolve => {
      this.#onRequest = () => {
        if (this.requests >= count) resolve()
      }
      this.#onRequest()
    })
  }
  async close(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    if (this.server.listening) await once(this.server, 'close')
  }
}

/** Shared by the workers of a run. */
export interface Company {
  readonly gathering: Gathering
  readonly leases: RowLeases
}

/** A worker process, controlled like by the agent. */
export class WorkerProcess {
  readonly spoolPath: string
  readonly journalPath: string
  readonly child: ChildProcess
  readonly #reports: WorkerReport[] = []
  readonly exited: Promise<unknown>
  #onReport: (() => void) | null = null

  /** Workers that must meet, or share rows, get the same of these; `entry` is another engine's program. */
  constructor(
    folder: string,
    name = 'w1',
    {
      gathering = new Gathering(),
      leases = new RowLeases(),
      entry = workerEntry,
      env = {},
    }: Partial<Company> & { entry?: URL; env?: NodeJS.ProcessEnv } = {},
  ) {
    this.spoolPath = join(folder, `${name}.spool`)
    this.journalPath = join(folder, `${name}.journal`)
    this.child = fork(entry, { serialization: 'advanced', env: { ...process.env, ...env } })
    this.exited = once(this.child, 'exit')
    gathering.join(name, command => this.send(command))
    void this.exited.then(() => gathering.leave(name))
    this.child.on('message', message => {
      const report = message as WorkerReport
      this.#reports.push(report)
      if (report.kind === 'waiting' || report.kind === 'roundOver') gathering.receive(name, report)
      if (report.kind === 'rows') this.#grant(leases, { ...report, workerId: name })
      this.#onReport?.()
    })
  }
  #grant(leases: RowLeases, request: RowRequest): void {
    this.send({ kind: 'grantRows', ...leases.grant(request).grant })
  }
  send(command: WorkerCommand): void {
    if (this.child.connected) this.child.send(command)
  }
  async until<K extends WorkerReport['kind']>(
    kind: K,
    fits: (report: Extract<WorkerReport, { kind: K }>) => boolean = () => true,
  ): Promise<Extract<WorkerReport, { kind: K }>> {
    for (;;) {
      const found = this.#reports.find(
        (report): report is Extract<WorkerReport, { kind: K }> =>
          report.kind === kind && fits(report as Extract<WorkerReport, { kind: K }>),
      )
      if (found !== undefined) return found
      await new Promise<void>(resolve => {
        this.#onReport = resolve
      })
    }
  }
  async prepare(
    plan: RunPlan,
    share = { from01: 0, to01: 1 },
    more: Partial<Extract<WorkerCommand, { kind: 'prepare' }>> = {},
  ): Promise<string | null> {
    const { spoolPath, journalPath } = this
    const own = { workerId: 'a/1.x', spoolPath, journalPath, filePaths: {} }
    this.send({ kind: 'prepare', plan, share, ...own, ...more })
    return (await this.until('prepared')).error
  }
  async run(plan: RunPlan, share = { from01: 0, to01: 1 }): Promise<void> {
    const error = await this.prepare(plan, share)
    if (error !== null) throw new Error(error)
    this.send({ kind: 'start', startAt: Date.now() })
  }
  get batches(): Batch[] {
    return readBatches(this.spoolPath)
  }
}

type StepInput = z.input<typeof stepSchema>

export const requestStep = (
  url: string,
  changes: Partial<Extract<StepInput, { kind: 'request' }>> = {},
): Step =>
  stepSchema.parse({ id: 'r1', name: 'get', kind: 'request', protocol: 'http', http: { url }, ...changes })

export function planOf(
  document: z.input<typeof componentDocumentSchema>,
  model: z.input<typeof loadModelSchema>,
  changes: Partial<RunPlan> = {},
): RunPlan {
  const components = [
    { id: 'c1', name: 'shop', percentage: 100, document: componentDocumentSchema.parse(document) },
  ]
  return {
    runId: 'run-1',
    components,
    labels: labelsOf(components, changes.drive),
    drive: 'users',
    maxUsers: 100,
    loadModel: loadModelSchema.parse(model),
    sampleLog: 'off',
    files: [],
    ...changes,
  }
}

export const sum = (
  batches: readonly Batch[],
  pick: (counters: Batch['labels'][number]) => number,
  label = 0,
) =>
  batches
    .flatMap(batch => batch.labels)
    .filter(counters => counters.label === label)
    .reduce((all, counters) => all + pick(counters), 0)
export const counted = (batches: readonly Batch[], label = 0) =>
  sum(batches, counters => counters.passed + counters.failed, label)

/** A new folder, target and worker for one test. */
export class WorkerHarness {
  readonly folder = mkdtempSync(join(tmpdir(), 'pone-worker-'))
  readonly target = new CountingTarget()
  readonly worker: WorkerProcess

  private constructor(env: NodeJS.ProcessEnv) {
    this.worker = new WorkerProcess(this.folder, 'w1', { env })
  }

  /** `env`: further variables of the worker. */
  static async open(env: NodeJS.ProcessEnv = {}): Promise<WorkerHarness> {
    const harness = new WorkerHarness(env)
    await harness.target.listen()
    return harness
  }
  async close(): Promise<void> {
    const { child, exited } = this.worker
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await exited
    }
    await this.target.close()
    rmSync(this.folder, { recursive: true })
  }
}

export const endless: z.input<typeof loadModelSchema> = {
  kind: 'constant',
  users: 5,
  rampUpSeconds: 0,
  durationSeconds: 600,
}
export const pause = {
  id: 'p1',
  name: '',
  enabled: true,
  kind: 'thinkTime',
  distribution: 'fixed',
  durationMs: 10,
  spreadMs: 0,
} as const
