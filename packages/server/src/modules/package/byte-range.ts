/** The one range of bytes that a request asks for (RFC 9110, section 14). */

export interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** null: all of it (no range, several, or one that is not understood); `unsatisfiable`: beyond the end. */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (parts === null) return null
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (start >= sizeBytes) return 'unsatisfiable'
  return end < start ? null : { start, end }
}
