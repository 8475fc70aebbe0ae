/** Error codes of HTTP/2, and the error that ends a connection whose peer broke the protocol. */

/** Names by number. @see https://www.rfc-editor.org/rfc/rfc9113#section-7 */
const names = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
] as const

/** The numbers that this side sends or asks for. */
export const h2Errors = {
  none: 0,
  protocol: 1,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  /** The server has not touched the request. */
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  enhanceYourCalm: 11,
} as const

/** Name of a code; unknown numbers are written in hexadecimal. */
export function h2ErrorName(code: number): string {
  return names[code] ?? `0x${code.toString(16)}`
}

/** The peer broke the protocol: the connection cannot go on. */
export class H2Error extends Error {
  readonly code: number

  constructor(code: number) {
    super(h2ErrorName(code))
    this.code = code
  }
}
