/** All readers of profile files, a line each, and the choice among them by content; browser-safe, as all of this package. */
import type { Recording } from '../model/profile.ts'
import { ProfileFault } from '../model/profile-fault.ts'
import { collapsedReader } from './collapsed.ts'
import { jfrReader } from './jfr/jfr.ts'
import { perfScriptReader } from './perf-script.ts'
import { pprofReader } from './pprof.ts'
import type { ProfileReader } from './reader.ts'
import { speedscopeReader } from './speedscope.ts'
import { v8ProfileReader } from './v8-profile.ts'

/** In the order in which they are asked. */
const readers: readonly ProfileReader[] = [
  jfrReader,
  pprofReader,
  v8ProfileReader,
  speedscopeReader,
  perfScriptReader,
  collapsedReader,
]

/** Bytes at the beginning by which a format is recognised. */
const lookBytes = 256 * 1024

/** @throws ProfileFault */
export function readRecording(bytes: Uint8Array): Recording & { readonly format: string } {
  const text = beginningOf(bytes)
  const reader = readers.find(each => each.fits(bytes, text))
  if (reader === undefined) throw new ProfileFault('unknownFormat')
  return { ...reader.read(bytes), format: reader.format }
}

/** The beginning as text; null when it is binary. */
function beginningOf(bytes: Uint8Array): string | null {
  const beginning = bytes.subarray(0, lookBytes)
  if (beginning.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true })
  } catch {
    return null
  }
}
