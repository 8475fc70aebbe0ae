/** Judges a scenario's SLA rules on merged seconds: while the run goes on, and again over stored batches for the final word and for reports. */

import type { SlaResult } from '@pone/contract/entities/run.ts'
import type { RunVerdict } from '@pone/contract/states.ts'
import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { SlaEvaluator, type SlaVerdict } from '@pone/metrics/sla.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { isMetricRule, type MetricRule, type SlaRule } from '@pone/plan/scenario/scenario.ts'
import { decodeLabels, mergeStored } from '../batches/label-codec.ts'
import type { StoredBatch } from '../batches/stored-batch.ts'

interface WatchedRule {
  readonly rule: MetricRule
  readonly target: Target
  readonly evaluator: SlaEvaluator
  readonly isRate: boolean
  hasFired: boolean
}

/** Labels that are judged together, with their seconds that are not finished yet. */
interface Target {
  /** Grows where labels come to be while the run goes on. */
  labels: ReadonlySet<number>
  readonly pending: Map<number, Counters>
  /** Counters of the second before: the next one's times are like them. */
  previous: Counters
  /** Something of it ended, if only in the ramp-up. */
  hasRun: boolean
}

export interface SlaWatchOptions {
  /** Those on counters of monitors are left out, see CounterWatch. */
  readonly rules: readonly SlaRule[]
  readonly labels: readonly RunLabel[]
  /** Seconds before it belong to the ramp-up, or lie before the part that is judged. */
  readonly firstJudgedSecond: number
  /** A rule over the whole run warns or stops only after so many judged seconds; 1 when left out. */
  readonly graceSeconds?: number
  /** false: a part of a run, in which nothing of a step need have ended; true when left out. */
  readonly isWhole?: boolean
}

const noVerdict: SlaVerdict = {
  state: 'none',
  value: null,
  violatedSeconds: 0,
  firstBrokenSecond: null,
  violation: null,
}

export class SlaWatch {
  /** Rates are not evaluated after it: while the load drains they fall whatever the target does. */
  lastLoadSecond = Number.POSITIVE_INFINITY
  readonly #rules: readonly WatchedRule[]
  readonly #targets: readonly Target[]
  readonly #firstJudgedSecond: number
  readonly #graceSeconds: number
  readonly #isWhole: boolean
  readonly #labels: readonly RunLabel[]
  #labelCount: number
  readonly #decoded = new DecodedCounts()
  #finished: number
  /** null while the judging goes on. */
  #last: number | null = null

