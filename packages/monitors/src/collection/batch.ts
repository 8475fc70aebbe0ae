/** What a collector hands on: rows of values by interned layouts, texts, tables, and states of sections. */
import type { Labels } from '../reading/samples.ts'
import type { CauseParams, MonitorCause } from '../target-fault.ts'

/** Values that one row has at most; an answer with more has several parts. */
export const maxRowValues = 500

export interface LayoutColumn {
  readonly counter: string
  readonly kind: 'gauge' | 'counter' | 'state'
  readonly labels: Labels
  /** Of a counter that the target named itself, else absent. */
  readonly help?: string
}

/** The columns of a row. Told once, before the first row that names it. */
export interface Layout {
  /** Counted from 1, unique while the collector lives. */
  readonly key: number
  readonly monitorId: string
  readonly section: string
  /** Between the rows of the layout, ms. */
  readonly cadenceMs: number
  readonly columns: readonly LayoutColumn[]
}

/** Values of one collection, in the order of the layout's columns. (monitorId, section, slot, part) is unique. */
export interface CollectedRow {
  readonly monitorId: string
  readonly section: string
  /** Epoch ms of the scheduled instant. */
  readonly slot: number
  /** Milliseconds from the slot to when the answer was there. */
  readonly offsetMs: number
  readonly part: number
  readonly layout: number
  /** NaN = not known. */
  readonly values: Float64Array
}

/** Told when it changes. */
export interface CollectedText {
  readonly monitorId: string
  readonly section: string
  readonly slot: number
  readonly counter: string
  readonly labels: Labels
  readonly text: string
}

/** Rows of a section that a table of the type shows; each collection replaces the one before. */
export interface CollectedTable {
  readonly monitorId: string
  readonly section: string
  readonly slot: number
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The state of a section from an instant on; told when it changes. */
export interface SectionState {
  readonly monitorId: string
  readonly section: string
  readonly code: 'ok' | MonitorCause
  readonly params: CauseParams
  /** What the target or the system said itself. */
  readonly details: string
  /** Epoch ms of the slot. */
  readonly from: number
}

/** A collection that is over, with or without values: nothing of its slot comes any more. */
export interface EndedCollection {
  readonly monitorId: string
  readonly section: string
  /** Epoch ms. */
  readonly slot: number
}

export interface CollectedBatch {
  readonly layouts: readonly Layout[]
  readonly rows: readonly CollectedRow[]
  readonly texts: readonly CollectedText[]
  readonly tables: readonly CollectedTable[]
  readonly states: readonly SectionState[]
  /** What of them there is stands in this batch or an earlier one. */
  readonly ended: readonly EndedCollection[]
}
