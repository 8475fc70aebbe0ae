/** Numbers of HTTP/2's frames. @see https://www.rfc-editor.org/rfc/rfc9113#section-4 */

/** Length, type, flags and stream, before each payload. */
export const frameHeadBytes = 9

/** Largest payload that is sent and taken until the ends agree on another one; ours stays. */
export const frameBytes = 16_384

export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

export const frameFlags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const

/** Parameters of SETTINGS frames. @see https://www.rfc-editor.org/rfc/rfc9113#section-6.5.2 */
export const settingNumbers = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const

/** Flow-control window of a stream and of the connection before anything else is agreed on, bytes. */
export const firstWindowBytes = 65_535
export const maxWindowBytes = 2 ** 31 - 1
