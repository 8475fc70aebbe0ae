/** The memory that the options of Java ask for. */

const units: Readonly<Record<string, number>> = {
  '': 1,
  k: 1_024,
  m: 1_024 ** 2,
  g: 1_024 ** 3,
  t: 1_024 ** 4,
}

/** The option that asks for more than so many bytes; null when there is none. */
export function tooLargeHeap(options: readonly string[], memoryBytes: number): string | null {
  return options.find(option => (heapBytes(option) ?? 0) > memoryBytes) ?? null
}

/** Initial or maximum heap size of an option, bytes; null for other options. */
function heapBytes(option: string): number | null {
  const found = /^-(?:Xm[sx]|XX:(?:Max|Initial)HeapSize=)(\d+)([kmgt]?)$/i.exec(option)
  return found === null ? null : Number(found[1]) * (units[(found[2] ?? '').toLowerCase()] ?? 1)
}
