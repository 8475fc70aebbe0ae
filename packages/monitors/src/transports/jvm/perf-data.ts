/** Reads the performance counters that a HotSpot JVM shares in a file (`hsperfdata_USER/PID`), without asking the JVM. */

/** Names such as `sun.gc.collector.0.invocations`, values as text. */
export type PerfCounters = ReadonlyMap<string, string>

const magic = 0xcafe_c0c0
const prologueBytes = 32
const entryBytes = 20
/** Codes of `data_type` in HotSpot's `perfMemory.hpp`: characters of JVM type signatures. */
const longType = 0x4a
const byteType = 0x42

/**
 * Reads the bytes of the file. null = it is not such a file, is not complete yet, or is damaged.
 * @see https://github.com/openjdk/jdk17u/blob/master/src/hotspot/share/runtime/perfMemory.hpp
 */
export function readPerfData(bytes: Buffer): PerfCounters | null {
  if (bytes.length < prologueBytes || bytes.readUInt32BE(0) !== magic) return null
  const isLittleEndian = bytes[4] === 1
  const isVersion2 = bytes[5] === 2
  const isAccessible = bytes[7] !== 0
  if (!isVersion2 || !isAccessible) return null
  const int = (at: number) => (isLittleEndian ? bytes.readInt32LE(at) : bytes.readInt32BE(at))
  const long = (at: number) => (isLittleEndian ? bytes.readBigInt64LE(at) : bytes.readBigInt64BE(at))
  const counters = new Map<string, string>()
  const entries = int(28)
  let at = int(24)
  try {
    for (let entry = 0; entry < entries; entry++) {
      const length = int(at)
      if (length < entryBytes) return null
      const end = at + length
      const name = textUntilZero(bytes.subarray(at + int(at + 4), end))
      const vectorLength = int(at + 8)
      const type = bytes[at + 12]
      const data = at + int(at + 16)
      if (type === longType && vectorLength === 0) counters.set(name, String(long(data)))
      if (type === byteType) counters.set(name, textUntilZero(bytes.subarray(data, data + vectorLength)))
      at = end
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  return counters
}

function textUntilZero(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
}
