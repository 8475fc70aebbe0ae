/** Which flame diagrams of two runs can be compared: those of the same target that measured the same. */
import type { ProfilePart, ProfileRecord } from '@pone/contract/entities/profile.ts'
import { profileKinds } from '@pone/profiles/model/profile.ts'

/** A flame diagram, and which of its profiles is meant. */
export interface FlameSide {
  readonly record: ProfileRecord
  readonly part: number
}

export interface FlamePair {
  readonly key: string
  /** Name of the monitor; '' for uploaded files. */
  readonly target: string
  readonly measured: Pick<ProfilePart, 'kind' | 'source' | 'unit'>
  /** Of each run, in the order in which they were taken. */
  readonly before: readonly FlameSide[]
  readonly after: readonly FlameSide[]
}

/** CPU first, as types are listed everywhere. */
export function flamePairs(before: readonly ProfileRecord[], after: readonly ProfileRecord[]): FlamePair[] {
  const former = sidesByKey(before)
  const latter = sidesByKey(after)
  return [...former]
    .flatMap(([key, sides]) => {
      const others = latter.get(key)
      const [first] = sides
      const part = first?.record.parts[first.part]
      if (first === undefined || part === undefined || others === undefined) return []
      const { kind, source, unit } = part
      return [
        {
          key,
          target: first.record.origin?.monitorName ?? '',
          measured: { kind, source, unit },
          before: sides,
          after: others,
        },
      ]
    })
    .toSorted((a, b) => orderOf(a) - orderOf(b) || (a.target < b.target ? -1 : 1))
}

const orderOf = ({ measured }: FlamePair): number => profileKinds.indexOf(measured.kind)

function sidesByKey(records: readonly ProfileRecord[]): Map<string, FlameSide[]> {
  const sides = new Map<string, FlameSide[]>()
  for (const record of records)
    for (const [part, { kind, unit, source }] of record.parts.entries()) {
      const key = [record.origin?.monitorId ?? '', kind, unit, source].join(' ')
      sides.set(key, [...(sides.get(key) ?? []), { record, part }])
    }
  return sides
}
