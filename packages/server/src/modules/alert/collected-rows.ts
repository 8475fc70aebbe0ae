/**
 * Rows as they are evaluated: the parts of one collection of a section together, since what is compared may be made of
 * several parts, and the figures of a row beside the one before it.
 */
import type { AlertReading } from '@pone/alerts/rule.ts'
import { labelKey } from '@pone/monitors/series/counter-values.ts'
import { rateBetween } from '@pone/monitors/series/rate.ts'
import type { LatestRow, SampleRow, SeriesKey, SeriesLayout } from '../../adapters/time-series/time-series.ts'

/** A series of a row; `index` is that of its value. */
export interface RowSeries extends SeriesKey {
  readonly index: number
}

/** The newest row of a section, of which rates need the values. */
export interface PreviousRow {
  readonly slotMs: number
  readonly series: readonly SeriesKey[]
  readonly values: Float64Array
}

type SectionOf = Pick<SeriesLayout, 'monitorId' | 'section'>
export const sectionKey = ({ monitorId, section }: SectionOf): string => `${monitorId} ${section}`

const maxRemembered = 50_000

/** Joins parts; collections with the same layouts get the same joint layout, by which plans are kept. */
export class CollectedRows {
  readonly #joints = new Map<
    string,
    { readonly parts: readonly SeriesLayout[]; readonly joint: SeriesLayout }
  >()

  /** In the order of their slots. */
  of(rows: readonly SampleRow[]): SampleRow[] {
    const collections = Map.groupBy(rows, ({ layout, slotMs }) => `${sectionKey(layout)} ${slotMs}`)
    return [...collections.values()]
      .map(parts => this.#joined(parts))
      .toSorted((one, other) => one.slotMs - other.slotMs)
  }

  #joined(rows: readonly SampleRow[]): SampleRow {
    const parts = rows.toSorted((one, other) => one.layout.part - other.layout.part)
    const [first] = parts
    if (first === undefined) throw new RangeError('a collection has no row')
    if (parts.length === 1) return first
    const layout = this.#jointOf(
      first.layout,
      parts.map(row => row.layout),
    )
    return { layout, slotMs: first.slotMs, values: valuesOf(parts) }
  }

  #jointOf(first: SeriesLayout, parts: readonly SeriesLayout[]): SeriesLayout {
    const key = sectionKey(first)
    const known = this.#joints.get(key)
    if (known?.parts.length === parts.length && known.parts.every((part, index) => part === parts[index]))
      return known.joint
    if (this.#joints.size > maxRemembered) this.#joints.clear()
    const joint = { ...first, part: 0, series: parts.flatMap(({ series }) => series) }
    this.#joints.set(key, { parts, joint })
    return joint
  }
}

/** Of stored parts those of the newest collection, by section. */
export function previousRows(rows: readonly LatestRow[]): Map<string, PreviousRow> {
  return new Map(
    [...Map.groupBy(rows, sectionKey)].map(([key, parts]) => {
      const slotMs = Math.max(...parts.map(row => row.slotMs))
      const newest = parts
        .filter(row => row.slotMs === slotMs)
        .toSorted((one, other) => one.part - other.part)
      return [key, { slotMs, series: newest.flatMap(({ series }) => series), values: valuesOf(newest) }]
    }),
  )
}

function valuesOf(parts: readonly { readonly values: Float64Array }[]): Float64Array {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first.values
  return Float64Array.from(parts.flatMap(({ values }) => [...values]))
}

export type FigureOf = (series: RowSeries, fn: AlertReading['fn']) => number

/** A series of the row as it is, or as rate per second; NaN: not known. `cadenceMs`: between the evaluated rows. */
export function figuresOf(
  { layout, slotMs, values }: SampleRow,
  previous: PreviousRow | undefined,
  cadenceMs = layout.cadenceMs,
): FigureOf {
  let indexes: ReadonlyMap<string, number> | undefined
  const indexBefore = (series: RowSeries, before: PreviousRow): number => {
    if (before.series === layout.series) return series.index
    indexes ??= new Map(before.series.map((key, index) => [keyOf(key), index]))
    return indexes.get(keyOf(series)) ?? -1
  }
  return (series, fn) => {
    const value = values[series.index] ?? Number.NaN
    if (fn === 'value' || series.kind !== 'counter') return value
    if (previous === undefined) return Number.NaN
    const before = previous.values[indexBefore(series, previous)] ?? Number.NaN
    return rateBetween({ at: previous.slotMs, value: before }, { at: slotMs, value }, cadenceMs)
  }
}

const keyOf = ({ counter, labels }: Pick<SeriesKey, 'counter' | 'labels'>): string =>
  `${counter} ${labelKey(labels)}`
