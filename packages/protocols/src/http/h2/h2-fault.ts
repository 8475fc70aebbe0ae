/** Names the ways in which HTTP/2 streams and connections end early, in codes for grouping. */
import type { Fault } from '../../connect/fault.ts'
import { failureText } from '../definition/failures.ts'
import { type H2Error, h2ErrorName } from './frames/h2-error.ts'

/** It was ended on this side. */
export const abortedFault: Fault = ['aborted', failureText('aborted')]

/** A stream was reset, by the server or because it broke a rule. */
export function resetFault(code: number): Fault {
  const name = h2ErrorName(code)
  return [`h2.${name}`, failureText('streamReset', { name })]
}

/** The server said GOAWAY with an error. */
export function goawayFault(code: number): Fault {
  const name = h2ErrorName(code)
  return [`h2.${name}`, failureText('goaway', { name })]
}

/** The server sent frames that cannot be. */
export function framesFault(error: H2Error): Fault {
  return ['protocol.h2', failureText('badFrames', { detail: error.message })]
}
