/** What monitors told of the counters that SLA rules name. */

/** Values of one rule's counter in the order of time, several series already made one. */
export interface RuleValues {
  readonly ruleId: string
  /** Whether a value stands for all time since the collection before, and not for an instant. */
  readonly isRate: boolean
  /** Time between two collections, ms. */
  readonly cadenceMs: number
  /** How much later than collected values usually arrive, ms. */
  readonly delayMs: number
  /** Instants of collections, epoch ms. */
  readonly at: readonly number[]
  /** In the counter's unit, one for each instant; NaN: not known. */
  readonly values: readonly number[]
}
