/** The rows that one component's JMeter writes, counted per second under the labels of the worker. */
import type { Batch, LabelName } from '@pone/contract/link/batch.ts'
import { JtlReader } from '../jtl/reader.ts'
import { RowRecorder } from '../jtl/row-recorder.ts'
import { Tail } from './tail.ts'

/** Labels of several components follow one another; each has room for as many as a run may have. */
const labelsPerComponent = 1_000

export interface ComponentFigures extends Pick<Batch, 'second' | 'labels' | 'errors'> {
  readonly names: LabelName[]
  /** Of them, those that are requests. */
  readonly requests: number
}

export class ComponentRows {
  readonly #tail: Tail
  readonly #reader: JtlReader
  readonly #firstLabel: number
  readonly #componentName: string
  readonly #names: LabelName[] = []
  #recorder: RowRecorder | null = null
  #threads = 0
  #mostThreads = 0
  #counted = 0
  #isCut = false

  constructor(options: { path: string; index: number; componentName: string }) {
    this.#firstLabel = options.index * labelsPerComponent
    this.#componentName = options.componentName
    this.#tail = new Tail(options.path)
    this.#reader = new JtlReader({
      onRow: row => {
        this.#recorder?.add(row)
        this.#threads = row.allThreads
        this.#mostThreads = Math.max(this.#mostThreads, this.#threads)
      },
    })
  }

  /** From the last row. */
  get threads(): number {
    return this.#threads
  }

  /** The last row is incomplete; known after `close`. */
  get isCut(): boolean {
    return this.#isCut
  }

  get count(): number {
    return this.#reader.rows
  }

  /** Code of the fault that makes the rows unreadable; null when they are readable, or there are none. */
  get faultCode(): string | null {
    const { fault } = this.#reader
    return fault === null || fault.code === 'empty' ? null : fault.code
  }

  /** The maximum of threads at a time since the last call. */
  takeMostThreads(): number {
    const most = this.#mostThreads
    this.#mostThreads = this.#threads
    return most
  }

  /** Rows are counted from that instant, epoch ms. */
  begin(startAtMs: number, countsSubSamples: boolean): void {
    this.#recorder = new RowRecorder({ startAtMs, countsSubSamples })
  }

  /** Reads what has been written since the last call, in at most so many pieces. */
  read(maxPieces?: number): void {
    this.#tail.read(bytes => this.#reader.push(bytes), maxPieces)
  }

  /** Counts of the seconds before that one. */
  takeBefore(second: number): ComponentFigures[] {
    return (this.#recorder?.takeBefore(second) ?? []).map(taken => {
      for (const { label, name, kind, isOverflow } of taken.names) {
        const component = isOverflow ? '' : this.#componentName
        this.#names[label] = { label: this.#labelOf(label), name, kind, component }
      }
      const used = new Set([...taken.labels, ...taken.errors].map(({ label }) => label))
      const requests = taken.completed - this.#counted
      this.#counted = taken.completed
      return {
        second: taken.second,
        labels: taken.labels.map(each => ({ ...each, label: this.#labelOf(each.label) })),
        errors: taken.errors.map(each => ({ ...each, label: this.#labelOf(each.label) })),
        names: [...used].flatMap(label => this.#names[label] ?? []),
        requests,
      }
    })
  }

  close(): void {
    this.#reader.end()
    this.#isCut = this.#reader.lastLine === 'half'
    this.#tail.close()
  }

  #labelOf(label: number): number {
    return this.#firstLabel + label
  }
}
