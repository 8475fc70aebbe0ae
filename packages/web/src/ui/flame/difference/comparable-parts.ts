/** Which profiles of two flame diagrams can be compared. */
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'

export interface PartPair {
  readonly before: number
  readonly after: number
}

/** Each profile of the former that can be compared with one of the latter. */
export const comparablePairs = (before: ProfileRecord, after: ProfileRecord): PartPair[] =>
  [...before.parts.keys()].flatMap(part => {
    const pair = comparableParts(before, after, part)
    return pair?.before === part ? [pair] : []
  })

/** Pairs of the same type and unit, those of the same source first; `wanted` counts in the former's profiles. */
export function comparableParts(
  before: ProfileRecord,
  after: ProfileRecord,
  wanted: number,
): PartPair | null {
  const order = [wanted, ...before.parts.keys()]
  for (const isExact of [true, false])
    for (const index of order) {
      const part = before.parts[index]
      if (part === undefined) continue
      const other = after.parts.findIndex(
        ({ kind, unit, source }) =>
          kind === part.kind && unit === part.unit && (!isExact || source === part.source),
      )
      if (other >= 0) return { before: index, after: other }
    }
  return null
}
