/** Round axis values for the preview; pure. */

/** The smallest of 1, 2, 5 × 10ⁿ that is at least `raw`; never below 1. */
export function niceStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, raw)))
  for (const factor of [1, 2, 5, 10]) if (factor * power >= raw) return factor * power
  return 10 * power
}

/** Seconds as `45 s`, `2:30` or `1:02:30`. */
export function formatAxisSeconds(total: number): string {
  const rounded = Math.round(total)
  if (total < 60) return `${Number(total.toFixed(1))} s`
  const hours = Math.floor(rounded / 3_600)
  const minutes = Math.floor((rounded % 3_600) / 60)
  const rest = String(rounded % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
