/**
 * Converts a plan's bytes to its text and back; bytes that are not UTF-8 are reported with the line of the first one.
 */
import { type JmxProblem, problemAt } from './problem.ts'

export type TextResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: JmxProblem }

/** Keeps a byte order mark as U+FEFF, so that `encodePlan` gives the same bytes again. */
export function decodePlan(bytes: Uint8Array): TextResult {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { ok: false, problem: notUtf8(bytes) }
  }
}

/** The bytes of a text, UTF-8. */
export const encodePlan = (text: string): Uint8Array => new TextEncoder().encode(text)

function notUtf8(bytes: Uint8Array): JmxProblem {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (isUtf16) return problemAt(lenient, 0, 'notUtf8', { declared: 'UTF-16' })
  if (bytes.subarray(0, 1_000).includes(0)) return problemAt(lenient, 0, 'binary')
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(lenient)?.[1] ?? '–'
  return problemAt(lenient, Math.max(0, lenient.indexOf('\ufffd')), 'notUtf8', { declared })
}
