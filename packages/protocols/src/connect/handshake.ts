/** What is exchanged with a proxy before the connection leads to the origin: a state machine without a socket; channel.ts drives it. */
import type { Fault } from './fault.ts'

/** One conversation with a proxy. */
export interface Handshake {
  /** What goes out first. */
  readonly greeting: Buffer
  /** Takes what the proxy sent. `more`: wait, after sending the bytes if there are any. */
  feed(bytes: Buffer): HandshakeStep
}

/** What the proxy's bytes led to. */
export type HandshakeStep =
  | { readonly kind: 'more'; readonly send: Buffer | null }
  /** `rest`: what came already from the origin, which may speak first. */
  | { readonly kind: 'done'; readonly rest: Buffer }
  | { readonly kind: 'fault'; readonly fault: Fault }

/** What a handshake says while an answer is not whole. */
export const needsMore: HandshakeStep = { kind: 'more', send: null }
