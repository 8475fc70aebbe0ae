/** Reads a packet capture of any size: packets → conversations → HTTP requests with their responses, and what others sent each other. */
import type { Conversation, ConversationProtocol } from '../model/conversation.ts'
import { LeftList } from '../model/left.ts'
import { maxExchanges, type RecordedExchange, type Recording } from '../model/recording.ts'
import { ConversationTable } from './conversations/conversation-table.ts'
import type { TcpConversation } from './conversations/tcp-conversation.ts'
import { CaptureFile } from './file/capture-file.ts'
import type { CapturedPacket } from './file/packet.ts'
import type { RequestHead, ResponseHead } from './http1/head.ts'
import type { Message } from './http1/message.ts'
import type { CapturedExchange } from './http1/talk.ts'
import { readIp } from './network/ip-packet.ts'
import { ipOffset } from './network/link-layer.ts'
import { streamExchange } from './raw/recorded-stream.ts'
import {
  type KeptExchange,
  type KeptMessage,
  keepsBody,
  placeOf,
  recordedExchange,
} from './recorded-exchange.ts'
import { KeyLog } from './tls/key-log.ts'

/** Bodies that are kept to be sent, or to be searched, as they were transferred. */
const maxKeptBytes = 64 * 1024 ** 2

const httpProtocols: readonly ConversationProtocol[] = ['http', 'http2', 'webSocket']

type Found = ReturnType<ConversationTable['end']>[number]

interface Kept {
  readonly of: TcpConversation
  readonly exchange: KeptExchange
  readonly order: number
}

