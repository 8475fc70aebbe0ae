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

/** Durations: `850 ms`, `12 s`, `3 min 05 s`, `1 h 02 min`. */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return noValue
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
  return `${Math.floor(seconds / 3_600)} h ${two(Math.floor((seconds % 3_600) / 60))} min`
}

/** Seconds on a clock: `0:05`, `12:30`, `1:02:30`. */
export function formatClock(totalSeconds: number): string {
  const seconds = Math.max(0, Math.floor(totalSeconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Three digits and no unit, for tables whose heads carry `ms`. */
export const formatPlainMs = (value: number): string =>
  formatNumber(value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)))
