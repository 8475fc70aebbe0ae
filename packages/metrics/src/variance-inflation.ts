/** By how much neighbouring windows of a run depend on each other: a value of many that resemble each other tells less than one of as many independent ones. */

/** Lags beyond this share of the shorter series are noise. */
const lagShare = 0.25
/** No series is taken for one that never comes back to its mean. */
const maxCorrelation = 0.97
/** A variance is corrected by this factor at most for having been estimated from too few independent values. */
const leastKnown01 = 0.05

/**
 * Factor ≥ 1 by which dependence inflates the variance of a mean of these series, which are in order of time; NaN marks a missing value.
 * Each series has its own mean. The larger one of two estimates: the sum of the pooled autocorrelations, and the factor of a
 * first-order process whose correlation is the pooled one, corrected for bias.
 * @see Marriott & Pope 1954, bias
 */
export function varianceInflation(series: readonly Float64Array[]): number {
  const dependence = dependenceOf(series)
  const { each, correlationAt } = dependence
  const summed = summedBy(dependence)
  if (each < 4) return summed
  const unbiased = Math.max(0, (each * correlationAt(1) + 1) / (each - 3))
  return Math.max(summed, firstOrderInflation(each, Math.min(maxCorrelation, unbiased)))
}

/** The sum of the pooled autocorrelations while they are positive; no kind of process is assumed. @see Geyer 1992, initial positive sequence */
export const summedInflation = (series: readonly Float64Array[]): number => summedBy(dependenceOf(series))

function summedBy({ each, lags, correlationAt }: Dependence): number {
  let factor = 1
  for (let lag = 1; lag <= lags; lag++) {
    const correlation = correlationAt(lag) + factor / each
    if (correlation <= 0) break
    factor += 2 * correlation
  }
  return factor
}

/** Known values of a series on average, and the pooled autocorrelation at a lag, not corrected for bias; negative ones where nothing varies. */
interface Dependence {
  readonly each: number
  /** Those beyond are noise. */
  readonly lags: number
  readonly correlationAt: (lag: number) => number
}

function dependenceOf(series: readonly Float64Array[]): Dependence {
  const centred = series.map(centre)
  const variance = centred.reduce((sum, values) => sum + lagSum(values, 0), 0)
  return {
    each: centred.reduce((sum, values) => sum + knownOf(values), 0) / series.length,
    lags: Math.floor(Math.min(...series.map(values => values.length)) * lagShare),
    correlationAt: lag =>
      variance === 0 ? -1 : centred.reduce((sum, values) => sum + lagSum(values, lag), 0) / variance,
  }
}

/** Of the mean of that many values of a first-order process in which a value correlates with the one before it; exact. @see Bartlett 1946 */
export function firstOrderInflation(count: number, correlation: number): number {
  let factor = 1
  for (let lag = 1; lag < count; lag++) factor += 2 * (1 - lag / count) * correlation ** lag
  return Math.max(1, factor)
}

/** The inflation for a variance that was itself estimated within series of that many values: it is too small by what they have in common. */
export const withinSeries = (inflation: number, count: number): number =>
  inflation === 1
    ? 1
    : Math.max(1, (inflation * (1 - 1 / count)) / Math.max(leastKnown01, 1 - inflation / count))

const knownOf = (values: Float64Array): number =>
  values.reduce((count, value) => (Number.isNaN(value) ? count : count + 1), 0)

function centre(values: Float64Array): Float64Array {
  let sum = 0
  let count = 0
  for (const value of values) {
    if (Number.isNaN(value)) continue
    sum += value
    count += 1
  }
  return values.map(value => value - sum / count)
}

function lagSum(values: Float64Array, lag: number): number {
  let sum = 0
  for (let at = lag; at < values.length; at++) {
    const product = (values[at] ?? 0) * (values[at - lag] ?? 0)
    if (!Number.isNaN(product)) sum += product
  }
  return sum
}
