/** Dates as people type them and programs send them, with their distance from a day; pure. */

const dayMs = 86_400_000

const forms: readonly (readonly [pattern: RegExp, format: string])[] = [
  [/^(\d{4})-(\d{2})-(\d{2})$/, 'yyyy-MM-dd'],
  [/^(\d{4})\/(\d{2})\/(\d{2})$/, 'yyyy/MM/dd'],
  [/^(20\d{2})(\d{2})(\d{2})$/, 'yyyyMMdd'],
]

/** A typed date is not far from the day on which it is typed, days. */
const maxDays = 366

/** How the text writes a date and how far that is from the day of the recording (UTC); null if it is none. */
export function dateOf(
  text: string,
  recordedAtMs: number,
): { readonly format: string; readonly offset: string } | null {
  for (const [pattern, format] of forms) {
    const [, year, month, day] = pattern.exec(text) ?? []
    if (year === undefined) continue
    const atMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
    const isReal =
      new Date(atMs).getUTCDate() === Number(day) && new Date(atMs).getUTCMonth() === Number(month) - 1
    const days = Math.round((atMs - Math.floor(recordedAtMs / dayMs) * dayMs) / dayMs)
    if (!isReal || Math.abs(days) > maxDays) return null
    return { format, offset: days === 0 ? '' : `${days > 0 ? '+' : '-'}${Math.abs(days)}d` }
  }
  return null
}
