/** Sends one worker's spool to the server, and the batches that did not fit on the full disk: sends a bounded amount ahead, and continues when the server has stored it. */
import { open, readFile, writeFile } from 'node:fs/promises'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { parseBatch } from '@pone/engine/spool/spool.ts'
import { z } from 'zod'

/** Maximum of sent but not yet acknowledged bytes, per worker. */
const windowBytes = 2 * 1024 ** 2
const windowBatches = 32
const readBytes = 512 * 1024
/** A spool line longer than this is damage, not a batch. */
const maxLineBytes = 48 * 1024 ** 2
const newline = 0x0a

const positionSchema = z.object({ seq: z.int().min(0), offset: z.int().min(0) })
/** How far the server has stored a spool: its last batch, and the byte after that batch's line. */
type Position = z.infer<typeof positionSchema>

export interface SpoolSender {
  readonly workerId: string
  /** Adds a batch that the spool has no room for; it may be written to the spool later too. */
  hold(batch: Batch): void
  /** The latest of these; null when there has been none. */
  readonly lastHeld: Batch | null
  /** Called when the spool has grown, or there is a connection again. */
  pump(): void
  /** Called for a new connection: everything that is not acknowledged is sent again. */
  restart(): void
  acknowledge(seq: number): void
  /** Called when the spool will not grow any more. */
  finish(): void
  /** After `finish`: resolves with the last seq once all of the spool is acknowledged. */
  readonly finished: Promise<number>
  /** Resolves when the acknowledged position is on disk. */
  saved(): Promise<void>
}

export interface SpoolSenderOptions {
  readonly runId: string
  readonly workerId: string
  readonly spoolPath: string
  /** File of the acknowledged position. */
  readonly ackPath: string
  /** False when there is no connection. */
  readonly send: (message: AgentMessage) => boolean
  /** Called when the spool cannot be read; sending pauses until the next pump. */
  readonly onFault: (cause: unknown) => void
}

/** Starts after the acknowledged position that is stored on disk. */
export const createSpoolSender = async (options: SpoolSenderOptions): Promise<SpoolSender> =>
  new WindowedSender(options, await readPosition(options.ackPath))

class WindowedSender implements SpoolSender {
  readonly workerId: string
  readonly finished: Promise<number>
  readonly #options: SpoolSenderOptions
  readonly #drain: (lastSeq: number) => void
  #acked: Position
  #sent: Position
  /** Sent batches that wait for their acknowledgement, oldest first. */
  #inFlight: Position[] = []
  /** Changes with each connection, so that what was read for the old one is dropped. */
  #connection = 0
  /** In memory only, ascending by number, until the server has stored them. */
  #held: Batch[] = []
  #lastHeld: Batch | null = null
  #isPumping = false
  #isWanted = false
  #isFinishing = false
  #isAtEnd = false
  #saving: Promise<void> = Promise.resolve()

  constructor(options: SpoolSenderOptions, acked: Position) {
    this.#options = options
    this.workerId = options.workerId
    this.#acked = acked
    this.#sent = acked
    const { promise, resolve } = Promise.withResolvers<number>()
    this.finished = promise
    this.#drain = resolve
  }

  get lastHeld(): Batch | null {
    return this.#lastHeld
  }

  hold(batch: Batch): void {
    this.#held.push(batch)
    this.#lastHeld = batch
    this.pump()
  }

