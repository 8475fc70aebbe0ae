/** Interned layouts: the columns of a section's rows are told once, then named by a number. */
import type { Labels, Sample } from '../reading/samples.ts'
import { type CollectedRow, type Layout, type LayoutColumn, maxRowValues } from './batch.ts'

/** Layouts that a part of a section keeps; one that comes back later gets a new key. */
const keptPerPart = 4

/** Where and when the samples were taken. */
export interface Collection {
  readonly monitorId: string
  readonly section: string
  readonly slot: number
  readonly offsetMs: number
}

/** Of all collections of a section until its monitor is planned anew. */
type Cadence = Pick<Layout, 'cadenceMs'>

export class Layouts {
  #next = 1
  /** By monitor, then by section and part. */
  readonly #parts = new Map<string, Map<string, Layout[]>>()

  /** Rows of the samples, and the layouts among them that are new. */
  rowsOf(
    { cadenceMs, ...collection }: Collection & Cadence,
    samples: readonly Sample[],
  ): { rows: CollectedRow[]; layouts: Layout[] } {
    const rows: CollectedRow[] = []
    const layouts: Layout[] = []
    for (let part = 0; part * maxRowValues < samples.length; part++) {
      const own = samples.slice(part * maxRowValues, (part + 1) * maxRowValues)
      const { layout, isNew } = this.#layoutOf({ ...collection, cadenceMs }, part, own)
      if (isNew) layouts.push(layout)
      rows.push({
        ...collection,
        part,
        layout: layout.key,
        values: Float64Array.from(own, ({ value }) => value),
      })
    }
    return { rows, layouts }
  }

  /** Layouts that later rows may name, e.g. to tell them again to a store that lost them. */
  inUse(): Layout[] {
    return [...this.#parts.values()].flatMap(parts => [...parts.values()].flat())
  }

  forget(monitorId: string): void {
    this.#parts.delete(monitorId)
  }

  #layoutOf(
    { monitorId, section, cadenceMs }: Collection & Cadence,
    part: number,
    samples: readonly Sample[],
  ): { layout: Layout; isNew: boolean } {
    const parts = this.#parts.get(monitorId) ?? new Map<string, Layout[]>()
    this.#parts.set(monitorId, parts)
    const kept = parts.get(`${section} ${part}`) ?? []
    parts.set(`${section} ${part}`, kept)
    const known = kept.find(layout => layout.cadenceMs === cadenceMs && isLayoutOf(layout.columns, samples))
    if (known) return { layout: known, isNew: false }
    const layout: Layout = {
      key: this.#next++,
      monitorId,
      section,
      cadenceMs,
      columns: samples.map(columnOf),
    }
    kept.unshift(layout)
    kept.length = Math.min(kept.length, keptPerPart)
    return { layout, isNew: true }
  }
}

const isLayoutOf = (columns: readonly LayoutColumn[], samples: readonly Sample[]): boolean =>
  columns.length === samples.length &&
  samples.every(({ counter, kind, labels }, at) => {
    const column = columns[at]
    return column?.counter === counter && column.kind === kind && areEqual(column.labels, labels)
  })

function areEqual(one: Labels, other: Labels): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name])
}

const columnOf = ({ counter, kind, labels, help }: Sample): LayoutColumn => ({
  counter,
  kind,
  labels,
  ...(help ? { help } : {}),
})
