/** Which slots of which sections were dropped from the spool, so that the server can tell the cause of the gap. Pure. */
import type { MonitorBatch } from '@pone/contract/link/monitors.ts'

export interface DroppedSection {
  readonly monitorId: string
  readonly section: string
  /** First and last dropped slot, epoch ms. */
  readonly from: number
  readonly last: number
}

/** Slots of a section are dropped in their order, so one range per section tells all of them. */
export class DroppedSections {
  readonly #ranges = new Map<string, DroppedSection>()

  addBatch({ rows, texts, tables }: Pick<MonitorBatch, 'rows' | 'texts' | 'tables'>): void {
    for (const { monitorId, section, slot } of [...rows, ...texts, ...tables])
      this.add({ monitorId, section, from: slot, last: slot })
  }

  add({ monitorId, section, from, last }: DroppedSection): void {
    const key = `${monitorId} ${section}`
    const known = this.#ranges.get(key)
    this.#ranges.set(key, {
      monitorId,
      section,
      from: Math.min(known?.from ?? from, from),
      last: Math.max(known?.last ?? last, last),
    })
  }

  /** Returns all ranges and forgets them. */
  take(): DroppedSection[] {
    const ranges = [...this.#ranges.values()]
    this.#ranges.clear()
    return ranges
  }
}
