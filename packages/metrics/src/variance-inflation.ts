/** By how much neighbouring windows of a run depend on each other: a value of many that resemble each other tells less than one of as many independent ones. */

/** Lags beyond this share of the shorter series are noise. */
const lagShare = 0.25

/**
 * Factor ≥ 1 by which dependence inflates the variance of a mean of these series, which are in order of time; NaN marks a missing value.
 * Each series has its own mean; autocorrelations are pooled, corrected for bias, and summed up while they are positive.
 * @see Geyer 1992, initial positive sequence
 */
export function varianceInflation(series: readonly Float64Array[]): number {
  const centred = series.map(centre)
  const used = centred.map(values =>
    values.reduce((count, value) => (Number.isNaN(value) ? count : count + 1), 0),
  )
  const count = used.reduce((sum, each) => sum + each, 0)
  const variance = centred.reduce((sum, values) => sum + lagSum(values, 0), 0)
  if (variance === 0) return 1
  const lags = Math.floor(Math.min(...centred.map(values => values.length)) * lagShare)
  const bias = series.length / count
  let factor = 1
  for (let lag = 1; lag <= lags; lag++) {
    const correlation =
      centred.reduce((sum, values) => sum + lagSum(values, lag), 0) / variance + bias * factor
    if (correlation <= 0) break
    factor += 2 * correlation
  }
  return factor
}

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
