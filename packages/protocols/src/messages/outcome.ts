/** Outcomes of operations on messages, with the messages that the debug view shows. */
import type { ExchangeSection } from '@pone/schema/exchange-content.ts'
import type { Outcome } from '../protocol.ts'

export interface MessageOutcome extends Outcome {
  readonly messages: readonly Frame[]
}

/** A message that was sent or received within the operation. */
export interface Frame {
  readonly direction: 'sent' | 'received'
  readonly at: number
  readonly isText: boolean
  readonly bytes: Uint8Array
}

/** An outcome of which nothing was begun, to begin with. */
export const emptyOutcome = (url: string, phaseCount: number): MessageOutcome => ({
  status: 0,
  errorCode: null,
  errorMessage: '',
  headers: [],
  body: new Uint8Array(0),
  charset: null,
  sentBytes: 0,
  receivedBytes: 0,
  durationUs: 0,
  phasesUs: Array.from<null>({ length: phaseCount }).fill(null),
  url,
  wireRequests: 0,
  messages: [],
})

/** An outcome that failed before anything was begun. */
export type FailedOutcome = (url: string, errorCode: string, errorMessage: string) => MessageOutcome

/** @param phaseCount how many phases the protocol declares */
export const failedOutcomeOf =
  (phaseCount: number): FailedOutcome =>
  (url, errorCode, errorMessage) => ({ ...emptyOutcome(url, phaseCount), errorCode, errorMessage })

/** Whole µs between two instants of performance.now(). */
export const microseconds = (fromAt: number, toAt: number): number =>
  Math.max(0, Math.round((toAt - fromAt) * 1_000))

/** Of a message, bytes. */
const maxShown = 65_536

/** The messages as the debug view shows them. @param textOf null for one that is no text */
export function messageSection(
  messages: readonly Frame[],
  textOf: (bytes: Buffer, frame: Frame) => string | null,
): ExchangeSection[] {
  if (messages.length === 0) return []
  const shown = messages.map(frame => {
    const { direction, at, bytes } = frame
    const beginning = Buffer.from(bytes.subarray(0, maxShown))
    const text = textOf(beginning, frame)
    return {
      direction,
      at,
      isText: text !== null,
      text: text ?? beginning.toString('hex'),
      sizeBytes: bytes.length,
    }
  })
  return [{ kind: 'messages', key: 'frames', messages: shown }]
}
