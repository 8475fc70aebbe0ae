/** Speaks HTTP/2 as a client over bytes that its connection brings and takes away: settings, header blocks, streams, flow control both ways. @see https://www.rfc-editor.org/rfc/rfc9113 */
import { maxHeadBytes } from '../response-head.ts'
import {
  firstWindowBytes,
  frameBytes,
  frameFlags,
  frameTypes,
  maxWindowBytes,
  settingNumbers,
} from './frames/frame.ts'
import { FrameCredit } from './frames/frame-credit.ts'
import { type FrameEvents, type FrameHead, FrameReader } from './frames/frame-reader.ts'
import type { FrameWriter } from './frames/frame-writer.ts'
import { H2Error, h2Errors } from './frames/h2-error.ts'
import { H2Stream, malformed, type StreamEvents, type StreamFault, windowPassed } from './h2-stream.ts'
import { HeadReader, type KnownBlocks } from './head-reader.ts'
import { RequestEncoder } from './request-encoder.ts'
import type { H2RequestFrame } from './request-frame.ts'
import { SendQueue } from './send-queue.ts'

/** What a session needs of its connection. */
export interface SessionEvents {
  /** So many streams may be open from now on. */
  onMaxStreams(count: number): void
  /** The server takes no further streams; those that it will not answer are told afterwards. */
  onGoaway(): void
  /** It does so because of an error: nothing is answered any more. */
  onGoawayError(code: number): void
  /** Frames wait in the writer. */
  onOutput(): void
  /** Whether the line takes bodies at present; writes what waits if that helps. */
  makeRoom(): boolean
  /** Whether answers to the server's own questions gather because it does not read them. */
  readonly isClogged: boolean
}

/** What a request begins with. */
export interface RequestHead {
  readonly frame: H2RequestFrame
  readonly target: string
  readonly varying: readonly string[]
  readonly endsStream: boolean
  readonly isHead: boolean
}

/** What may be on its way to us: wide enough for fast lines with long delays, as in browsers. Bytes are taken at once, so this is no memory, and a server that sends more than it may gains nothing. */
const streamWindowBytes = 6 * 1_024 ** 2
const connectionWindowBytes = 16 * 1_024 ** 2
/** No new request comes after it; those that are queued already find numbers left, which end at 2^31 - 1. */
const lastOfferedStreamId = 2 ** 31 - 100_001
const maxFrameSetting = 2 ** 24 - 1
const settings = [
  settingNumbers.enablePush,
  0,
  settingNumbers.initialWindowSize,
  streamWindowBytes,
  settingNumbers.maxHeaderListSize,
  maxHeadBytes,
]

/** A session from its preface to the connection's end. */
export class H2Session implements FrameEvents {
  readonly #events: SessionEvents
  readonly #writer: FrameWriter
  readonly #reader = new FrameReader(this)
  readonly #credit = new FrameCredit()
  readonly #heads: HeadReader
  readonly #encoder = new RequestEncoder()
  readonly #streams = new Map<number, H2Stream>()
  readonly #sending: SendQueue
  #nextId = 1
  #firstSendWindow = firstWindowBytes
  /** Of bodies, since the server was last told that it may send more. */
  #takenBytes = 0
  #hasSettings = false
  /** Of bodies, that may still come on streams that were given up. */
  #strayBytes = 0
  /** Of the DATA frame that is being read; null = its stream is gone. */
  #dataStream: H2Stream | null = null
  #dataEndsStream = false
  #hasDataPiece = false
  /** The stream whose header block goes on in CONTINUATION frames; 0 = none. */
  #blockStreamId = 0
  #blockEndsStream = false
  #blockParts: Buffer[] = []
  #blockBytes = 0

  constructor(events: SessionEvents, writer: FrameWriter, known: KnownBlocks) {
    this.#events = events
    this.#writer = writer
    this.#heads = new HeadReader(known)
    this.#sending = new SendQueue(writer, events, this.#credit)
    writer.preface()
    writer.settings(settings)
    writer.windowUpdate(0, connectionWindowBytes - firstWindowBytes)
    events.onOutput()
  }

  /** Whether numbers of streams are left. */
  get hasStreamsLeft(): boolean {
    return this.#nextId <= lastOfferedStreamId
  }

  /** Of what came, up to the event under way. */
  get readBytes(): number {
    return this.#reader.readBytes
  }

  /** Reads what came at the instant. @throws H2Error when the server broke the protocol */
  feed(bytes: Buffer, length: number, now: number): void {
    this.#credit.refill(now)
    this.#reader.feed(bytes, length)
  }

