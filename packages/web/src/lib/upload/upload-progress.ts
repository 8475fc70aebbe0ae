/** How an upload stands, and how fast it has been of late. */

export interface UploadProgress {
  readonly fileName: string
  /** waiting: the line is broken and is tried again; finishing: all has arrived and the server works on it. */
  readonly state: 'sending' | 'waiting' | 'finishing'
  readonly sentBytes: number
  readonly totalBytes: number
  /** Null while there is too little to tell. */
  readonly bytesPerSecond: number | null
}

/** How the upload of a file stands before it has begun. */
export const notBegun = (file: File): UploadProgress => ({
  fileName: file.name,
  state: 'sending',
  sentBytes: 0,
  totalBytes: file.size,
  bytesPerSecond: null,
})

/** The part of the file that has left, 0 to 1. */
export const sent01 = ({ sentBytes, totalBytes }: UploadProgress): number =>
  totalBytes === 0 ? 1 : Math.min(1, sentBytes / totalBytes)

/** Milliseconds until the last byte has left; null while that cannot be told. */
export function msLeft({ state, sentBytes, totalBytes, bytesPerSecond }: UploadProgress): number | null {
  if (state !== 'sending' || bytesPerSecond === null || bytesPerSecond <= 0) return null
  return ((totalBytes - sentBytes) / bytesPerSecond) * 1_000
}

const windowMs = 10_000
const firstAfterMs = 1_000
const renewEveryMs = 500

export interface SpeedMeter {
  /** Bytes per second over the last ten seconds; renewed twice a second, so that it can be read. */
  measure(sentBytes: number): number | null
  /** What comes after a pause is measured anew. */
  forget(): void
}

export function createSpeedMeter(now: () => number): SpeedMeter {
  let samples: { at: number; sentBytes: number }[] = []
  let shown: number | null = null
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    measure(sentBytes) {
      const at = now()
      samples = [...samples.filter(sample => at - sample.at <= windowMs), { at, sentBytes }]
      const [first] = samples
      if (first === undefined || at - first.at < firstAfterMs || at - shownAt < renewEveryMs) return shown
      // A piece that is sent again takes the count back.
      shown = Math.max(0, ((sentBytes - first.sentBytes) / (at - first.at)) * 1_000)
      shownAt = at
      return shown
    },
    forget() {
      samples = []
      shown = null
      shownAt = Number.NEGATIVE_INFINITY
    },
  }
}