/** Feed it the chunks of the file in their order, then end it. */
export class PcapReader {
  readonly #left = new LeftList()
  readonly #keyLog = new KeyLog()
  readonly #file = new CaptureFile({
    packet: packet => this.#take(packet),
    secrets: text => this.#keyLog.add(text),
    fault: (fault, offset) => {
      if (fault === 'cutOff') this.#left.add('', 'cutOff')
      else this.#left.add('', 'captureBroken', { offset })
    },
  })
  readonly #table = new ConversationTable({
    keyLog: this.#keyLog,
    events: of => ({
      exchange: exchange => this.#keep(of, exchange),
      orphan: () => {
        this.#orphans += 1
      },
      keepsBody,
    }),
  })
  readonly #kept: Kept[] = []
  #keptBytes = 0
  readonly #exchanges: RecordedExchange[] = []
  #conversations: readonly Conversation[] = []
  #orphans = 0
  #fragments = 0
  #otherPackets = 0

  /** @param keyLog secrets of TLS connections, as SSLKEYLOGFILE has them */
  constructor(keyLog = '') {
    this.#keyLog.add(keyLog)
  }

  feed(chunk: Uint8Array): void {
    this.#file.feed(chunk)
  }

  /** Bodies are decompressed, which cannot be done at once. */
  async settle(): Promise<void> {
    this.#file.end()
    const found = this.#table.end()
    this.#tellEncrypted(found.flatMap(({ of }) => of ?? []))
    const indexes = await this.#record(found)
    this.#conversations = found.map(
      ({ conversation }, index): Conversation => ({
        ...conversation,
        index,
        exchanges: indexes.get(conversation) ?? [],
      }),
    )
  }

  /** Makes the exchanges, in the order in which they began; answers their indexes by conversation. */
  async #record(found: readonly Found[]): Promise<ReadonlyMap<Found['conversation'], number[]>> {
    const summaries = new Map(found.map(({ of, conversation }) => [of, conversation]))
    const indexesOf = new Map<Found['conversation'], number[]>()
    const add = (conversation: Found['conversation'], exchange: RecordedExchange | null) => {
      if (exchange === null) return
      this.#exchanges.push(exchange)
      const own = indexesOf.get(conversation)
      if (own === undefined) indexesOf.set(conversation, [exchange.index])
      else own.push(exchange.index)
    }
    const streams = found.flatMap(({ raw, conversation }) =>
      raw === null ? [] : [{ raw, conversation, startedAtMs: raw.startedAtMs }],
    )
    const requests = this.#kept
      .splice(0)
      .map(kept => ({ ...kept, startedAtMs: kept.exchange.request.startedAtMs }))
    const all = [...requests, ...streams].toSorted(
      (one, other) =>
        one.startedAtMs - other.startedAtMs ||
        ('order' in one && 'order' in other ? one.order - other.order : 0),
    )
    const left = this.#left
    for (const each of all) {
      const index = this.#exchanges.length
      if ('raw' in each) {
        const { raw, conversation } = each
        const transport = conversation.protocol === 'udp' ? 'udp' : 'tcp'
        if (index >= maxExchanges) left.add('', 'tooManyRequests', { limit: maxExchanges })
        else add(conversation, streamExchange(raw, { index, conversation, transport, left }))
        continue
      }
      const conversation = summaries.get(each.of)
      if (conversation === undefined) continue
      add(conversation, await recordedExchange(each.exchange, { index, conversation, left }))
    }
    return indexesOf
  }

  end(): Recording {
    const exchanges = this.#exchanges
    const conversations = this.#conversations
    this.#tellPackets()
    this.#tellConversations(conversations)
    if (exchanges.length === 0) this.#left.add('', 'nothingFound')
    return { format: 'pcap', pages: [], exchanges, variables: null, conversations, left: this.#left.items }
  }

  #take({ linkType, bytes, timeMs }: CapturedPacket): void {
    const at = ipOffset(linkType, bytes)
    const ip = at === null ? null : readIp(bytes, at)
    if (ip === null || ip.kind === 'none') this.#otherPackets += 1
    else if (ip.kind === 'fragment') this.#fragments += 1
    else this.#table.take(ip, timeMs)
  }

  #keep(of: TcpConversation, { request, response, socket, order }: CapturedExchange): void {
    if (response === null) {
      const { method, target } = request.head
      return this.#left.add(placeOf(of.counts, method, target), 'noAnswer')
    }
    if (this.#kept.length >= maxExchanges)
      return this.#left.add('', 'tooManyRequests', { limit: maxExchanges })
    const exchange = { request: this.#keptOf(request), response: this.#keptOf(response), socket }
    this.#kept.push({ of, exchange, order })
  }

  /** Without its body once too many are kept. */
  #keptOf<H extends RequestHead | ResponseHead>({ body, ...message }: Message<H>): KeptMessage<H> {
    const bytes = body.take()
    const isKept = bytes !== null && this.#keptBytes + bytes.length <= maxKeptBytes
    if (bytes !== null && isKept) this.#keptBytes += bytes.length
    else if (bytes !== null) this.#left.add('', 'notSearched', { limit: maxKeptBytes / 1024 ** 2 })
    return { ...message, bodyBytes: body.length, isCut: body.isCut, body: isKept ? bytes : null }
  }

  #tellPackets(): void {
    const left = this.#left
    if (this.#fragments > 0) left.add('', 'ipFragments', { count: this.#fragments })
    if (this.#otherPackets > 0) left.add('', 'otherPackets', { count: this.#otherPackets })
    if (this.#orphans > 0) left.add('', 'requestMissing', { count: this.#orphans })
    const { tcp, udp } = this.#table.unlisted
    if (tcp + udp > 0) left.add('', 'unlistedPackets', { count: tcp + udp })
  }

  #tellConversations(conversations: readonly Conversation[]): void {
    const left = this.#left
    for (const { lostBytes, name, protocol } of conversations)
      if (lostBytes > 0 && httpProtocols.includes(protocol)) left.add(name, 'lostBytes', { count: lostBytes })
    const http2 = conversations.filter(
      ({ protocol, exchanges }) => protocol === 'http2' && exchanges.length > 0,
    )
    if (http2.length > 0) left.add('', 'http2', { count: http2.length })
  }

  #tellEncrypted(conversations: readonly TcpConversation[]): void {
    const unread = Map.groupBy(conversations, ({ unread: reason }) => reason)
    const countOf = (reason: TcpConversation['unread']) => unread.get(reason)?.length ?? 0
    const encrypted = countOf('encrypted')
    if (encrypted > 0)
      this.#left.add('', this.#keyLog.size === 0 ? 'encrypted' : 'secretMissing', { count: encrypted })
    for (const { counts, suiteName } of unread.get('cipherSuite') ?? [])
      this.#left.add(counts.name, 'cipherSuite', { name: suiteName })
    const others = countOf('otherProtocol')
    if (others > 0) this.#left.add('', 'otherProtocol', { count: others, name: 'TLS' })
  }
}
