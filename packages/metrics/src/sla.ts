/** Judges one SLA rule second by second, while a run goes on and again for its report: pure, fed with merged counters. */
import type { Counters } from './counters.ts'
import { type SlaMetric, SlaWindow } from './sla-window.ts'

/** The part of the contract's SlaRule that is judged. Times in ms, rates per second, percentages 0 to 100; the rule holds while `metric operator threshold`. */
export interface SlaCondition {
  metric: SlaMetric
  operator: '<' | '<=' | '>' | '>='
  threshold: number
  window: { kind: 'wholeRun' } | { kind: 'for'; seconds: number } | { kind: 'within'; seconds: number }
}

/** Where a rule stands. */
export interface SlaVerdict {
  /** none: the run ended and there was nothing to judge; pending: nothing judged yet. A broken `for` or `within` rule stays broken; `wholeRun` follows its value until the end. */
  state: 'none' | 'pending' | 'passed' | 'broken'
  /** The latest value that was judged: of the last second with one (for), the last n seconds (within) or everything since the ramp-up (wholeRun). */
  value: number | null
  /** Seconds (for within: windows ending in a second) that violated the condition. */
  violatedSeconds: number
  /** Second in which the rule became broken; null while it is not. */
  firstBrokenSecond: number | null
  /** What broke the rule: of `for` and `within` the first time, of `wholeRun` everything judged so far; null while it holds. */
  violation: SlaViolation | null
}

/** A measured value that violates a rule, and the seconds since the start that it was judged on, both inclusive; of `for` the value is that of the last of them. */
export interface SlaViolation {
  readonly value: number
  readonly fromSecond: number
  readonly toSecond: number
}

/** Follows one rule through a run. */
export class SlaEvaluator {
  readonly #condition: SlaCondition
  readonly #window: SlaWindow
  readonly #second: SlaWindow
  readonly #verdict: SlaVerdict = {
    state: 'pending',
    value: null,
    violatedSeconds: 0,
    firstBrokenSecond: null,
    violation: null,
  }
  readonly #firstJudgedSecond: number
  #next: number
  #violatedInARow = 0

  /** Seconds before `firstJudgedSecond`, the ramp-up, are not evaluated. */
  constructor(condition: SlaCondition, firstJudgedSecond: number) {
    this.#condition = condition
    this.#firstJudgedSecond = firstJudgedSecond
    this.#next = firstJudgedSecond
    const { metric, window } = condition
    this.#second = new SlaWindow(metric, 1)
    this.#window = new SlaWindow(
      metric,
      window.kind === 'wholeRun' ? Number.POSITIVE_INFINITY : window.seconds,
    )
  }

  /** Where the rule stands now. */
  get verdict(): Readonly<SlaVerdict> {
    return this.#verdict
  }

  /**
   * Takes the counters of a finished second: of the rule's label, or of all requests (tps: of all transactions).
   * Seconds come in ascending order; missing ones and null count as seconds without samples.
   * The counters are kept while the window needs them and must not be changed afterwards.
   */
  feed(second: number, counters: Counters | null): Readonly<SlaVerdict> {
    while (this.#next < second) this.#judge(this.#next++, null)
    if (this.#next === second) this.#judge(this.#next++, counters)
    return this.#verdict
  }

  /** Ends the run after `lastSecond` and gives the final verdict. A `within` window that never filled is judged on what there was. */
  finish(lastSecond: number): Readonly<SlaVerdict> {
    this.feed(lastSecond, null)
    const { window } = this.#condition
    if (window.kind === 'within' && this.#verdict.state === 'pending' && this.#window.seconds > 0) {
      this.#settle(lastSecond, this.#window.value())
    }
    if (this.#verdict.state === 'pending') this.#verdict.state = 'none'
    return this.#verdict
  }

  #judge(second: number, counters: Counters | null): void {
    const { window } = this.#condition
    this.#second.push(counters)
    if (window.kind === 'for') return this.#judgeInARow(second, window.seconds)
    this.#window.push(counters)
    if (window.kind === 'within') {
      if (this.#window.seconds === window.seconds) this.#settle(second, this.#window.value())
      return
    }
    if (this.#isViolated(this.#second.value())) this.#verdict.violatedSeconds++
    this.#follow(second, this.#window.value())
  }

  #judgeInARow(second: number, seconds: number): void {
    const value = this.#second.value()
    if (value !== null) this.#verdict.value = value
    if (this.#isViolated(value)) {
      this.#violatedInARow++
      this.#verdict.violatedSeconds++
    } else this.#violatedInARow = 0
    if (value !== null && this.#violatedInARow >= seconds) {
      this.#break({ value, fromSecond: second - seconds + 1, toSecond: second })
    } else if (value !== null && this.#verdict.state === 'pending') this.#verdict.state = 'passed'
  }

  #settle(second: number, value: number | null): void {
    if (value === null) return
    this.#verdict.value = value
    if (this.#isViolated(value)) {
      this.#verdict.violatedSeconds++
      this.#break({ value, fromSecond: second - this.#window.seconds + 1, toSecond: second })
    } else if (this.#verdict.state === 'pending') this.#verdict.state = 'passed'
  }

  #follow(second: number, value: number | null): void {
    if (value === null) return
    this.#verdict.value = value
    // The present value on everything judged so far takes the place of an earlier one.
    this.#verdict.violation = null
    if (this.#isViolated(value)) this.#break({ value, fromSecond: this.#firstJudgedSecond, toSecond: second })
    else {
      this.#verdict.state = 'passed'
      this.#verdict.firstBrokenSecond = null
    }
  }

  #break(violation: SlaViolation): void {
    this.#verdict.state = 'broken'
    this.#verdict.firstBrokenSecond ??= violation.toSecond
    this.#verdict.violation ??= violation
  }

  #isViolated(value: number | null): boolean {
    return value !== null && !holds(value, this.#condition.operator, this.#condition.threshold)
  }
}

/** Judges a whole run, or a part of one, at once: `countersOf` gives each second from `firstJudgedSecond` to `lastSecond`. */
export function judgeSla(
  condition: SlaCondition,
  range: { firstJudgedSecond: number; lastSecond: number },
  countersOf: (second: number) => Counters | null,
): Readonly<SlaVerdict> {
  const evaluator = new SlaEvaluator(condition, range.firstJudgedSecond)
  for (let second = range.firstJudgedSecond; second <= range.lastSecond; second++) {
    evaluator.feed(second, countersOf(second))
  }
  return evaluator.finish(range.lastSecond)
}

/** Whether a rule holds with this value. */
export function holds(value: number, operator: SlaCondition['operator'], threshold: number): boolean {
  switch (operator) {
    case '<':
      return value < threshold
    case '<=':
      return value <= threshold
    case '>':
      return value > threshold
    case '>=':
      return value >= threshold
  }
}
