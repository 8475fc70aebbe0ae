/** Names the ways in which HTTP/2 streams and connections end early, in codes for grouping. */
import { type Fault, socketFault } from '../../connect/fault.ts'
import { failureText } from '../definition/failures.ts'

/** RFC 9113 §7, by number. */
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

/** Number of REFUSED_STREAM: the server has not touched the request. */
export const refusedStream = 7
/** Number of CANCEL. */
export const cancelStream = 8

/** It was ended on this side. */
export const abortedFault: Fault = ['aborted', failureText('aborted')]

/** `h2.<NAME>`; unknown numbers are written in hexadecimal. */
export function h2Code(code: number): string {
  return `h2.${names[code] ?? `0x${code.toString(16)}`}`
}

/** The server (or the library, seeing a fault) reset a stream. */
export function resetFault(code: number): Fault {
  return [h2Code(code), failureText('streamReset', { name: h2Code(code).slice(3) })]
}

/** The server said GOAWAY with an error. */
export function goawayFault(code: number): Fault {
  return [h2Code(code), failureText('goaway', { name: h2Code(code).slice(3) })]
}

/** What node:http2 reports of a session: broken frames are protocol.h2, faults of the socket keep their code. */
export function sessionFault(error: NodeJS.ErrnoException): Fault {
  const code = error.code ?? 'ERR_HTTP2_ERROR'
  return code.startsWith('ERR_HTTP2')
    ? ['protocol.h2', failureText('badFrames', { detail: error.message })]
    : socketFault(error, false)
}
