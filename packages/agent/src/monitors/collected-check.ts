/** Checks what a collector process reports, as if it were hostile: only values of planned sections, of about now, in layouts that fit. Numbers layouts anew, since each process counts its own from 1. */
import type { MonitorLayout } from '@pone/contract/link/monitors.ts'
import type { CollectedReport } from '../collector/protocol.ts'
import type { BatchContent } from './batch-content.ts'

/** A collection may take as long as its time-out; clocks jump. */
const maxAgeMs = 3_600_000
const maxAheadMs = 5_000
const bytesPerValue = 8
/** Layouts that a part of a section keeps: twice as many as a collector itself. */
const keptPerPart = 8
/** Of all layouts together. */
const maxLayoutBytes = 128 * 1024 ** 2

export interface CollectedCheckOptions {
  readonly isPlanned: (monitorId: string, section: string) => boolean
  /** Called before a layout is forgotten that waiting rows may name. */
  readonly beforeForgetting: (monitorId: string) => void
}

interface KnownLayout {
  readonly layout: MonitorLayout
  /** Its number in the process. */
  readonly told: number
  readonly sizeBytes: number
}

/** Our numbers of the layouts of a monitor, and of each part of a section the oldest first. */
interface MonitorLayouts {
  readonly keys: Set<number>
  readonly parts: Map<string, number[]>
}

export class CollectedCheck {
  readonly #options: CollectedCheckOptions
  #next = 1
  /** By the number of this process, and by ours. */
  readonly #told = new Map<number, number>()
  readonly #layouts = new Map<number, KnownLayout>()
  readonly #monitors = new Map<string, MonitorLayouts>()
  #bytes = 0

  constructor(options: CollectedCheckOptions) {
    this.#options = options
  }

  layout(key: number): MonitorLayout | undefined {
    return this.#layouts.get(key)?.layout
  }

  /** Forgets a process that has ended; to be called when no row waits. */
  reset(): void {
    this.#told.clear()
    this.#layouts.clear()
    this.#monitors.clear()
    this.#bytes = 0
  }

  /** To be called when no row of the monitor waits. */
  remove(monitorId: string): void {
    for (const key of this.#monitors.get(monitorId)?.keys ?? []) this.#forget(key)
    this.#monitors.delete(monitorId)
  }

  /** What may be spooled of a report. @throws Error for a process that tells too many layouts */
  check(report: CollectedReport, now: number): { content: BatchContent; refused: number } {
    let refused = 0
    for (const layout of report.layouts) this.#add(layout)
    const isFine = ({ monitorId, section, slot }: Placed): boolean => {
      const isOurs =
        slot <= now + maxAheadMs && slot >= now - maxAgeMs && this.#options.isPlanned(monitorId, section)
      if (!isOurs) refused += 1
      return isOurs
    }
    const rows = report.rows.filter(isFine).flatMap(row => {
      const layout = this.#named(row)
      if (layout === undefined) refused += 1
      return layout === undefined ? [] : [{ ...row, layout }]
    })
    const { texts, tables, states } = report
    return {
      content: {
        rows,
        texts: texts.filter(isFine),
        tables: tables.filter(isFine),
        states: states.filter(isFine),
        gaps: [],
      },
      refused,
    }
  }

  #add(layout: MonitorLayout): void {
    if (!this.#options.isPlanned(layout.monitorId, layout.section) || this.#told.has(layout.key)) return
    const sizeBytes = JSON.stringify(layout).length
    this.#bytes += sizeBytes
    if (this.#bytes > maxLayoutBytes) throw new Error('too many layouts')
    const key = this.#next++
    this.#told.set(layout.key, key)
    this.#layouts.set(key, { layout: { ...layout, key }, told: layout.key, sizeBytes })
    const own = this.#monitors.get(layout.monitorId) ?? { keys: new Set(), parts: new Map() }
    own.keys.add(key)
    this.#monitors.set(layout.monitorId, own)
  }

  /** Our number of the layout of a row; undefined for one that does not fit. */
  #named({ monitorId, section, part, layout, values }: CollectedReport['rows'][number]): number | undefined {
    const key = this.#told.get(layout)
    const known = key === undefined ? undefined : this.#layouts.get(key)?.layout
    if (key === undefined || known?.monitorId !== monitorId || known.section !== section) return undefined
    if (values.length !== Math.ceil((known.columns.length * bytesPerValue) / 3) * 4) return undefined
    this.#use(monitorId, `${section} ${part}`, key)
    return key
  }

  #use(monitorId: string, part: string, key: number): void {
    const parts = this.#monitors.get(monitorId)?.parts
    const keys = parts?.get(part) ?? []
    if (keys.includes(key)) return
    parts?.set(part, keys)
    keys.push(key)
    if (keys.length <= keptPerPart) return
    this.#options.beforeForgetting(monitorId)
    const oldest = keys.shift()
    if (oldest !== undefined) this.#forget(oldest)
  }

  #forget(key: number): void {
    const known = this.#layouts.get(key)
    if (known === undefined) return
    this.#bytes -= known.sizeBytes
    this.#layouts.delete(key)
    this.#told.delete(known.told)
    this.#monitors.get(known.layout.monitorId)?.keys.delete(key)
  }
}

interface Placed {
  readonly monitorId: string
  readonly section: string
  readonly slot: number
}
