/** Slots: instants on the grid of a cadence, moved by an offset that is fixed per monitor. Pure. */

/** Offset of a monitor on the grid of its frequency, from its id, so that monitors spread and every agent has the same slots. */
export function offsetOf(monitorId: string, frequencyMs: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < monitorId.length; index++) {
    hash = Math.imul(hash ^ monitorId.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % frequencyMs
}

/** The first slot after an instant; all in epoch ms. */
export const slotAfter = (at: number, cadenceMs: number, offsetMs: number): number =>
  Math.floor((at - offsetMs) / cadenceMs + 1) * cadenceMs + offsetMs

/** The slot to collect at `now` for an entry due at `slot`: the newest one that is past, unless half of its time is gone; then none. */
export function slotAt(now: number, slot: number, cadenceMs: number): number | undefined {
  const newest = slot + Math.floor((now - slot) / cadenceMs) * cadenceMs
  return now - newest < cadenceMs / 2 ? newest : undefined
}
