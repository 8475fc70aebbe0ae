/** Reads the answers of `GC.heap_info` and `Compiler.codecache`, whose texts differ by collector and version of Java. */

/** Bytes; null = the text does not say. */
export interface HeapInfo {
  readonly usedBytes: number
  readonly committedBytes: number
  readonly maxBytes: number
  readonly metaspaceUsedBytes: number | null
  readonly metaspaceCommittedBytes: number | null
}

const unitBytes: Readonly<Record<string, number>> = {
  B: 1,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  T: 1024 ** 4,
}
const bytesOf = (digits = '0', unit = 'B'): number => Number(digits) * (unitBytes[unit] ?? 1)

/** Serial, Parallel, CMS and G1: a line per generation, or for the whole, with the addresses of its reserved range. */
const generation =
  /^\s*(?:garbage-first heap|def new generation|par new generation|tenured generation|concurrent mark-sweep generation|DefNew|Tenured|PSYoungGen|ParOldGen|PSOldGen)\s+total (?:reserved \d+K, committed )?(\d+)K, used (\d+)K \[(0x[\da-f]+), (?:0x[\da-f]+, )?(0x[\da-f]+)\)/gm
const zHeap = /^\s*ZHeap\s+used (\d+)([KMGT]), capacity (\d+)([KMGT]), max capacity (\d+)([KMGT])/m
const shenandoah = /(\d+)([BKMGT]) max,.*?(\d+)([BKMGT]) committed, (\d+)([BKMGT]) used/
const metaspace = /^\s*Metaspace\s+used (\d+)K,(?: capacity \d+K,)? committed (\d+)K/m

/** null = of a collector that is not known. */
export function readHeapInfo(text: string): HeapInfo | null {
  const sizes = heapSizes(text)
  if (sizes === null) return null
  const meta = metaspace.exec(text)
  return {
    ...sizes,
    metaspaceUsedBytes: meta === null ? null : bytesOf(meta[1], 'K'),
    metaspaceCommittedBytes: meta === null ? null : bytesOf(meta[2], 'K'),
  }
}

function heapSizes(text: string): Pick<HeapInfo, 'usedBytes' | 'committedBytes' | 'maxBytes'> | null {
  const z = zHeap.exec(text)
  if (z !== null) {
    return {
      usedBytes: bytesOf(z[1], z[2]),
      committedBytes: bytesOf(z[3], z[4]),
      maxBytes: bytesOf(z[5], z[6]),
    }
  }
  const s = text.includes('Shenandoah') ? shenandoah.exec(text) : null
  if (s !== null) {
    return {
      usedBytes: bytesOf(s[5], s[6]),
      committedBytes: bytesOf(s[3], s[4]),
      maxBytes: bytesOf(s[1], s[2]),
    }
  }
  let [usedBytes, committedBytes, maxBytes] = [0, 0, 0]
  for (const [, total, used, from = '0', to = '0'] of text.matchAll(generation)) {
    usedBytes += bytesOf(used, 'K')
    committedBytes += bytesOf(total, 'K')
    maxBytes += Number(BigInt(to) - BigInt(from))
  }
  return maxBytes === 0 ? null : { usedBytes, committedBytes, maxBytes }
}

/** Bytes of compiled code; null = the text does not say. */
export function readCodeCache(text: string): { usedBytes: number; maxBytes: number } | null {
  const heaps = [...text.matchAll(/^CodeHeap '.*': size=(\d+)Kb used=(\d+)Kb/gm)]
  const all = heaps.length > 0 ? heaps : [...text.matchAll(/^CodeCache: size=(\d+)Kb,? used=(\d+)Kb/gm)]
  if (all.length === 0) return null
  let [usedBytes, maxBytes] = [0, 0]
  for (const [, size, used] of all) {
    usedBytes += bytesOf(used, 'K')
    maxBytes += bytesOf(size, 'K')
  }
  return { usedBytes, maxBytes }
}

/** Bytes used and committed, of the answer of `VM.metaspace basic`; null = the text does not say. */
export function readMetaspace(text: string): { usedBytes: number; committedBytes: number } | null {
  const used = /Both:\s+([\d.]+) (bytes|KB|MB|GB) used/.exec(text)
  const committed = /Both:\s+.*? reserved,\s+([\d.]+) (bytes|KB|MB|GB) .*?committed/.exec(text)
  if (used === null || committed === null) return null
  const unit = (name = '') => (name === 'bytes' ? 'B' : name.charAt(0))
  return {
    usedBytes: Math.round(bytesOf(used[1], unit(used[2]))),
    committedBytes: Math.round(bytesOf(committed[1], unit(committed[2]))),
  }
}
