/** The options of a dashboard; the defaults are those of JMeter's reportgenerator.properties. */

/** Response times of a label up to which its users are satisfied, or tolerate it. */
export interface ApdexThresholds {
  readonly satisfiedMs: number
  readonly toleratedMs: number
}

export interface DashboardOptions extends ApdexThresholds {
  /** The first entry whose label is the sample's name, or a regular expression that matches all of it, applies. */
  readonly perLabel: readonly (ApdexThresholds & { readonly label: string })[]
  /** For charts over time; increases with the duration of the results. */
  readonly granularityMs: number
  /** Only samples whose whole name it matches count; null = all. */
  readonly sampleFilter: RegExp | null
  /** On: statistics also contain the estimates that JMeter prints, at up to 160 kB a label. */
  readonly hasLegacyPercentiles: boolean
  /** Maximum number of separate labels; later ones are counted as one label. */
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

/** A regular expression that must match a whole name; null when it is invalid. */
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
