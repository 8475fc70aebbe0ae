/** The time that the curve of an incident shows: the incident with a quarter of its length on both sides; pure. */

const shortestMarginMs = 10 * 60_000
const longestMarginMs = 6 * 3_600_000

export function incidentRange(
  { openedAt, closedAt }: { readonly openedAt: number; readonly closedAt: number | null },
  now: number,
): { readonly from: number; readonly to: number } {
  const end = closedAt ?? now
  const margin = Math.min(longestMarginMs, Math.max(shortestMarginMs, (end - openedAt) / 4))
  return { from: Math.round(openedAt - margin), to: Math.round(Math.min(now, end + margin)) }
}