  /** Reads nothing more. */
  stop(): void {
    this.#reader.isStopped = true
  }

  /** Sends the head of a request. */
  open(head: RequestHead, events: StreamEvents): H2Stream {
    const { frame, target, varying, endsStream, isHead } = head
    const stream = new H2Stream(this.#nextId, events, {
      isHead,
      sendWindow: this.#firstSendWindow,
    })
    this.#nextId += 2
    this.#streams.set(stream.id, stream)
    stream.isSent = endsStream
    const parts = this.#encoder.encode(frame, target, varying)
    this.#writer.headers(stream.id, parts, { endsStream, maxBytes: frameBytes })
    this.#credit.earn()
    this.#events.onOutput()
    return stream
  }

  /** Sends a piece of a request's body once what was given before has left; onRoom of the stream tells when this one has. */
  send(stream: H2Stream, piece: Uint8Array, isLast: boolean): void {
    if (this.#streams.get(stream.id) !== stream || stream.isSent) return
    this.#sending.add(stream, piece, isLast)
  }

  /** The line takes bodies again. */
  proceed(): void {
    this.#sending.proceed()
  }

  /** Needs the stream no more; the server is told when it goes on. */
  close(stream: H2Stream): void {
    if (this.#drop(stream) && !this.#reader.isStopped) this.#giveUp(stream, h2Errors.cancel)
  }

  onData({ streamId, length, flags }: FrameHead): void {
    this.#checkOrder()
    if (streamId === 0) throw new H2Error(h2Errors.protocol)
    this.#takenBytes += length
    if (this.#takenBytes >= connectionWindowBytes / 2) {
      this.#widen(0, this.#takenBytes)
      this.#takenBytes = 0
    }
    const stream = this.#find(streamId)
    this.#dataStream = stream
    this.#dataEndsStream = (flags & frameFlags.endStream) !== 0
    this.#hasDataPiece = false
    if (stream === null) this.#strayBytes -= length
    if (stream === null || this.#dataEndsStream) return
    stream.takenBytes += length
    if (stream.takenBytes < streamWindowBytes / 2) return
    this.#widen(streamId, stream.takenBytes)
    stream.takenBytes = 0
  }

  #widen(streamId: number, bytes: number): void {
    this.#writer.windowUpdate(streamId, bytes)
    this.#events.onOutput()
  }

  onDataPiece(bytes: Buffer, from: number, to: number): void {
    this.#hasDataPiece = true
    const stream = this.#dataStream
    if (stream === null || this.#streams.get(stream.id) !== stream) return
    const fault = stream.takeBody(to - from)
    if (fault === null) stream.events.onBody(bytes, from, to)
    else this.#break(stream, fault)
  }

  onDataEnd(): void {
    const stream = this.#dataStream
    this.#dataStream = null
    const isGone = stream === null || this.#streams.get(stream.id) !== stream
    const bringsNothing = !this.#hasDataPiece && (isGone || !this.#dataEndsStream)
    if (bringsNothing || this.#strayBytes < 0) this.#credit.spend()
    this.#strayBytes = Math.max(0, this.#strayBytes)
    if (!isGone && this.#dataEndsStream) this.#end(stream)
  }

  onFrame({ type, flags, streamId }: FrameHead, bytes: Buffer, from: number, to: number): void {
    if (type !== frameTypes.continuation) this.#checkOrder(type === frameTypes.settings)
    switch (type) {
      case frameTypes.headers:
        return this.#takeHeaders({ flags, streamId }, bytes, from, to)
      case frameTypes.continuation:
        return this.#takeContinuation({ flags, streamId }, bytes, from, to)
      case frameTypes.windowUpdate:
        return this.#takeWindowUpdate(streamId, bytes, from, to)
      case frameTypes.reset:
        return this.#takeReset(streamId, bytes, from, to)
      case frameTypes.settings:
        return this.#takeSettings({ flags, streamId }, bytes, from, to)
      case frameTypes.ping:
        return this.#takePing({ flags, streamId }, bytes, from, to)
      case frameTypes.goaway:
        return this.#takeGoaway(streamId, bytes, from, to)
      case frameTypes.pushPromise:
        throw new H2Error(h2Errors.protocol)
      case frameTypes.priority:
        if (streamId === 0) throw new H2Error(h2Errors.protocol)
        if (to - from !== 5) throw new H2Error(h2Errors.frameSize)
        return this.#credit.spend()
      default:
        return this.#credit.spend()
    }
  }

  /** Settings come first; between the frames of a header block comes nothing else. */
  #checkOrder(isSettings = false): void {
    if (this.#blockStreamId !== 0 || !(this.#hasSettings || isSettings)) throw new H2Error(h2Errors.protocol)
  }

  /** The open stream; null = it is gone. @throws H2Error when there never was one */
  #find(streamId: number): H2Stream | null {
    const stream = this.#streams.get(streamId)
    if (stream !== undefined) return stream
    if (streamId % 2 === 0 || streamId >= this.#nextId) throw new H2Error(h2Errors.protocol)
    return null
  }

  #takeHeaders({ flags, streamId }: Flagged, bytes: Buffer, at: number, end: number): void {
    if (streamId === 0) throw new H2Error(h2Errors.protocol)
    let from = at
    let to = end
    if ((flags & frameFlags.padded) !== 0) {
      if (from === to) throw new H2Error(h2Errors.frameSize)
      to -= bytes[from++] ?? 0
    }
    if ((flags & frameFlags.priority) !== 0) from += 5
    if (from > to) throw new H2Error(h2Errors.protocol)
    const endsStream = (flags & frameFlags.endStream) !== 0
    if ((flags & frameFlags.endHeaders) !== 0) return this.#takeBlock(streamId, endsStream, bytes, from, to)
    this.#find(streamId)
    this.#blockStreamId = streamId
    this.#blockEndsStream = endsStream
    this.#addPart(bytes, from, to)
  }

  #takeContinuation({ flags, streamId }: Flagged, bytes: Buffer, from: number, to: number): void {
    if (this.#blockStreamId === 0 || streamId !== this.#blockStreamId) throw new H2Error(h2Errors.protocol)
    this.#addPart(bytes, from, to)
    if ((flags & frameFlags.endHeaders) === 0) return
    const block = Buffer.concat(this.#blockParts)
    this.#blockStreamId = 0
    this.#blockParts = []
    this.#blockBytes = 0
    this.#takeBlock(streamId, this.#blockEndsStream, block, 0, block.length)
  }

  #addPart(bytes: Buffer, from: number, to: number): void {
    this.#credit.spend()
    this.#blockBytes += to - from
    // Read in full it would be over the limit too; here it would have to be kept.
    if (this.#blockBytes > maxHeadBytes) throw new H2Error(h2Errors.enhanceYourCalm)
    if (to > from) this.#blockParts.push(Buffer.from(bytes.subarray(from, to)))
  }

  #takeBlock(streamId: number, endsStream: boolean, bytes: Buffer, from: number, to: number): void {
    const stream = this.#find(streamId)
    // The table follows every block, whoever it is for.
    const head = this.#heads.read(bytes, from, to)
    if (stream === null) return this.#credit.spend()
    const fault = stream.takeHead(head, endsStream)
    if (fault !== null) return this.#break(stream, fault)
    if (endsStream && this.#streams.get(streamId) === stream) this.#end(stream)
  }

  /** The server ended the stream. */
  #end(stream: H2Stream): void {
    if (!stream.mayEnd) return this.#break(stream, malformed)
    this.#drop(stream)
    // What the server answered without reading needs not be sent to the end.
    if (!stream.isSent) this.#reset(stream.id, h2Errors.cancel)
    stream.events.onEnd(stream.isWhole)
  }

  /** The stream cannot go on. */
  #break(stream: H2Stream, { code, fault }: StreamFault): void {
    this.#drop(stream)
    this.#giveUp(stream, code)
    stream.events.onBroken(fault)
  }

  /** What the server has been allowed to send of the answer may be on its way. */
  #giveUp(stream: H2Stream, code: number): void {
    this.#strayBytes += streamWindowBytes - stream.takenBytes
    this.#reset(stream.id, code)
  }

  #drop(stream: H2Stream): boolean {
    if (this.#streams.get(stream.id) !== stream) return false
    this.#sending.remove(stream)
    return this.#streams.delete(stream.id)
  }

  #reset(streamId: number, code: number): void {
    this.#writer.reset(streamId, code)
    this.#events.onOutput()
  }

  #takeReset(streamId: number, bytes: Buffer, from: number, to: number): void {
    if (to - from !== 4) throw new H2Error(h2Errors.frameSize)
    if (streamId === 0) throw new H2Error(h2Errors.protocol)
    const stream = this.#find(streamId)
    if (stream === null) return this.#credit.spend()
    const code = bytes.readUInt32BE(from)
    this.#drop(stream)
    stream.events.onReset(code, code === h2Errors.refusedStream)
  }

  #takeWindowUpdate(streamId: number, bytes: Buffer, from: number, to: number): void {
    if (to - from !== 4) throw new H2Error(h2Errors.frameSize)
    this.#credit.spend()
    const increment = bytes.readUInt32BE(from) & maxWindowBytes
    if (streamId === 0) {
      if (increment === 0) throw new H2Error(h2Errors.protocol)
      if (!this.#sending.widen(increment)) throw new H2Error(h2Errors.flowControl)
      return this.#sending.proceed()
    }
    const stream = this.#find(streamId)
    if (stream === null) return
    if (increment === 0) return this.#break(stream, malformed)
    stream.sendWindow += increment
    if (stream.sendWindow > maxWindowBytes) return this.#break(stream, windowPassed)
    this.#sending.proceed()
  }

  #takeSettings({ flags, streamId }: Flagged, bytes: Buffer, from: number, to: number): void {
    if (streamId !== 0) throw new H2Error(h2Errors.protocol)
    this.#credit.spend()
    if ((flags & frameFlags.ack) !== 0) {
      if (to > from) throw new H2Error(h2Errors.frameSize)
      if (!this.#hasSettings) throw new H2Error(h2Errors.protocol)
      return
    }
    if ((to - from) % 6 !== 0) throw new H2Error(h2Errors.frameSize)
    let maxStreams = this.#hasSettings ? null : Number.POSITIVE_INFINITY
    this.#hasSettings = true
    for (let at = from; at < to; at += 6) {
      this.#credit.spend()
      const value = bytes.readUInt32BE(at + 2)
      const number = bytes.readUInt16BE(at)
      if (number === settingNumbers.maxConcurrentStreams) maxStreams = value
      else this.#set(number, value)
    }
    this.#checkClogged()
    this.#writer.settingsAck()
    this.#events.onOutput()
    this.#sending.proceed()
    if (maxStreams !== null) this.#events.onMaxStreams(maxStreams)
  }

  #set(number: number, value: number): void {
    switch (number) {
      case settingNumbers.headerTableSize:
        return this.#encoder.limitTable(value)
      case settingNumbers.enablePush:
        if (value !== 0) throw new H2Error(h2Errors.protocol)
        return
      case settingNumbers.initialWindowSize:
        return this.#resizeWindows(value)
      case settingNumbers.maxFrameSize:
        // Ours are never larger than the smallest that may be asked for.
        if (value < frameBytes || value > maxFrameSetting) throw new H2Error(h2Errors.protocol)
    }
  }

  #resizeWindows(bytes: number): void {
    if (bytes > maxWindowBytes) throw new H2Error(h2Errors.flowControl)
    const change = bytes - this.#firstSendWindow
    this.#firstSendWindow = bytes
    for (const stream of this.#streams.values()) {
      stream.sendWindow += change
      if (stream.sendWindow > maxWindowBytes) throw new H2Error(h2Errors.flowControl)
    }
  }

  #takePing({ flags, streamId }: Flagged, bytes: Buffer, from: number, to: number): void {
    if (streamId !== 0) throw new H2Error(h2Errors.protocol)
    if (to - from !== 8) throw new H2Error(h2Errors.frameSize)
    this.#credit.spend()
    if ((flags & frameFlags.ack) !== 0) return
    this.#checkClogged()
    this.#writer.pingAck(bytes, from, to)
    this.#events.onOutput()
  }

  #checkClogged(): void {
    if (this.#events.isClogged) throw new H2Error(h2Errors.enhanceYourCalm)
  }

  #takeGoaway(streamId: number, bytes: Buffer, from: number, to: number): void {
    if (streamId !== 0) throw new H2Error(h2Errors.protocol)
    if (to - from < 8) throw new H2Error(h2Errors.frameSize)
    this.#credit.spend()
    const lastStreamId = bytes.readUInt32BE(from) & maxWindowBytes
    const code = bytes.readUInt32BE(from + 4)
    const untouched = [...this.#streams.values()].filter(each => each.id > lastStreamId)
    for (const stream of untouched) this.#drop(stream)
    this.#events.onGoaway()
    for (const stream of untouched) stream.events.onReset(h2Errors.refusedStream, true)
    if (code !== h2Errors.none) this.#events.onGoawayError(code)
  }
}

interface Flagged {
  readonly flags: number
  readonly streamId: number
}
