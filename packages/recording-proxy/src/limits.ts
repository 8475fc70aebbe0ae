/** Bounds of a recording; each has a reason to end it or to cut something off. */

export interface Limits {
  /** The recording ends itself after that. */
  readonly maxDurationMs: number
  /** And when nothing was requested for so long. */
  readonly maxIdleMs: number
  /** Through the proxy, both directions together. */
  readonly maxBytes: number
  readonly maxExchanges: number
  /** Open at the same time, of all clients. */
  readonly maxConnections: number
  /** Of a body that is written to the file. */
  readonly maxBodyBytes: number
  /** For the whole head of a request, the first byte of a tunnel and the TLS handshake of a client. */
  readonly handshakeMs: number
  /** For a connection to the target, including TLS. */
  readonly connectMs: number
  /** A connection over which nothing passes is closed after that. */
  readonly silenceMs: number
}

export const defaultLimits: Limits = {
  maxDurationMs: 60 * 60_000,
  maxIdleMs: 15 * 60_000,
  maxBytes: 4 * 1024 ** 3,
  maxExchanges: 20_000,
  maxConnections: 512,
  maxBodyBytes: 2 * 1024 ** 2,
  handshakeMs: 10_000,
  connectMs: 15_000,
  silenceMs: 5 * 60_000,
}

/** Why a recording ended. */
export const endReasons = ['stopped', 'timeLimit', 'idle', 'bytes', 'exchanges', 'fileFailed'] as const
export type EndReason = (typeof endReasons)[number]
