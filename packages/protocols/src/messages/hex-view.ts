/** Bytes as people read them: offset, hexadecimal, printable characters. */

const perLine = 16
/** Of a message, bytes. */
const maxShown = 16_384

/** Lines such as `00000010  48 65 6c 6c 6f 0a …  |Hello.|`. */
export function hexView(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < Math.min(bytes.length, maxShown); at += perLine) {
    const row = [...bytes.subarray(at, at + perLine)]
    const hex = row.map(byte => byte.toString(16).padStart(2, '0'))
    const columns = [hex.slice(0, 8).join(' '), hex.slice(8).join(' ')].join('  ').padEnd(perLine * 3)
    const text = row.map(byte => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(8, '0')}  ${columns}  |${text}|`)
  }
  return lines.join('\n')
}