  constructor({ rules, labels, firstJudgedSecond, graceSeconds = 1, isWhole = true }: SlaWatchOptions) {
    const targets = new Map<string, Target>()
    this.#rules = rules.filter(isMetricRule).map(rule => {
      const key = rule.label === '' && rule.metric === 'tps' ? 'transactions' : `label ${rule.label}`
      const target = targets.get(key) ?? {
        labels: labelsJudgedBy(rule, labels),
        pending: new Map(),
        previous: new Counters(),
        hasRun: false,
      }
      targets.set(key, target)
      const evaluator = new SlaEvaluator(rule, firstJudgedSecond)
      return { rule, target, evaluator, isRate: isRate(rule), hasFired: false }
    })
    this.#targets = [...targets.values()]
    this.#labels = labels
    this.#labelCount = labels.length
    this.#firstJudgedSecond = firstJudgedSecond
    this.#graceSeconds = graceSeconds
    this.#isWhole = isWhole
    this.#finished = firstJudgedSecond - 1
  }

  /** Takes the counters of a batch; those of a second that was judged already wait for the final word. */
  add(batch: StoredBatch): void {
    const isJudged = batch.second > this.#finished
    if (this.#rules.length === 0 || (!isJudged && this.#targets.every(({ hasRun }) => hasRun))) return
    if (this.#labels.length !== this.#labelCount) this.#learnLabels()
    for (const stored of decodeLabels(batch.labels, this.#decoded)) {
      for (const target of this.#targets) {
        if (!target.labels.has(stored.label)) continue
        target.hasRun ||= stored.passed + stored.failed > 0
        if (isJudged) mergeStored(countersOf(target, batch.second), stored)
      }
    }
  }

  #learnLabels(): void {
    this.#labelCount = this.#labels.length
    for (const { rule, target } of this.#rules) target.labels = labelsJudgedBy(rule, this.#labels)
  }

  /** Judges everything up to a second for which no more batches are expected; answers the rules that broke just now and ask for an action. */
  advance(second: number): SlaRule[] {
    for (; this.#finished < second; this.#finished++) this.#judge(this.#finished + 1)
    const broken = this.#rules.filter(watched => !watched.hasFired && this.#hasToFire(watched))
    for (const watched of broken) watched.hasFired = true
    return broken.map(({ rule }) => rule)
  }

  /** Ends the judging after this second; the results are then final. */
  finish(lastSecond: number): void {
    this.advance(lastSecond)
    this.#last = lastSecond
    for (const { evaluator, isRate: rate } of this.#rules) {
      evaluator.finish(rate ? Math.min(lastSecond, this.lastLoadSecond) : lastSecond)
    }
  }

  /** Where each rule stands. `startedAt` is the run's; `endMs`, since then, is where what was judged ends. */
  results(startedAt: number, endMs = Number.POSITIVE_INFINITY): SlaResult[] {
    return this.#rules.map(watched => {
      const { rule, evaluator } = watched
      const { state, value, violatedSeconds, firstBrokenSecond, violation } = this.#hasNeverRun(watched)
        ? noVerdict
        : evaluator.verdict
      return {
        rule,
        ...(state === 'none' ? this.#unjudged(watched) : { state, reason: null }),
        value,
        violatedSeconds,
        firstBrokenAt: firstBrokenSecond === null ? null : startedAt + firstBrokenSecond * 1_000,
        violation: violation && {
          value: violation.value,
          fromMs: violation.fromSecond * 1_000,
          toMs: Math.min((violation.toSecond + 1) * 1_000, endMs),
        },
      }
    })
  }

  /** Known once the run is over. A rate would be 0, and that is no measurement of a step that is not there. */
  #hasNeverRun({ rule, target }: WatchedRule): boolean {
    return this.#isWhole && this.#last !== null && rule.label !== '' && !target.hasRun
  }

  /** What becomes of a rule on which nothing was judged. */
  #unjudged(watched: WatchedRule): Pick<SlaResult, 'state' | 'reason'> {
    return this.#hasNeverRun(watched) && watched.rule.whenNotRun === 'fail'
      ? { state: 'broken', reason: 'notRun' }
      : { state: 'notJudged', reason: this.#reasonFor(watched.isRate) }
  }

  /** Why nothing was judged. */
  #reasonFor(rate: boolean): SlaResult['reason'] {
    if (this.#firstJudgedSecond > (this.#last ?? this.#finished)) return 'rampUp'
    return rate && this.lastLoadSecond < this.#firstJudgedSecond ? 'noFullSecond' : 'noSamples'
  }

  #judge(second: number): void {
    for (const { evaluator, target, isRate: rate } of this.#rules) {
      if (!rate || second <= this.lastLoadSecond) evaluator.feed(second, target.pending.get(second) ?? null)
    }
    for (const { pending } of this.#targets) pending.delete(second)
  }

  #hasToFire({ rule, evaluator }: WatchedRule): boolean {
    if (rule.action === 'record' || evaluator.verdict.state !== 'broken') return false
    const judgedSeconds = this.#finished - this.#firstJudgedSecond + 1
    return rule.window.kind !== 'wholeRun' || judgedSeconds >= this.#graceSeconds
  }
}

function countersOf(target: Target, second: number): Counters {
  const known = target.pending.get(second)
  if (known !== undefined) return known
  const counters = new Counters(target.previous.histogram.emptyLike())
  target.pending.set(second, counters)
  target.previous = counters
  return counters
}

const isRate = (rule: SlaRule): boolean => rule.metric === 'tps' || rule.metric === 'rps'

/**
 * A named label; or for the whole scenario all requests, for tps all transactions where there are any. Iterations of
 * arrivals go by their component's name, which a request or transaction of that name takes from them.
 */
function labelsJudgedBy(rule: SlaRule, labels: readonly RunLabel[]): Set<number> {
  const indexes = (matches: (label: RunLabel) => boolean) =>
    new Set(labels.filter(matches).map(label => label.index))
  if (rule.label !== '') {
    const steps = indexes(label => label.name === rule.label && label.kind !== 'iteration')
    return steps.size > 0 ? steps : indexes(label => label.name === rule.label)
  }
  const transactions = indexes(label => label.kind === 'transaction')
  if (rule.metric === 'tps' && transactions.size > 0) return transactions
  return indexes(label => label.kind === 'request')
}

/** The state of all rules together: one broken rule breaks it, one that waits keeps it pending, those that are not evaluated count only when no other is. */
export function overallSla(results: readonly SlaResult[]): SlaResult['state'] {
  for (const state of ['broken', 'pending', 'passed', 'notJudged'] as const) {
    if (results.some(result => result.state === state)) return state
  }
  return 'none'
}

/** The verdict on a run by its rules and by whether its load machines were its limit. */
export const runVerdict = ({
  slaResults,
  isGeneratorLimit,
}: {
  readonly slaResults: readonly SlaResult[]
  readonly isGeneratorLimit: boolean
}): RunVerdict => (isGeneratorLimit ? 'notReliable' : overallSla(slaResults))
