/** Reads recordings of JFR, also those of async-profiler: chunk by chunk, types and pools first, then the events with stacks. */
import type { Recording } from '../../model/profile.ts'
import { ProfileFault } from '../../model/profile-fault.ts'
import { type ProfileReader, RecordingBuilder } from '../reader.ts'
import { ChunkReader } from './chunk-reader.ts'
import { framesOf, jfrEvents, keptFields, sleepingExecution } from './events.ts'
import { readMetadata } from './metadata.ts'
import { type JfrPools, readPools } from './pools.ts'
import { type JfrObject, readObject } from './values.ts'

const magic = [0x46, 0x4c, 0x52, 0x00]
const headBytes = 68

interface Chunk {
  readonly bytes: Uint8Array
  readonly startNanos: number
  readonly durationNanos: number
  readonly nanosPerTick: number
}

export const jfrReader: ProfileReader = {
  format: 'jfr',
  fits: bytes => magic.every((byte, at) => bytes[at] === byte),
  read: bytes => {
    const { chunks, isCut } = chunksOf(bytes)
    if (chunks.length === 0) throw new ProfileFault('damaged', { place: bytes.length })
    const recording = new RecordingBuilder()
    // Whether samples of a process are of running threads alone is known only after all of them.
    const executions: [stack: readonly string[], isSleeping: boolean][] = []
    for (const chunk of chunks) addChunk(recording, executions, chunk)
    const isWall = executions.some(([, isSleeping]) => isSleeping)
    const mark = isWall ? sleepingExecution : jfrEvents['jdk.ExecutionSample']?.mark
    if (mark !== undefined) {
      const tree = recording.tree(mark)
      for (const [stack] of executions) tree.add(stack, 1)
    }
    return recording.finish({ ...timesOf(chunks), isCut })
  },
}

function timesOf(chunks: readonly Chunk[]): Pick<Recording, 'startedAt' | 'durationMs'> {
  const start = Math.min(...chunks.map(({ startNanos }) => startNanos))
  const end = Math.max(...chunks.map(({ startNanos, durationNanos }) => startNanos + durationNanos))
  return { startedAt: Math.round(start / 1e6), durationMs: Math.max(0, Math.round((end - start) / 1e6)) }
}

/** The complete chunks; the last one is incomplete when the JVM ended while it wrote. */
function chunksOf(bytes: Uint8Array): { chunks: Chunk[]; isCut: boolean } {
  const chunks: Chunk[] = []
  let at = 0
  while (at < bytes.length) {
    const rest = bytes.subarray(at)
    if (!magic.every((byte, place) => rest[place] === byte)) throw new ProfileFault('damaged', { place: at })
    if (rest.length < headBytes) return { chunks, isCut: true }
    const major = ((rest[4] ?? 0) << 8) | (rest[5] ?? 0)
    if (major < 2) throw new ProfileFault('oldRecording', { version: `${major}.${rest[7] ?? 0}` })
    const size = new ChunkReader(rest).long(8)
    if (size < headBytes || size > rest.length) return { chunks, isCut: true }
    const chunk = rest.subarray(0, size)
    const reader = new ChunkReader(chunk)
    const ticksPerSecond = reader.long(56)
    if (ticksPerSecond <= 0) throw new ProfileFault('damaged', { place: at })
    chunks.push({
      bytes: chunk,
      startNanos: reader.long(32),
      durationNanos: reader.long(40),
      nanosPerTick: 1e9 / ticksPerSecond,
    })
    at += size
  }
  return { chunks, isCut: false }
}

function addChunk(
  recording: RecordingBuilder,
  executions: [readonly string[], boolean][],
  chunk: Chunk,
): void {
  const reader = new ChunkReader(chunk.bytes)
  const types = readMetadata(reader, reader.long(24))
  const pools = readPools(reader, types, reader.long(16))
  const readable = new Map(
    [...types.values()].flatMap(type => {
      const event = jfrEvents[type.name]
      return event === undefined ? [] : [[type.id, { type, event }] as const]
    }),
  )
  for (let at = headBytes; at < chunk.bytes.length; ) {
    reader.at = at
    const size = reader.number()
    if (size <= 0 || at + size > chunk.bytes.length) throw new ProfileFault('damaged', { place: at })
    const known = readable.get(reader.number())
    if (known !== undefined) {
      const event = readObject(reader, types, known.type, keptFields)
      const stack = framesOf(known.event, event, pools)
      // Samples whose stack could not be walked say nothing about the code.
      if (stack !== undefined && known.type.name === 'jdk.ExecutionSample')
        executions.push([stack, isSleeping(event, pools)])
      else if (stack !== undefined) {
        const weight = known.event.weight(event) * (known.event.inTicks ? chunk.nanosPerTick : 1)
        recording.tree(known.event.mark).add(stack, Math.round(weight))
      }
    }
    at += size
  }
}

const isSleeping = (event: JfrObject, pools: JfrPools): boolean =>
  pools.stateName(event['state']) === 'STATE_SLEEPING'
