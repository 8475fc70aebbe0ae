/** What may be chosen about a dashboard; the defaults are those of JMeter's reportgenerator.properties. */

/** Response times of a label up to which its users are satisfied, or tolerate it. */
export interface ApdexThresholds {
  readonly satisfiedMs: number
  readonly toleratedMs: number
}

export interface DashboardOptions extends ApdexThresholds {
  /** The first one whose label is the sample's name, or a regular expression for the whole of it, wins. */
  readonly perLabel: readonly (ApdexThresholds & { readonly label: string })[]
  /** Of charts over time; grows with the length of what was measured. */
  readonly granularityMs: number
  /** Samples whose whole name it matches count; null = all. */
  readonly sampleFilter: RegExp | null
  /** On: statistics also have the estimates that JMeter prints, at up to 160 kB a label. */
  readonly hasLegacyPercentiles: boolean
  /** Labels kept apart; what comes after is one label. */
  readonly maxLabels: number
}

export const defaultDashboardOptions: DashboardOptions = {
  satisfiedMs: 500,
  toleratedMs: 1_500,
  perLabel: [],
  granularityMs: 60_000,
  sampleFilter: null,
  hasLegacyPercentiles: false,
  maxLabels: 1_000,
}

/** A regular expression that a whole name has to match; null when it is none. */
export function wholeNamePattern(source: string): RegExp | null {
  try {
    return new RegExp(`^(?:${source})$`, 's')
  } catch {
    return null
  }
}

/** The thresholds of a label. */
export function thresholdsOf(label: string, options: DashboardOptions): ApdexThresholds {
  const own = options.perLabel.find(each => each.label === label || wholeNamePattern(each.label)?.test(label))
  return own ?? options
}
