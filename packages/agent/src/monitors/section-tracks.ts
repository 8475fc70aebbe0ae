/** How far each section has been collected, so that the slots that pass without a collector process are a gap with its cause, and so that what was being collected when it ended is known. Pure. */
import { offsetOf, slotAfter } from '@pone/monitors/series/grid.ts'
import {
  cadenceOf,
  filledParams,
  type MonitorType,
  type ParamValues,
  sectionsFor,
} from '@pone/monitors/type.ts'
import type { BatchContent } from './batch-content.ts'

export type Gap = BatchContent['gaps'][number]

export interface TrackedMonitor {
  readonly monitorId: string
  readonly type: MonitorType
  readonly params: ParamValues
  readonly frequencyMs: number
  /** Where it differs. */
  readonly ownFrequencyMs?: number | undefined
}

interface Track {
  readonly monitorId: string
  readonly section: string
  readonly cadenceMs: number
  /** The newest slot whose collection is over, or whose state is known, epoch ms. */
  lastSlot: number
  /** Collections that run. */
  running: number
  /** The process has ended since: first slot that may be missing, and whether a state tells so. */
  missing: { readonly from: number; isTold: boolean } | null
}

export const sectionKey = (monitorId: string, section: string): string => `${monitorId} ${section}`

export class SectionTracks {
  readonly #tracks = new Map<string, Track>()
  readonly #sections = new Map<string, string[]>()

  /** A new or changed monitor. */
  put({ monitorId, type, params, frequencyMs, ownFrequencyMs }: TrackedMonitor, now: number): void {
    this.remove(monitorId)
    const offsetMs = offsetOf(monitorId, ownFrequencyMs ?? frequencyMs)
    const keys = sectionsFor(type, filledParams(type, params)).map(section => {
      const cadenceMs = cadenceOf(section, frequencyMs)
      const lastSlot = slotAfter(now, cadenceMs, offsetMs) - cadenceMs
      const key = sectionKey(monitorId, section.key)
      this.#tracks.set(key, {
        monitorId,
        section: section.key,
        cadenceMs,
        lastSlot,
        running: 0,
        missing: null,
      })
      return key
    })
    this.#sections.set(monitorId, keys)
  }

  remove(monitorId: string): void {
    for (const key of this.keysOf(monitorId)) this.#tracks.delete(key)
    this.#sections.delete(monitorId)
  }

  keysOf(monitorId: string): readonly string[] {
    return this.#sections.get(monitorId) ?? []
  }

  find(key: string): { readonly monitorId: string; readonly section: string } | undefined {
    return this.#tracks.get(key)
  }

  has(monitorId: string, section: string): boolean {
    return this.#tracks.has(sectionKey(monitorId, section))
  }

  began(monitorId: string, section: string): void {
    const track = this.#tracks.get(sectionKey(monitorId, section))
    if (track !== undefined) track.running += 1
  }

  ended(monitorId: string, section: string, slot: number): void {
    const track = this.#tracks.get(sectionKey(monitorId, section))
    if (track === undefined) return
    track.running = Math.max(0, track.running - 1)
    track.lastSlot = Math.max(track.lastSlot, slot)
  }

  /** Something came of a slot. Returns the gap that ends with it. */
  came(monitorId: string, section: string, slot: number): Gap | null {
    const track = this.#tracks.get(sectionKey(monitorId, section))
    if (track === undefined) return null
    track.lastSlot = Math.max(track.lastSlot, slot)
    const { missing } = track
    track.missing = null
    if (missing === null || missing.isTold || slot <= missing.from) return null
    return { monitorId, section, from: missing.from, until: slot, cause: 'collectorEnded' }
  }

  /** The process has ended. Returns the keys of what was being collected. */
  died(): Set<string> {
    const running = new Set<string>()
    for (const [key, track] of this.#tracks) {
      if (track.running > 0) running.add(key)
      track.running = 0
      track.missing ??= { from: track.lastSlot + track.cadenceMs, isTold: false }
    }
    return running
  }

  /** Sections among the asked ones of which slots have passed without values since the process ended, each told once, and since when. */
  takeMissing(
    now: number,
    isAsked: (key: string) => boolean,
  ): { key: string; monitorId: string; section: string; from: number }[] {
    return [...this.#tracks].flatMap(([key, { monitorId, section, missing }]) => {
      if (missing === null || missing.isTold || missing.from > now || !isAsked(key)) return []
      missing.isTold = true
      return [{ key, monitorId, section, from: missing.from }]
    })
  }

  /** Since when a section that is set aside has no values; its state is told by the caller. */
  setAside(key: string): number {
    const track = this.#tracks.get(key)
    if (track === undefined) return 0
    track.missing ??= { from: track.lastSlot + track.cadenceMs, isTold: true }
    track.missing.isTold = true
    return track.missing.from
  }
}
