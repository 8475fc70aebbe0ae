/** The phases of an HTTP request by their index, in the order in which definition.ts declares them. */
export const phase = { dns: 0, connect: 1, tls: 2, firstByte: 3, transfer: 4 } as const

/** Parts of a duration, µs; null where they did not happen (connect on a kept connection) or were not reached. */
export type HttpPhases = [
  dns: number | null,
  connect: number | null,
  tls: number | null,
  firstByte: number | null,
  transfer: number | null,
]

/** Before anything has happened. */
export const noPhases = (): HttpPhases => [null, null, null, null, null]

/** Both together; null where neither happened. */
export const addedUs = (a: number | null, b: number | null): number | null => {
  if (a === null) return b
  return b === null ? a : a + b
}
