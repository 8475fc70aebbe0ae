/** Big-endian numbers of a given size, and bytes, one after the other. */
export function packed(
  ...parts: readonly (readonly [bits: 8 | 16 | 32, value: number] | Uint8Array)[]
): Uint8Array {
  const sizes = parts.map(part => (part instanceof Uint8Array ? part.length : part[0] / 8))
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  for (const [index, part] of parts.entries()) {
    const size = sizes[index] ?? 0
    if (part instanceof Uint8Array) bytes.set(part, at)
    else
      for (let byte = 0; byte < size; byte++)
        bytes[at + byte] = Math.floor(part[1] / 2 ** (8 * (size - 1 - byte)))
    at += size
  }
  return bytes
}
