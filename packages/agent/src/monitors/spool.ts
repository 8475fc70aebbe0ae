/** Batches of collected values on disk until the server has stored them: files of lines, bounded; the oldest file is dropped when they are too many. */
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type MonitorBatch, type MonitorLayout, monitorBatchSchema } from '@pone/contract/link/monitors.ts'
import { type DroppedSection, DroppedSections } from './dropped-sections.ts'

/** Batches that are kept in memory, so that sending at once reads no file. */
const recentBatches = 64
const defaultSegmentBytes = 8 * 1024 ** 2
const defaultMaxBytes = 512 * 1024 ** 2

export interface SpoolOptions {
  readonly folder: string
  /** Of this agent process. */
  readonly incarnation: string
  readonly segmentBytes?: number
  readonly maxBytes?: number
  /** Called with what a dropped file held that the server has not stored. */
  readonly onDropped?: (dropped: {
    readonly batches: number
    readonly sections: readonly DroppedSection[]
  }) => void
  /** Highest number of an incarnation that is on its way to the server, which must not be told as dropped; 0 for none. */
  readonly underWay?: (incarnation: string) => number
}

interface Segment {
  readonly path: string
  readonly incarnation: string
  sizeBytes: number
  firstSeq: number
  lastSeq: number
  /** Layouts that rows of this file name and that it holds. */
  readonly layouts: Set<number>
}

/** A file's batches are in order of `seq`; files are in the order in which they were written. */
export class Spool {
  readonly #options: Required<Omit<SpoolOptions, 'onDropped' | 'underWay'>> &
    Pick<SpoolOptions, 'onDropped' | 'underWay'>
  #segments: Segment[] = []
  /** The last ones that were written, each with all its layouts. */
  #recent: MonitorBatch[] = []
  /** Highest number that the server has stored, by incarnation. */
  readonly #stored = new Map<string, number>()
  #seq = 0
  #files = 0
  #writing = Promise.resolve()

  constructor(options: SpoolOptions) {
    this.#options = { segmentBytes: defaultSegmentBytes, maxBytes: defaultMaxBytes, ...options }
  }

  /** Finds what an earlier agent process left. */
  async open(): Promise<void> {
    const { folder } = this.#options
    await mkdir(folder, { recursive: true })
    const names = (await readdir(folder)).filter(name => name.endsWith('.jsonl')).toSorted()
    for (const name of names) {
      const path = join(folder, name)
      const segment = await readSegment(path, (await stat(path)).size)
      if (segment === null) await unlink(path)
      else this.#segments.push(segment)
      this.#files = Math.max(this.#files, Number(name.slice(0, 12)) || 0)
    }
  }

  /** Takes over what an earlier agent process left in the folder of another spool; to be called before `open`. */
  async adopt(other: string): Promise<void> {
    const { folder } = this.#options
    await mkdir(folder, { recursive: true })
    const names = await readdir(other).catch(() => [])
    for (const name of names) if (name.endsWith('.jsonl')) await rename(join(other, name), join(folder, name))
  }

