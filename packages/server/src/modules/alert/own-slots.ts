/**
 * Alerts count breaches, so a monitor that is collected faster while a run lasts is evaluated as often as by its own
 * frequency: of each interval of its own the first collection that is there. Pure.
 */
import { offsetOf } from '@pone/monitors/series/grid.ts'
import { cadenceOf, type MonitorType } from '@pone/monitors/type.ts'
import type { SampleRow } from '../../adapters/time-series/time-series.ts'
import { sectionKey } from './collected-rows.ts'

/** `frequencyMs`: its own. */
export interface OwnPace {
  readonly id: string
  readonly frequencyMs: number
  /** undefined: not known. */
  readonly definition: MonitorType | undefined
}

/** Of a section by the monitor's own frequency, ms; undefined for a section that is not known. */
export function ownCadenceOf(
  section: string | null,
  { frequencyMs, definition }: OwnPace,
): number | undefined {
  const found = definition?.sections.find(({ key }) => key === section)
  return found === undefined ? undefined : cadenceOf(found, frequencyMs)
}

/** Number of the own interval that begins with or before the slot; epoch ms. */
const intervalOf = (slotMs: number, cadenceMs: number, offsetMs: number): number =>
  Math.floor((slotMs - offsetMs) / cadenceMs)

/** Of instants in ascending order those of which an alert is evaluated. */
export function ownInstants(at: readonly number[], section: string | null, pace: OwnPace): number[] {
  const cadenceMs = ownCadenceOf(section, pace)
  if (cadenceMs === undefined) return [...at]
  const offsetMs = offsetOf(pace.id, pace.frequencyMs)
  const of = at.map(instant => intervalOf(instant, cadenceMs, offsetMs))
  return at.filter((_, index) => of[index] !== of[index - 1])
}

const maxRemembered = 50_000

export class OwnSlots {
  /** The last evaluated slot by section. */
  readonly #last = new Map<string, number>()

  /** Of rows in the order of their slots those that are evaluated. */
  of(rows: readonly SampleRow[], monitors: ReadonlyMap<string, OwnPace>): SampleRow[] {
    const last = new Map<string, number>()
    return rows.filter(({ layout, slotMs }) => {
      const key = sectionKey(layout)
      const before = last.get(key) ?? this.#last.get(key)
      const isOwn = before === undefined || isOfNext(slotMs, before, layout, monitors.get(layout.monitorId))
      if (isOwn) last.set(key, Math.max(slotMs, before ?? 0))
      return isOwn
    })
  }

  /** Those that were evaluated and stored. */
  stored(rows: readonly SampleRow[]): void {
    // Where nothing is known the next row is evaluated.
    if (this.#last.size > maxRemembered) this.#last.clear()
    for (const { layout, slotMs } of rows) {
      const key = sectionKey(layout)
      this.#last.set(key, Math.max(slotMs, this.#last.get(key) ?? 0))
    }
  }
}

function isOfNext(
  slotMs: number,
  before: number,
  { section, cadenceMs: fastMs }: SampleRow['layout'],
  pace: OwnPace | undefined,
): boolean {
  const cadenceMs = pace === undefined ? undefined : ownCadenceOf(section, pace)
  if (pace === undefined || cadenceMs === undefined || fastMs >= cadenceMs) return true
  const offsetMs = offsetOf(pace.id, pace.frequencyMs)
  return intervalOf(slotMs, cadenceMs, offsetMs) > intervalOf(before, cadenceMs, offsetMs)
}
