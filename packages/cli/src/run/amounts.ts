/** Reads amounts as people write them on a command line: durations, rates, whole numbers. */
import { perSecondOf, rateOf } from '@pone/plan/load-models/rates.ts'

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** `30s`, `1m30s`, `500ms`, `2h`, or a bare number of seconds, in ms; null for anything else. */
export function durationMsOf(text: string): number | null {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return null
  let sumMs = 0
  for (const [, amount, unit = 's'] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
    sumMs += Number(amount) * (unitMs[unit] ?? 0)
  }
  return sumMs
}

/** `100`, `0.5/s`, `90/m` or `200/h` in starts per second; null for anything else and for 0. */
export function ratePerSecondOf(text: string): number | null {
  const rate = rateOf(text)
  return rate === null ? null : perSecondOf(rate.amount, rate.unit)
}

/** A whole number from `min` on; null for anything else. */
export function wholeNumberOf(text: string, min: number): number | null {
  const value = Number(text)
  return /^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min ? value : null
}
