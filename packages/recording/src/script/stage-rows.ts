/** A load that goes from level to level, as rows of trapezoids whose sum it is; pure. */
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'

/** A corner of the load: users, or arrivals per second. */
export interface LoadCorner {
  readonly seconds: number
  readonly level: number
}

type Row = Extract<LoadModel, { kind: 'userDefined' }>['rows'][number]

const maxRows = 100

/**
 * Rows of the load between the corners, straight from each to the next; it is none before the first and behind the last.
 * Each band between two neighbouring levels is as long as the load is above it. null if there are too many rows, or none.
 */
export function rowsOf(corners: readonly LoadCorner[]): readonly Row[] | null {
  const levels = [...new Set([0, ...corners.map(({ level }) => level)])].toSorted((one, other) => one - other)
  const rows: Row[] = []
  for (const [at, top] of levels.entries()) {
    const bottom = levels[at - 1]
    if (bottom === undefined) continue
    rows.push(...rowsOfBand(corners, bottom, top))
    if (rows.length > maxRows) return null
  }
  return rows.length === 0 ? null : rows
}

function rowsOfBand(corners: readonly LoadCorner[], bottom: number, top: number): Row[] {
  const rows: Row[] = []
  let rise: { readonly from: number; readonly to: number } | null = null
  const end = (from: number, to: number) => {
    if (rise === null || to <= rise.from) return
    const { from: startDelaySeconds, to: reached } = rise
    rows.push({
      users: top - bottom,
      startDelaySeconds: rounded(startDelaySeconds),
      rampUpSeconds: rounded(reached - startDelaySeconds),
      holdSeconds: rounded(from - reached),
      rampDownSeconds: rounded(to - from),
    })
    rise = null
  }
  let before: LoadCorner | undefined
  for (const corner of corners) {
    const isAbove = corner.level >= top
    const wasAbove = (before?.level ?? 0) >= top
    if (isAbove && !wasAbove)
      rise = { from: crossing(before, corner, bottom), to: crossing(before, corner, top) }
    else if (!isAbove && wasAbove && before !== undefined)
      end(crossing(before, corner, top), crossing(before, corner, bottom))
    before = corner
  }
  const last = corners.at(-1)?.seconds ?? 0
  end(last, last)
  return rows
}

/** When the load between two corners is at a level; a jump is at the time of the second one. */
function crossing(from: LoadCorner | undefined, to: LoadCorner, level: number): number {
  if (from === undefined) return to.seconds
  return from.seconds + ((to.seconds - from.seconds) * (level - from.level)) / (to.level - from.level)
}

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000
