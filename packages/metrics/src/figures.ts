/** Figures as people read them, the same on pages and in exported reports: numbers, sizes, percentages, durations; pure. */

/** Shown where there is no value. */
export const noValue = '–'

/** Whole numbers with separators; others with as many digits as decide: 0.123, 12.3, 1,234. */
export function formatNumber(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return noValue
  if (Number.isInteger(value)) return value.toLocaleString('en-US')
  const size = Math.abs(value)
  return value.toLocaleString('en-US', {
    maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3,
  })
}

/** Milliseconds as `0.42 ms`, `12.3 ms`, `850 ms`, `1.25 s`, `95 s`. */
export function formatMs(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return noValue
  return Math.abs(value) < 1_000
    ? `${formatNumber(Number(value.toPrecision(3)))} ms`
    : `${formatNumber(Number((value / 1_000).toPrecision(3)))} s`
}

/** Percentages with two digits, more digits only where 0 or 100 would be untrue. */
export function formatPercent(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return noValue
  if (value > 0 && value < 0.01) return '< 0.01 %'
  if (value < 100 && value > 99.99) return '> 99.99 %'
  return `${Number(value.toFixed(2))} %`
}

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const
/** Bytes in binary units. */
export function formatBytes(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return noValue
  let scaled = value
  let unit = 0
  while (Math.abs(scaled) >= 1_024 && unit < byteUnits.length - 1) {
    scaled /= 1_024
    unit += 1
  }
  return `${unit === 0 ? Math.round(scaled) : formatNumber(Number(scaled.toPrecision(3)))} ${byteUnits[unit] ?? 'B'}`
}

/** Durations to a tenth of a second: `850 ms`, `56.7 s`, `3 min 05 s`; from an hour on `1 h 02 min`. */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return noValue
  if (ms < 999.5) return `${Math.round(ms)} ms`
  const { hours, minutes, seconds } = clockPartsOf(ms)
  if (hours > 0) return `${hours} h ${twoDigits(minutes)} min`
  return minutes > 0 ? `${minutes} min ${twoDigits(seconds)} s` : `${seconds} s`
}

/** Seconds on a clock, to a tenth: `0:05`, `0:56.7`, `1:02:30`. */
export function formatClock(totalSeconds: number): string {
  const { hours, minutes, seconds } = clockPartsOf(totalSeconds * 1_000)
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`
    : `${minutes}:${twoDigits(seconds)}`
}

/** A value of a monitor's counter, in a unit as monitor types spell it; a count has none. */
export function formatCounter(value: number | null, unit: string): string {
  if (value === null) return noValue
  if (unit === '%') return formatPercent(value)
  if (unit === 'ms') return formatMs(value)
  if (unit === 'bytes' || unit === 'bytes/s') return `${formatBytes(value)}${unit.slice('bytes'.length)}`
  const number = formatNumber(value)
  if (unit === '' || unit === 'count') return number
  return `${number} ${unit === 'count/s' ? '/s' : unit}`
}

/** A part of a run on its clock, given in ms: `0:05 – 1:00`. */
export const formatClockRange = (fromMs: number, toMs: number): string =>
  `${formatClock(fromMs / 1_000)} – ${formatClock(toMs / 1_000)}`

/** Rounded once, so that a length reads the same wherever it stands; seconds have a tenth where it is not 0. */
function clockPartsOf(ms: number): { hours: number; minutes: number; seconds: number } {
  const tenths = Math.max(0, Math.round(ms / 100))
  const minutes = Math.floor(tenths / 600)
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, seconds: (tenths % 600) / 10 }
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value))

/** The most users at a time; `sampled` numbers may have missed it. */
export const formatPeak = (users: number, basis: 'maximum' | 'sampled'): string =>
  basis === 'sampled' ? `≥ ${formatNumber(users)}` : formatNumber(users)

/** Three digits and no unit, for tables whose heads carry `ms`. */
export const formatPlainMs = (value: number): string =>
  formatNumber(value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)))
