/** Durations as k6 writes them: numbers of ms, or texts such as `1h30m`. */
import { rawOf, type Value } from './values.ts'

const unitsMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/** null if it is none. */
export function millisecondsOf(value: Value | undefined): number | null {
  const text = rawOf(value)
  if (text === null) return null
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  if (!/^(\d+(\.\d+)?(ms|[dhms]))+$/.test(text)) return null
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)
  return Array.from(parts, ([, count, unit = '']) => Number(count) * (unitsMs[unit] ?? 0)).reduce(
    (sum, each) => sum + each,
    0,
  )
}
