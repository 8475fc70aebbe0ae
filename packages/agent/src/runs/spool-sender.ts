/** Brings one worker's spool to the server, and the batches that the full disk had no room for: sends a bounded amount ahead, and goes on when the server has stored it. */
import { open, readFile, writeFile } from 'node:fs/promises'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { parseBatch } from '@pone/engine/spool/spool.ts'
import { z } from 'zod'

/** What may be sent and not yet acknowledged, per worker. */
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
  /** Takes a batch that the spool has no room for; it may come into the spool later too. */
  hold(batch: Batch): void
  /** The latest of these; null when there has been none. */
  readonly lastHeld: Batch | null
  /** The spool has grown, or there is a connection again. */
  pump(): void
  /** A new connection: everything that is not acknowledged goes again. */
  restart(): void
  acknowledge(seq: number): void
  /** The spool will not grow any more. */
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
  /** Where the acknowledged position is kept. */
  readonly ackPath: string
  /** False when there is no connection. */
  readonly send: (message: AgentMessage) => boolean
  /** Told of a spool that cannot be read; sending pauses until the next pump. */
  readonly onFault: (cause: unknown) => void
}

export async function createSpoolSender(options: SpoolSenderOptions): Promise<SpoolSender> {
  const { runId, workerId, spoolPath, ackPath } = options
  let acked = await readPosition(ackPath)
  let sent: Position = acked
  /** Sent batches that wait for their acknowledgement, oldest first. */
  let inFlight: Position[] = []
  /** Changes with each connection, so that what was read for the old one is dropped. */
  let connection = 0
  /** In memory only, by number upwards, until the server has them. */
  let held: Batch[] = []
  let lastHeld: Batch | null = null
  let isPumping = false
  let isWanted = false
  let isFinishing = false
  let isAtEnd = false
  let saving: Promise<void> = Promise.resolve()
  const { promise: finished, resolve: drain } = Promise.withResolvers<number>()

  const settle = () => {
    if (isFinishing && isAtEnd && inFlight.length === 0) drain(acked.seq)
  }
  const isWindowFull = () => inFlight.length >= windowBatches || sent.offset - acked.offset >= windowBytes

  /** One message at most. Answers false when there is nothing to do at the moment. */
  const step = async (): Promise<boolean> => {
    if (isWindowFull()) return false
    const startedFor = connection
    const wasFinishing = isFinishing
    const lines = await readLines(spoolPath, sent.offset)
    if (connection !== startedFor) return true
    if (lines.length === 0 && sendHeld()) return true
    if (lines.length === 0) {
      isAtEnd = wasFinishing
      settle()
      return wasFinishing !== isFinishing
    }
    const batches: Batch[] = []
    let position = sent
    const ahead: Position[] = []
    for (const line of lines) {
      if (inFlight.length + ahead.length >= windowBatches) break
      // A damaged line is left out: the gap in the sequence tells the server.
      const batch = parseBatch(line.text)
      const isKnown = batch === null || batch.seq <= position.seq
      position = { seq: isKnown ? position.seq : batch.seq, offset: line.endOffset }
      // What was held before it came into the spool has been sent.
      if (batch === null || isKnown) continue
      batches.push(batch)
      ahead.push(position)
    }
    const [first, ...rest] = batches
    if (first !== undefined && !options.send({ kind: 'batches', runId, batches: [first, ...rest] }))
      return false
    inFlight.push(...ahead)
    sent = position
    return true
  }

  /** What the spool lacks, once all of the spool has been sent; false when there is nothing, or no connection. */
  const sendHeld = (): boolean => {
    const [first, ...rest] = held
      .filter(({ seq }) => seq > sent.seq)
      .slice(0, windowBatches - inFlight.length)
    if (first === undefined || !options.send({ kind: 'batches', runId, batches: [first, ...rest] }))
      return false
    inFlight.push(...[first, ...rest].map(({ seq }) => ({ seq, offset: sent.offset })))
    sent = { seq: (rest.at(-1) ?? first).seq, offset: sent.offset }
    return true
  }

  const pump = async () => {
    isWanted = true
    if (isPumping) return
    isPumping = true
    try {
      while (isWanted) {
        isWanted = false
        while (await step());
      }
    } catch (cause) {
      options.onFault(cause)
    } finally {
      isPumping = false
    }
  }
  const startPump = () => void pump() // Its faults go to onFault.

  return {
    workerId,
    hold: batch => {
      held.push(batch)
      lastHeld = batch
      startPump()
    },
    get lastHeld() {
      return lastHeld
    },
    pump: startPump,
    restart: () => {
      connection += 1
      inFlight = []
      sent = acked
      startPump()
    },
    acknowledge: seq => {
      const position = inFlight.findLast(each => each.seq <= seq)
      if (position === undefined) return
      inFlight = inFlight.filter(each => each.seq > seq)
      held = held.filter(each => each.seq > seq)
      acked = position
      // A lost write only means that some batches go twice; the server stores each once.
      saving = saving.then(() => writeFile(ackPath, JSON.stringify(position))).catch(options.onFault)
      settle()
      startPump()
    },
    finish: () => {
      isFinishing = true
      startPump()
    },
    finished,
    saved: () => saving,
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

/** Whole lines from `offset` on, about half a megabyte, at least one if there is one. A line without its end is not there yet. */
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
