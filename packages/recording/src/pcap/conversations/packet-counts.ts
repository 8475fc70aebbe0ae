/** Ends, times and sizes of a conversation while its packets arrive. */
import type { Endpoint } from '../../model/conversation.ts'

/** Who of the two ends, in the order in which the conversation knows them. */
export type Side = 0 | 1

export class PacketCounts {
  readonly name: string
  readonly ends: readonly [Endpoint, Endpoint]
  readonly startedAtMs: number
  endedAtMs: number
  packets = 0
  readonly bytes: [number, number] = [0, 0]
  client: Side

  constructor(
    name: string,
    ends: readonly [Endpoint, Endpoint],
    { timeMs, client }: { timeMs: number; client: Side },
  ) {
    this.name = name
    this.ends = ends
    this.startedAtMs = timeMs
    this.endedAtMs = timeMs
    this.client = client
  }

  add(side: Side, length: number, timeMs: number): void {
    this.packets += 1
    this.bytes[side] += length
    if (timeMs > this.endedAtMs) this.endedAtMs = timeMs
  }

  summary() {
    const { client } = this
    const server = otherSide(client)
    return {
      name: this.name,
      client: this.ends[client],
      server: this.ends[server],
      startedAtMs: this.startedAtMs,
      endedAtMs: this.endedAtMs,
      packets: this.packets,
      sentBytes: this.bytes[client],
      receivedBytes: this.bytes[server],
    }
  }
}

export const otherSide = (side: Side): Side => (side === 0 ? 1 : 0)
