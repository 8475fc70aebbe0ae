/** Tests of connections, discovery and execution plans, in a collector process of their own: what ends it disturbs no collection, and is an answer. */
import { type FamilyCommand, type ReportOf } from '@pone/contract/link/messages.ts'
import type { MachineLimits } from '@pone/monitors/transports/machine-limits.ts'
import { noConnections } from '../collector/connections/no-connections.ts'
import type { CollectorReport } from '../collector/protocol.ts'
import type { Log } from '../log.ts'
import { type CollectorWalls, wallsFor } from './collector-process.ts'
import { KeptCollector, type KeptCollectorOptions } from './kept-collector.ts'
import { beginOrder } from './planned.ts'

/** Without a question for this long the process ends. */
const idleMs = 60_000
const bytesPerSecond = 8 * 1024 ** 2
/** Questions that may wait for their answers. */
const maxPending = 200

type Question = Extract<
  FamilyCommand<'monitors'>,
  { kind: 'monitorTest' | 'discover' | 'explainOperation' | 'findConnections' }
>
type Answer = ReportOf<'monitorTestSteps' | 'discovered' | 'operationExplained' | 'connectionsFound'>

export interface TrialsOptions extends Pick<KeptCollectorOptions, 'program'> {
  readonly walls?: CollectorWalls
  readonly send: (answer: Answer) => boolean
  readonly limits: MachineLimits
  readonly log: Log
}

export class Trials {
  readonly #options: TrialsOptions
  readonly #collector: KeptCollector
  readonly #pending = new Map<string, { readonly question: Question; readonly askedAt: number }>()
  #idle: NodeJS.Timeout | undefined

  constructor(options: TrialsOptions) {
    this.#options = options
    const { program, walls, limits } = options
    this.#collector = new KeptCollector({
      ...(program === undefined ? {} : { program }),
      walls: () => walls ?? wallsFor(maxPending),
      bytesPerSecond: () => bytesPerSecond,
      onReport: report => this.#take(report),
      onStart: () => {
        this.#collector.send(beginOrder(limits))
        for (const { question } of this.#pending.values()) this.#collector.send(question)
      },
      onDeath: how => this.#died(how),
    })
  }

  get pid(): number | undefined {
    return this.#collector.pid
  }

  ask(question: Question): void {
    const id = idOf(question)
    if (this.#pending.size >= maxPending) return this.#refuse(question, 'overrun', '', 0)
    this.#pending.set(id, { question, askedAt: performance.now() })
    clearTimeout(this.#idle)
    // A process that starts is told what is pending.
    if (!this.#collector.send(question)) this.#collector.need()
  }

  cancel(testId: string): void {
    this.#collector.send({ kind: 'cancelMonitorTest', testId })
  }

  cancelConnections(queryId: string): void {
    this.#collector.send({ kind: 'cancelConnections', queryId })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    this.#pending.clear()
    await this.#collector.release()
  }

  #take(report: CollectorReport): void {
    if (report.kind === 'ready' || report.kind === 'alive') return
    if (!isAnswer(report)) throw new Error(`nothing was asked that ${report.kind} answers`)
    const id = idOf(report)
    // Only what was asked is answered.
    if (!this.#pending.has(id)) return
    this.#options.send(report)
    if (report.kind !== 'monitorTestSteps' || report.isEnded) this.#forget(id)
  }

  /** A question that ended the process is not asked again. */
  #died(how: string): void {
    this.#options.log(`the process that tries targets ended: ${how}`)
    for (const [id, { question, askedAt }] of this.#pending) {
      this.#forget(id)
      this.#refuse(question, 'collectorEnded', how, performance.now() - askedAt)
    }
    if (this.#pending.size === 0) void this.#collector.release()
  }

  #forget(id: string): void {
    this.#pending.delete(id)
    if (this.#pending.size > 0) return
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.#collector.release(), idleMs)
  }

  #refuse(question: Question, cause: 'overrun' | 'collectorEnded', how: string, tookMs: number): void {
    const { send } = this.#options
    const problem = { cause, params: {}, detail: how.slice(0, 2_000) }
    if (question.kind === 'monitorTest') {
      const step = {
        key: 'reached',
        isOk: false,
        tookMs: Math.round(tookMs),
        detail: '',
        counters: [],
        problem,
      }
      send({ kind: 'monitorTestSteps', testId: question.testId, steps: [step], rounds: [], isEnded: true })
    } else if (question.kind === 'discover')
      send({ kind: 'discovered', queryId: question.queryId, targets: [], problem })
    else if (question.kind === 'findConnections')
      send({ kind: 'connectionsFound', queryId: question.queryId, answer: noConnections(problem) })
    else
      send({
        kind: 'operationExplained',
        queryId: question.queryId,
        answer: { plan: null, fault: null, problem },
      })
  }
}

const answers: readonly CollectorReport['kind'][] = [
  'monitorTestSteps',
  'discovered',
  'operationExplained',
  'connectionsFound',
]
const isAnswer = (report: CollectorReport): report is Answer => answers.includes(report.kind)

const idOf = (message: { readonly testId: string } | { readonly queryId: string }): string =>
  'testId' in message ? message.testId : message.queryId
