/** Figures of exported reports as people read them; the same forms as in the web. */
import type { Language } from '@pone/contract/errors.ts'

export const noValue = '–'

/** Whole numbers with separators; others with as many digits as decide: 0.123, 12.3, 1,234. */
export function formatNumber(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return noValue
  const size = Math.abs(value)
  const digits = Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** `0.42 ms`, `12.3 ms`, `850 ms`, `1.25 s`. */
export function formatMs(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return noValue
  return Math.abs(value) < 1_000
    ? `${formatNumber(Number(value.toPrecision(3)))} ms`
    : `${formatNumber(Number((value / 1_000).toPrecision(3)))} s`
}

/** Three digits and no unit, for tables whose heads carry `ms`. */
export const formatPlainMs = (value: number): string =>
  formatNumber(value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3)))

/** Two digits, and never 0 or 100 where that would be untrue. */
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

const two = (value: number): string => String(value).padStart(2, '0')

/** `850 ms`, `12 s`, `3 min 05 s`, `1 h 02 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
  return `${Math.floor(seconds / 3_600)} h ${two(Math.floor((seconds % 3_600) / 60))} min`
}

/** Seconds on a clock: `0:05`, `12:30`, `1:02:30`. */
export function formatClock(totalSeconds: number): string {
  const seconds = Math.max(0, Math.floor(totalSeconds))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** An instant in the server's zone with its distance from UTC: a file has no zone of its own. */
export function formatInstant(at: number | null, language: Language): string {
  if (at === null) return noValue
  const date = new Date(at)
  const minutes = -date.getTimezoneOffset()
  const zone = `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  const text = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(date)
  return `${text} ${zone}`
}