  get sizeBytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.sizeBytes, 0)
  }

  /** Writes a batch; its layouts are those that were not told before, `layoutOf` finds the others. */
  append(
    batch: Omit<MonitorBatch, 'seq' | 'incarnation'>,
    layoutOf: (key: number) => MonitorLayout | undefined,
  ): Promise<void> {
    const seq = ++this.#seq
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write(seq, batch, layoutOf))
    return this.#writing
  }

  /** The first batches after those that were sent of their incarnation; each with every layout that its file told before. */
  async *read(after: ReadonlyMap<string, number>): AsyncGenerator<MonitorBatch> {
    const { incarnation: own } = this.#options
    // Files come and go while this one is read.
    const segments = this.#segments.slice()
    for (const segment of segments) {
      const last = after.get(segment.incarnation) ?? 0
      if (segment.lastSeq <= last) continue
      const [oldest] = this.#recent
      if (segment.incarnation === own && oldest !== undefined && oldest.seq <= last + 1) {
        // Between two of them files may be dropped.
        const isThere = ({ seq }: MonitorBatch) =>
          this.#segments.some(each => each.incarnation === own && each.firstSeq <= seq && seq <= each.lastSeq)
        for (const batch of this.#recent.filter(each => each.seq > last)) if (isThere(batch)) yield batch
        return
      }
      const told = new Map<number, MonitorLayout>()
      for await (const batch of batchesOf(segment.path)) {
        if (!this.#segments.includes(segment)) break
        for (const layout of batch.layouts) told.set(layout.key, layout)
        if (batch.seq <= (after.get(batch.incarnation) ?? 0)) continue
        const used = new Set(batch.rows.map(row => row.layout))
        yield { ...batch, layouts: [...used].flatMap(key => told.get(key) ?? []) }
      }
    }
  }

  /** Deletes files whose batches are all stored. */
  async acknowledge(incarnation: string, seq: number): Promise<void> {
    const own = this.#options.incarnation
    this.#stored.set(incarnation, Math.max(seq, this.#stored.get(incarnation) ?? 0))
    const isDone = (segment: Segment, index: number): boolean =>
      segment.incarnation === incarnation &&
      segment.lastSeq <= seq &&
      // The file that is written to goes when it is large, or is followed by another.
      (incarnation !== own ||
        index < this.#segments.length - 1 ||
        segment.sizeBytes >= this.#options.segmentBytes / 8)
    const done = this.#segments.filter(isDone)
    if (done.length === 0) return
    this.#segments = this.#segments.filter(segment => !done.includes(segment))
    for (const { path } of done) await unlink(path).catch(() => undefined)
  }

  /** Resolves when all that was appended is written. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined)
  }

  async #write(
    seq: number,
    batch: Omit<MonitorBatch, 'seq' | 'incarnation'>,
    layoutOf: (key: number) => MonitorLayout | undefined,
  ): Promise<void> {
    const { incarnation } = this.#options
    const segment = this.#segmentToWrite(seq)
    const keys = new Set(batch.rows.map(row => row.layout))
    const named = [...keys].flatMap(key => layoutOf(key) ?? [])
    const layouts = named.filter(({ key }) => !segment.layouts.has(key))
    const line = `${JSON.stringify({ ...batch, layouts, incarnation, seq })}\n`
    await appendFile(segment.path, line)
    segment.sizeBytes += Buffer.byteLength(line)
    segment.lastSeq = seq
    for (const { key } of layouts) segment.layouts.add(key)
    this.#recent.push({ ...batch, layouts: named, incarnation, seq })
    if (this.#recent.length > recentBatches) this.#recent.shift()
    await this.#dropOldest()
  }

  #segmentToWrite(seq: number): Segment {
    const { incarnation, folder, segmentBytes } = this.#options
    const last = this.#segments.at(-1)
    if (last?.incarnation === incarnation && last.sizeBytes < segmentBytes) return last
    const name = `${String(++this.#files).padStart(12, '0')}-${incarnation}.jsonl`
    const segment: Segment = {
      path: join(folder, name),
      incarnation,
      sizeBytes: 0,
      firstSeq: seq,
      lastSeq: seq - 1,
      layouts: new Set(),
    }
    this.#segments.push(segment)
    return segment
  }

  async #dropOldest(): Promise<void> {
    const { maxBytes, onDropped, underWay = () => 0 } = this.#options
    while (this.sizeBytes > maxBytes && this.#segments.length > 1) {
      const [oldest] = this.#segments
      if (oldest === undefined) return
      // It goes when the server acknowledges it, or has not done so for a while.
      if (underWay(oldest.incarnation) >= oldest.firstSeq) return
      this.#segments.shift()
      // What is told as dropped must not be sent either.
      if (oldest.incarnation === this.#options.incarnation)
        this.#recent = this.#recent.filter(({ seq }) => seq > oldest.lastSeq)
      const stored = this.#stored.get(oldest.incarnation) ?? 0
      const sections = new DroppedSections()
      if (onDropped !== undefined)
        for await (const batch of batchesOf(oldest.path)) if (batch.seq > stored) sections.addBatch(batch)
      await unlink(oldest.path).catch(() => undefined)
      const batches = oldest.lastSeq - Math.max(oldest.firstSeq - 1, stored)
      if (batches > 0) onDropped?.({ batches, sections: sections.take() })
    }
  }
}

/** null for a file without a whole batch, as a crash leaves it. */
async function readSegment(path: string, sizeBytes: number): Promise<Segment | null> {
  let segment: Segment | null = null
  for await (const batch of batchesOf(path)) {
    segment ??= {
      path,
      incarnation: batch.incarnation,
      sizeBytes,
      firstSeq: batch.seq,
      lastSeq: batch.seq,
      layouts: new Set(),
    }
    segment.lastSeq = batch.seq
  }
  return segment
}

/** Whole and undamaged lines; a crash may cut the last one. */
async function* batchesOf(path: string): AsyncGenerator<MonitorBatch> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    const batch = parsed(line)
    if (batch !== null) yield batch
  }
}

function parsed(line: string): MonitorBatch | null {
  try {
    return monitorBatchSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}
