/** Finds the conversation of each packet, and ends those that are over. */
import { type Conversation, maxConversations } from '../../model/conversation.ts'
import { addressText, type IpPacket } from '../network/ip-packet.ts'
import { readTcp, readUdp, type TcpSegment, type UdpDatagram } from '../network/tcp-segment.ts'
import { RawTalk } from '../raw/raw-talk.ts'
import { ByteBudget } from '../tcp/byte-budget.ts'
import { PacketCounts, type Side } from './packet-counts.ts'
import { type TcpContext, TcpConversation } from './tcp-conversation.ts'

const maxUdpConversations = 2_000
/** Held back of all conversations at a moment. */
const maxHeldBytes = 128 * 1024 ** 2

/** Of messages of all conversations: of WebSocket, and of those without a reader. */
const maxMessageBytes = 64 * 1024 ** 2

/** Conversations of more packets than these are not told apart. */
export interface UnlistedPackets {
  tcp: number
  udp: number
}

interface UdpConversation {
  readonly counts: PacketCounts
  readonly raw: RawTalk
}

interface Ports {
  readonly sourcePort: number
  readonly targetPort: number
}

export class ConversationTable {
  readonly unlisted: UnlistedPackets = { tcp: 0, udp: 0 }
  readonly #tcp: TcpConversation[] = []
  readonly #tcpByEnds = new Map<string, TcpConversation>()
  readonly #udp = new Map<string, UdpConversation>()
  readonly #context: TcpContext

  constructor({ events, keyLog }: Pick<TcpContext, 'events' | 'keyLog'>) {
    this.#context = {
      budget: new ByteBudget(maxHeldBytes),
      keptMessages: new ByteBudget(maxMessageBytes),
      events,
      keyLog,
    }
  }

  take(packet: IpPacket, timeMs: number): void {
    if (packet.protocol === 6) {
      const segment = readTcp(packet)
      if (segment !== null) this.#takeTcp(packet, segment, timeMs)
    } else if (packet.protocol === 17) {
      const datagram = readUdp(packet)
      if (datagram !== null) this.#takeUdp(packet, datagram, timeMs)
    }
  }

  /** In the order of their beginnings, without their exchanges. */
  end(): {
    readonly of: TcpConversation | null
    /** null where a reader of a protocol took it, or nobody can read it. */
    readonly raw: RawTalk | null
    readonly conversation: Omit<Conversation, 'index' | 'exchanges'>
  }[] {
    for (const conversation of this.#tcp) conversation.finish()
    const tcp = this.#tcp.map(of => ({
      of,
      raw: of.raw,
      conversation: {
        ...of.counts.summary(),
        protocol: of.protocol,
        state: of.state,
        isDecrypted: of.isDecrypted,
        isFromStart: of.isFromStart,
        lostBytes: of.lostBytes,
      },
    }))
    const udp = [...this.#udp.values()].map(({ counts, raw }) => ({
      of: null,
      raw,
      conversation: {
        ...counts.summary(),
        protocol: 'udp' as const,
        state: 'open' as const,
        isDecrypted: false,
        isFromStart: true,
        lostBytes: 0,
      },
    }))
    return [...tcp, ...udp].toSorted(
      (one, other) => one.conversation.startedAtMs - other.conversation.startedAtMs,
    )
  }

  #takeTcp(packet: IpPacket, segment: TcpSegment, timeMs: number): void {
    const { key, side } = endsOf(packet, segment)
    let conversation = this.#tcpByEnds.get(key)
    if (conversation === undefined || conversation.isFollowedBy(segment)) {
      conversation?.finish()
      if (this.#tcp.length >= maxConversations) {
        this.#tcpByEnds.delete(key)
        this.unlisted.tcp += 1
        return
      }
      const counts = countsOf(packet, segment, {
        name: `tcp.stream ${this.#tcp.length}`,
        side,
        timeMs,
        client: tcpClient(segment, side),
      })
      conversation = new TcpConversation(counts, segment, this.#context)
      this.#tcp.push(conversation)
      this.#tcpByEnds.set(key, conversation)
    }
    conversation.take(side, segment, timeMs)
  }

  #takeUdp(packet: IpPacket, datagram: UdpDatagram, timeMs: number): void {
    const { key, side } = endsOf(packet, datagram)
    let conversation = this.#udp.get(key)
    if (conversation === undefined) {
      if (this.#udp.size >= maxUdpConversations) {
        this.unlisted.udp += 1
        return
      }
      const counts = countsOf(packet, datagram, {
        name: `udp.stream ${this.#udp.size}`,
        side,
        timeMs,
        client: side,
      })
      conversation = { counts, raw: new RawTalk(this.#context.keptMessages, true) }
      this.#udp.set(key, conversation)
    }
    const { counts, raw } = conversation
    const { bytes, length } = datagram
    counts.add(side, length, timeMs)
    const isSent = side === counts.client
    if (bytes.length < length) raw.gap(isSent, length, timeMs)
    else raw.data(isSent, bytes.subarray(0, length), timeMs)
  }
}

/** Without a handshake in the capture, the lower port is taken for the server's. */
function tcpClient({ isSyn, isAck, sourcePort, targetPort }: TcpSegment, side: Side): Side {
  const isClient = isSyn ? !isAck : sourcePort >= targetPort
  return isClient ? side : side === 0 ? 1 : 0
}

/** The same key for both directions, and which of both this one is. */
function endsOf(
  { source, target }: IpPacket,
  { sourcePort, targetPort }: Ports,
): { key: string; side: Side } {
  const from = String.fromCharCode(sourcePort, ...source)
  const to = String.fromCharCode(targetPort, ...target)
  return from < to ? { key: from + to, side: 0 } : { key: to + from, side: 1 }
}

function countsOf(
  { source, target }: IpPacket,
  { sourcePort, targetPort }: Ports,
  { name, side, timeMs, client }: { name: string; side: Side; timeMs: number; client: Side },
): PacketCounts {
  const from = { address: addressText(source), port: sourcePort }
  const to = { address: addressText(target), port: targetPort }
  return new PacketCounts(name, side === 0 ? [from, to] : [to, from], { timeMs, client })
}
