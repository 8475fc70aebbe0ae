/** Judges the SLA rules of a scenario on counters of monitors: on values as they come while the run goes on, and again on all stored ones for the final word and for reports. */
import type { SlaResult } from '@pone/contract/entities/run.ts'
import { CounterEvaluator } from '@pone/metrics/counter-sla.ts'
import { type CounterRule, isCounterRule, type SlaRule } from '@pone/plan/scenario/scenario.ts'
import type { RuleValues } from './rule-values.ts'

/** Slots may lie this many cadences apart before there is a gap between them. */
const tolerance = 1.5
/** After which a monitor of which nothing is known yet has no data, ms. */
const usualDelayMs = 10_000

interface WatchedRule {
  readonly rule: CounterRule
  readonly evaluator: CounterEvaluator
  /** Of its monitor; 0 until values were read. */
  cadenceMs: number
  delayMs: number
  /** Epoch ms of the newest collection that was taken. */
  lastAt: number | null
  hasFired: boolean
}

export interface CounterWatchOptions {
  /** Those on counters are judged. */
  readonly rules: readonly SlaRule[]
  /** ms since the run's start; before it is ramp-up, or what lies before the part that is judged. */
  readonly fromMs: number
  /** ms since the start; values that stand for later time are not judged. */
  readonly toMs?: number
  /** A rule over the whole run warns or stops only after so much judged time; 0 when left out. */
  readonly graceMs?: number
}

export class CounterWatch {
  readonly #rules: readonly WatchedRule[]
  readonly #fromMs: number
  readonly #toMs: number
  readonly #graceMs: number
  #isFinished = false

  constructor({ rules, fromMs, toMs = Number.POSITIVE_INFINITY, graceMs = 0 }: CounterWatchOptions) {
    this.#rules = rules.filter(isCounterRule).map(rule => ({
      rule,
      evaluator: new CounterEvaluator(rule, fromMs),
      cadenceMs: 0,
      delayMs: usualDelayMs,
      lastAt: null,
      hasFired: false,
    }))
    this.#fromMs = fromMs
    this.#toMs = toMs
    this.#graceMs = graceMs
  }

  get isEmpty(): boolean {
    return this.#rules.length === 0
  }

  /** By rule id, epoch ms of the newest collection that was taken; null: none. */
  taken(): Map<string, number | null> {
    return new Map(this.#rules.map(({ rule, lastAt }) => [rule.id, lastAt]))
  }

  /** Takes what is newer than what was taken before; `startedAt` is the run's. */
  add(startedAt: number, given: readonly RuleValues[]): void {
    for (const watched of this.#rules) {
      const values = given.find(({ ruleId }) => ruleId === watched.rule.id)
      if (values === undefined) continue
      watched.cadenceMs = values.cadenceMs
      watched.delayMs = values.delayMs
      for (const [index, at] of values.at.entries()) {
        if (watched.lastAt !== null && at <= watched.lastAt) continue
        const before = watched.lastAt ?? values.at[index - 1]
        watched.lastAt = at
        this.#feed(watched, { values, index, before, startedAt })
      }
    }
  }

  #feed(
    { evaluator }: WatchedRule,
    {
      values: { at, values, cadenceMs, isRate },
      index,
      before,
      startedAt,
    }: {
      readonly values: RuleValues
      readonly index: number
      readonly before: number | undefined
      readonly startedAt: number
    },
  ): void {
    const value = values[index] ?? Number.NaN
    const to = at[index] ?? 0
    const isNext = before !== undefined && to - before <= cadenceMs * tolerance
    const fromMs = (isNext ? before : to - cadenceMs) - startedAt
    const toMs = to - startedAt
    // A rate that began in the ramp-up is one of the ramp-up; what was read after the end is not of the run.
    if (Number.isNaN(value) || toMs > this.#toMs || (isRate && fromMs < this.#fromMs)) return
    evaluator.feed({ fromMs, toMs, value })
  }

  /** Rules that broke since the last call and ask for an action. */
  fired(): CounterRule[] {
    const broken = this.#rules.filter(watched => !watched.hasFired && this.#hasToFire(watched))
    for (const watched of broken) watched.hasFired = true
    return broken.map(({ rule }) => rule)
  }

  #hasToFire({ rule, evaluator }: WatchedRule): boolean {
    const { state, untilMs } = evaluator.verdict
    if (rule.action === 'record' || state !== 'broken') return false
    return rule.window.kind !== 'wholeRun' || (untilMs ?? 0) - this.#fromMs >= this.#graceMs
  }

  /** Ends the judging at this time since the start; the results are then final. */
  finish(endMs: number): void {
    if (this.#isFinished) return
    this.#isFinished = true
    for (const { evaluator } of this.#rules) evaluator.finish(Math.min(endMs, this.#toMs))
  }

  /** Where each rule stands at this time since the start. */
  results(startedAt: number, nowMs: number): SlaResult[] {
    return this.#rules.map(({ rule, evaluator, cadenceMs, delayMs }) => {
      const { state, value, violatedMs, firstBrokenMs, violation, missingMs } = evaluator.verdict
      const missing = this.#isFinished ? 0 : evaluator.missingSince(Math.min(nowMs, this.#toMs))
      const isNow = missing > cadenceMs + delayMs
      const isJudged = state !== 'none'
      const ms = Math.round(missingMs + (isNow ? missing : 0))
      return {
        rule,
        state: isJudged ? state : 'notJudged',
        reason: isJudged ? null : Math.min(nowMs, this.#toMs) <= this.#fromMs ? 'rampUp' : 'noData',
        value,
        firstBrokenAt: firstBrokenMs === null ? null : Math.round(startedAt + firstBrokenMs),
        violatedSeconds: Math.round(violatedMs / 1_000),
        violation: violation && {
          value: violation.value,
          fromMs: Math.round(violation.fromMs),
          toMs: Math.round(violation.toMs),
        },
        noData: ms === 0 ? null : { ms, isNow },
      }
    })
  }
}

/** Results in the order of the rules, whatever they were judged on. */
export const inRuleOrder = (rules: readonly SlaRule[], results: readonly SlaResult[]): SlaResult[] =>
  rules.flatMap(({ id }) => results.find(({ rule }) => rule.id === id) ?? [])
