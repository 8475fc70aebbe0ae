/** Judges one SLA rule on a counter of a monitor, value by value, while a run goes on and again for its report: pure. Times are ms since the run's start. */
import { holds, type SlaCondition, type SlaVerdict } from './sla.ts'

export type CounterCondition = Pick<SlaCondition, 'operator' | 'threshold' | 'window'>

/** A value, and the time that it stands for: after `fromMs`, up to `toMs`. */
export interface CounterSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly value: number
}

export interface CounterVerdict extends Pick<SlaVerdict, 'state' | 'value'> {
  /** Time with values that violate the condition; of `within` the time at whose ends the window did. */
  readonly violatedMs: number
  /** End of the value that broke the rule. */
  readonly firstBrokenMs: number | null
  /** Of `for` the last value of the first stretch that broke it. */
  readonly violation: CounterSpan | null
  /** Judged time without a value between two values. */
  readonly missingMs: number
  /** End of the newest value; null before the first. */
  readonly untilMs: number | null
}

/** A window is judged when at least this share of it has values. */
const neededShare = 0.5

/** Follows one rule through a run. Time without a value is never kept and never violated: it interrupts `for`, and is left out of means. */
export class CounterEvaluator {
  readonly #condition: CounterCondition
  readonly #fromMs: number
  /** Spans that the window still reaches. */
  #window: CounterSpan[] = []
  #state: CounterVerdict['state'] = 'pending'
  #value: number | null = null
  #violatedMs = 0
  #firstBrokenMs: number | null = null
  #violation: CounterSpan | null = null
  #missingMs = 0
  #untilMs: number | null = null
  /** Where the present stretch of violating values began. */
  #stretchFromMs: number | null = null
  #sum = 0
  #coveredMs = 0

  /** What lies before `fromMs`, the ramp-up, is not judged. */
  constructor(condition: CounterCondition, fromMs: number) {
    this.#condition = condition
    this.#fromMs = fromMs
  }

  get verdict(): CounterVerdict {
    return {
      state: this.#state,
      value: this.#value,
      violatedMs: this.#violatedMs,
      firstBrokenMs: this.#firstBrokenMs,
      violation: this.#violation,
      missingMs: this.#missingMs,
      untilMs: this.#untilMs,
    }
  }

  /** Takes the next value; spans come in ascending order and do not overlap. What they cover of the ramp-up is cut off. */
  feed(given: CounterSpan): void {
    const span = { ...given, fromMs: Math.max(given.fromMs, this.#fromMs, this.#untilMs ?? 0) }
    if (span.toMs <= span.fromMs) return
    const missing = span.fromMs - (this.#untilMs ?? this.#fromMs)
    // Before the first value of a run, less than the time between two values is no loss.
    if (this.#untilMs !== null || missing > span.toMs - span.fromMs) this.#missingMs += missing
    if (missing > 0) this.#stretchFromMs = null
    this.#untilMs = span.toMs
    const { window } = this.#condition
    if (window.kind === 'for') this.#judgeInARow(span, window.seconds * 1_000)
    else if (window.kind === 'within') this.#judgeWithin(span, window.seconds * 1_000)
    else this.#judgeAll(span)
  }

  /** Ends the judging at `endMs`. A `within` window that never filled is judged on what there was. */
  finish(endMs: number): CounterVerdict {
    const { window } = this.#condition
    if (window.kind === 'within' && this.#state === 'pending' && this.#window.length > 0)
      this.#settle(this.#window)
    this.#missingMs += this.missingSince(endMs)
    if (this.#state === 'pending') this.#state = 'none'
    return this.verdict
  }

  /** Time without a value up to `nowMs`, when it is longer than the newest value stood for; else 0. */
  missingSince(nowMs: number): number {
    const since = this.#untilMs ?? this.#fromMs
    const last = this.#window.at(-1)
    const usual = last === undefined ? 0 : last.toMs - last.fromMs
    const missing = nowMs - since
    return missing > usual ? missing : 0
  }

  #judgeInARow(span: CounterSpan, lengthMs: number): void {
    this.#window = [span]
    this.#value = span.value
    if (!this.#isViolated(span.value)) {
      this.#stretchFromMs = null
      if (this.#state === 'pending') this.#state = 'passed'
      return
    }
    this.#stretchFromMs ??= span.fromMs
    this.#violatedMs += span.toMs - span.fromMs
    if (span.toMs - this.#stretchFromMs >= lengthMs) this.#break({ ...span, fromMs: this.#stretchFromMs })
    else if (this.#state === 'pending') this.#state = 'passed'
  }

  #judgeWithin(span: CounterSpan, lengthMs: number): void {
    const begin = span.toMs - lengthMs
    this.#window = [...this.#window.filter(({ toMs }) => toMs > begin), span]
    if (begin < this.#fromMs) return
    const inside = this.#window.map(each => ({ ...each, fromMs: Math.max(each.fromMs, begin) }))
    if (coveredMs(inside) < lengthMs * neededShare) return
    this.#settle(inside, begin)
  }

  #settle(spans: readonly CounterSpan[], begin = this.#fromMs): void {
    const value =
      spans.reduce((sum, each) => sum + each.value * (each.toMs - each.fromMs), 0) / coveredMs(spans)
    const last = spans.at(-1)
    this.#value = value
    if (last === undefined) return
    if (this.#isViolated(value)) {
      this.#violatedMs += last.toMs - last.fromMs
      this.#break({ value, fromMs: begin, toMs: last.toMs })
    } else if (this.#state === 'pending') this.#state = 'passed'
  }

  #judgeAll(span: CounterSpan): void {
    this.#window = [span]
    const lengthMs = span.toMs - span.fromMs
    if (this.#isViolated(span.value)) this.#violatedMs += lengthMs
    this.#sum += span.value * lengthMs
    this.#coveredMs += lengthMs
    const value = this.#sum / this.#coveredMs
    this.#value = value
    // The present value on everything judged so far takes the place of an earlier one.
    this.#violation = null
    if (this.#isViolated(value)) return this.#break({ value, fromMs: this.#fromMs, toMs: span.toMs })
    this.#state = 'passed'
    this.#firstBrokenMs = null
  }

  #break(violation: CounterSpan): void {
    this.#state = 'broken'
    this.#firstBrokenMs ??= violation.toMs
    this.#violation ??= violation
  }

  #isViolated(value: number): boolean {
    return !holds(value, this.#condition.operator, this.#condition.threshold)
  }
}

const coveredMs = (spans: readonly CounterSpan[]): number =>
  spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