  pump(): void {
    this.#isWanted = true
    if (!this.#isPumping) void this.#pumpAll() // Its errors are passed to onFault.
  }

  restart(): void {
    this.#connection += 1
    this.#inFlight = []
    this.#sent = this.#acked
    this.pump()
  }

  acknowledge(seq: number): void {
    const position = this.#inFlight.findLast(each => each.seq <= seq)
    if (position === undefined) return
    const { ackPath, onFault } = this.#options
    this.#inFlight = this.#inFlight.filter(each => each.seq > seq)
    this.#held = this.#held.filter(each => each.seq > seq)
    this.#acked = position
    // A lost write only means that some batches are sent twice; the server stores each once.
    this.#saving = this.#saving.then(() => writeFile(ackPath, JSON.stringify(position))).catch(onFault)
    this.#settle()
    this.pump()
  }

  finish(): void {
    this.#isFinishing = true
    this.pump()
  }

  saved(): Promise<void> {
    return this.#saving
  }

  #settle(): void {
    if (this.#isFinishing && this.#isAtEnd && this.#inFlight.length === 0) this.#drain(this.#acked.seq)
  }

  async #pumpAll(): Promise<void> {
    this.#isPumping = true
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        while (await this.#step());
      }
    } catch (cause) {
      this.#options.onFault(cause)
    } finally {
      this.#isPumping = false
    }
  }

  /** Sends at most one message. Returns false when there is nothing to do at the moment. */
  async #step(): Promise<boolean> {
    if (this.#isWindowFull()) return false
    const startedFor = this.#connection
    const wasFinishing = this.#isFinishing
    const lines = await readLines(this.#options.spoolPath, this.#sent.offset)
    if (this.#connection !== startedFor) return true
    if (lines.length > 0) return this.#sendLines(lines)
    if (this.#sendHeld()) return true
    this.#isAtEnd = wasFinishing
    this.#settle()
    return wasFinishing !== this.#isFinishing
  }

  #isWindowFull(): boolean {
    return this.#inFlight.length >= windowBatches || this.#sent.offset - this.#acked.offset >= windowBytes
  }

  #sendLines(lines: readonly Line[]): boolean {
    const batches: Batch[] = []
    let position = this.#sent
    const ahead: Position[] = []
    for (const line of lines) {
      if (this.#inFlight.length + ahead.length >= windowBatches) break
      // A damaged line is left out: the server detects it by the gap in the sequence.
      const batch = parseBatch(line.text)
      const isKnown = batch === null || batch.seq <= position.seq
      position = { seq: isKnown ? position.seq : batch.seq, offset: line.endOffset }
      // A batch that was held and then written to the spool has already been sent.
      if (batch === null || isKnown) continue
      batches.push(batch)
      ahead.push(position)
    }
    if (batches.length > 0 && !this.#send(batches)) return false
    this.#inFlight.push(...ahead)
    this.#sent = position
    return true
  }

  /**
   * Sends the held batches that the spool lacks, once all of the spool has been sent; false when there is nothing to
   * send, or no connection.
   */
  #sendHeld(): boolean {
    const { offset } = this.#sent
    const batches = this.#held
      .filter(({ seq }) => seq > this.#sent.seq)
      .slice(0, windowBatches - this.#inFlight.length)
    if (!this.#send(batches)) return false
    const ahead = batches.map(({ seq }) => ({ seq, offset }))
    this.#inFlight.push(...ahead)
    this.#sent = ahead.at(-1) ?? this.#sent
    return true
  }

  /** False when there is no batch, or no connection. */
  #send([first, ...rest]: readonly Batch[]): boolean {
    const { runId, send } = this.#options
    return first !== undefined && send({ kind: 'batches', runId, batches: [first, ...rest] })
  }
}

async function readPosition(ackPath: string): Promise<Position> {
  try {
    return positionSchema.parse(JSON.parse(await readFile(ackPath, 'utf8')))
  } catch {
    return { seq: 0, offset: 0 }
  }
}

interface Line {
  readonly text: string
  readonly endOffset: number
}

/** Whole lines from `offset` on, about half a megabyte, at least one if there is one. An incomplete line is not returned yet. */
async function readLines(path: string, offset: number): Promise<Line[]> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw cause
  })
  if (file === null) return []
  try {
    let data = Buffer.alloc(0)
    while (data.length < maxLineBytes) {
      const chunk = Buffer.alloc(readBytes)
      const { bytesRead } = await file.read(chunk, 0, readBytes, offset + data.length)
      const before = data.length
      data = Buffer.concat([data, chunk.subarray(0, bytesRead)])
      const isEnd = bytesRead < readBytes
      if (isEnd || data.indexOf(newline, before) >= 0) return splitLines(data, offset)
    }
    throw new Error(`a line of ${path} is longer than ${maxLineBytes} bytes`)
  } finally {
    await file.close()
  }
}

function splitLines(data: Buffer, offset: number): Line[] {
  const lines: Line[] = []
  let from = 0
  for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, from)) {
    lines.push({ text: data.toString('utf8', from, end), endOffset: offset + end + 1 })
    from = end + 1
  }
  return lines
}
