/** State and recent speed of an upload. */

export interface UploadProgress {
  readonly fileName: string
  /** waiting: the connection is lost and is retried; finishing: everything was received and the server processes it. */
  readonly state: 'sending' | 'waiting' | 'finishing'
  readonly sentBytes: number
  readonly totalBytes: number
  /** Null until enough is measured. */
  readonly bytesPerSecond: number | null
}

/** The state of an upload that has not started. */
export const notBegun = (file: File): UploadProgress => ({
  fileName: file.name,
  state: 'sending',
  sentBytes: 0,
  totalBytes: file.size,
  bytesPerSecond: null,
})

/** The share of the file that was sent, 0 to 1. */
export const sent01 = ({ sentBytes, totalBytes }: UploadProgress): number =>
  totalBytes === 0 ? 1 : Math.min(1, sentBytes / totalBytes)

/** Milliseconds until the last byte is sent; null while unknown. */
export function msLeft({ state, sentBytes, totalBytes, bytesPerSecond }: UploadProgress): number | null {
  if (state !== 'sending' || bytesPerSecond === null || bytesPerSecond <= 0) return null
  return ((totalBytes - sentBytes) / bytesPerSecond) * 1_000
}

const windowMs = 10_000
const firstAfterMs = 1_000
const renewEveryMs = 500

export interface SpeedMeter {
  /** Bytes per second over the last ten seconds; updated twice a second, so that it is readable. */
  measure(sentBytes: number): number | null
  /** Discards the measurements; the speed after a pause is measured again. */
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
      // Sending a piece again decreases the count.
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
