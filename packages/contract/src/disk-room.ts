/** When a disk has too little room left: for a warning, and for beginning anything that writes. */

export interface DiskRoom {
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Below both of these there is a warning. */
const lowBytes = 2 * 1024 ** 3
const low01 = 0.1
/** Below this no run is started on a machine. */
export const leastFreeBytes = 64 * 1024 ** 2

export const isDiskLow = ({ freeBytes, totalBytes }: DiskRoom): boolean =>
  freeBytes < Math.max(leastFreeBytes, Math.min(lowBytes, totalBytes * low01))
