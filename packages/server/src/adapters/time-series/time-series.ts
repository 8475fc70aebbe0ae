/**
 * What every storage of monitored series can do: samples of monitors are written by the intake and read by pages, calls
 * and alerts. Who may see a monitor is checked before this interface is called.
 */
import type { Retention, SeriesRate, SeriesUse } from '@pone/contract/entities/monitor-retention.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Names and values that tell the series of one counter apart, such as `{device: 'sda'}`; `{}` if there is only one. */
export type SeriesLabels = Readonly<Record<string, string>>

/** One series of a section. Counters are stored raw, as the target reports them; rates are computed by `query`. */
export interface SeriesKey {
  /** Key of the counter in its monitor type. */
  readonly counter: string
  readonly labels: SeriesLabels
  /** `state`: a number that stands for one of several states; aggregated like a gauge. */
  readonly kind: 'gauge' | 'counter' | 'state'
}

/** The series that the values of a row belong to, in this order. */
export interface SeriesLayout {
  readonly monitorId: string
  /** Project of the monitor; its retention applies. */
  readonly projectId: string
  readonly section: string
  /** 0, 1, … of a section with more than `maxValuesPerRow` values. A series should stay in its part. */
  readonly part: number
  /** Time between two slots, ms; neighbouring samples that are more than 1.5 of it apart have a gap between them. */
  readonly cadenceMs: number
  /** 1 to `maxValuesPerRow`; a series that the target no longer has is left out, which makes another layout. */
  readonly series: readonly SeriesKey[]
}

/** The values of one collection of a section. (monitor, section, slot, part) is stored once: the first one is kept. */
export interface SampleRow {
  /** Layouts are looked up by identity first: the same object for all rows of a layout is fastest. */
  readonly layout: SeriesLayout
  /** Scheduled instant of the collection, epoch ms. */
  readonly slotMs: number
  /** One for each series of the layout; NaN: not known in this slot, which is a gap of this series. */
  readonly values: Float64Array
}

/** The value of a counter of kind `text`; stored only if it differs from the one before it. */
export interface TextSample {
  readonly monitorId: string
  readonly projectId: string
  readonly section: string
  readonly counter: string
  readonly labels: SeriesLabels
  /** Scheduled instant of the collection, epoch ms. */
  readonly slotMs: number
  /** At most 4,096 characters are kept. */
  readonly text: string
}

/** What a section's collections end with from this instant on; stored only if it differs from the one before it. */
export interface SectionStateChange {
  readonly monitorId: string
  readonly projectId: string
  readonly section: string
  /** Epoch ms. */
  readonly atMs: number
  /** A code of `contract/src/causes/monitor-causes.ts`; null: collected. */
  readonly cause: string | null
  /** Details in the words of the target, such as its error message; '' if there are none. */
  readonly detail: string
}

export interface SampleBatch {
  readonly rows: readonly SampleRow[]
  readonly texts?: readonly TextSample[]
  readonly states?: readonly SectionStateChange[]
}

/**
 * Why a row was not stored: a value is infinite; values and layout differ in length, or there are none or too
 * many; its slot is not an instant between 2000 and an hour from now; its monitor was removed.
 */
export type RefusalCause = 'infinite' | 'wrongLength' | 'wrongTime' | 'removed'

export interface WriteOutcome {
  /** Rows stored. */
  readonly stored: number
  /** Rows whose slot was stored before; they are as good as stored. */
  readonly duplicates: number
  /** Rows that will never be stored; `index` is that of the row in the batch. */
  readonly refused: readonly { readonly index: number; readonly cause: RefusalCause }[]
}

/**
 * Queries of the caller that are committed together with the batch, for example the intake's row. Returns false if the
 * batch was stored before: then nothing is written. A storage outside the database writes between it and the commit.
 */
export type Alongside = (transaction: Transaction<Tables>) => Promise<boolean>

/** Selects series; a field that is missing selects all. */
export interface SeriesSelector {
  readonly monitorId: string
  readonly section?: string
  readonly counters?: readonly string[]
  /** Labels that a series must have, each with one of the values. */
  readonly labels?: Readonly<Record<string, readonly string[]>>
}

export interface SeriesQuery {
  readonly selectors: readonly SeriesSelector[]
  /** Epoch ms; samples at `fromMs` and before `toMs` are included. */
  readonly fromMs: number
  readonly toMs: number
  /**
   * Maximum number of intervals per series, 1 to 5,000; best the width of the chart in pixels. If the samples are no
   * more than this many, they are returned as they are. Intervals begin at multiples of their width, and the first and
   * last one are whole.
   */
  readonly points: number
  /**
   * - `raw`: values as collected
   * - `rate`: increase of counters per second over the time that really passed; of gauges their raw values
   * - `increase`: increase of counters in the interval; of gauges their raw values
   *
   * A counter below its predecessor was restarted; the increase across the restart is unknown.
   */
  readonly fn: 'raw' | 'rate' | 'increase'
  /**
   * How the samples of an interval become one value. `pairs`: minimum and maximum. `avg` weights rates by time. With fn
   * `increase` the increases of counters are summed whatever is named here.
   */
  readonly aggregate: 'pairs' | 'avg' | 'min' | 'max'
}

/** Time between two slots, ms, from an instant on, epoch ms. */
export interface StoredCadence {
  readonly fromMs: number
  readonly cadenceMs: number
}

export interface SeriesIdentity {
  readonly monitorId: string
  readonly section: string
  readonly counter: string
  readonly labels: SeriesLabels
  readonly kind: SeriesKey['kind']
}

/** The answer for one series; `at`, `values` and `maxima` have the same length, at most 2 × points + 1. */
export interface SeriesCurve extends SeriesIdentity {
  /** Ascending, epoch ms: instants of samples, or beginnings of intervals; samples that lie further apart than intervals are wide have their instants. */
  readonly at: readonly number[]
  /** null: a gap begins here (missing slots, or a restart of the counter). */
  readonly values: readonly (number | null)[]
  /** With `pairs` the maximum of each interval, while `values` are the minima; else null. */
  readonly maxima: readonly (number | null)[] | null
  /** Width of an interval, ms; 0: samples as they are. */
  readonly intervalMs: number
  /** Cadences with which the samples of the range were stored: each from the first sample that has it, ascending, until the next one. */
  readonly cadences: readonly StoredCadence[]
  /** Indexes of intervals of which only a part is covered: by a gap, a restart, or because they last until after now. */
  readonly partial: readonly number[]
  /** The coarsest data that the answer is computed from; rates of minutes and hours are means over these. */
  readonly resolution: 'samples' | 'minutes' | 'hours'
}

/** The newest row of a section's part. */
export interface LatestRow {
  readonly monitorId: string
  readonly section: string
  readonly part: number
  /** Epoch ms. */
  readonly slotMs: number
  readonly cadenceMs: number
  readonly series: readonly SeriesKey[]
  /** One value for each series. */
  readonly values: Float64Array
  /** The row before it, for rates; null if there is none. */
  readonly previous: {
    readonly slotMs: number
    readonly series: readonly SeriesKey[]
    readonly values: Float64Array
  } | null
}

/** A value of a counter of kind `text`, valid from `fromMs` until the next one of its series. */
export interface TextValue {
  readonly monitorId: string
  readonly section: string
  readonly counter: string
  readonly labels: SeriesLabels
  /** Epoch ms. */
  readonly fromMs: number
  readonly text: string
}

export interface SeriesLabelSet extends SeriesIdentity {
  /** Epoch ms of the first sample. */
  readonly bornMs: number
  /** True after two collections of its section without it. */
  readonly isGone: boolean
}

/** A stretch of time in which all collections of a section ended alike. */
export interface SectionSpan {
  readonly monitorId: string
  readonly section: string
  readonly fromMs: number
  /** null: until now. */
  readonly toMs: number | null
  /** null: collected. */
  readonly cause: string | null
  readonly detail: string
}

/** For how long data of a project are kept. */
export interface ProjectRetention {
  /** null: `byDefault` applies. */
  readonly own: Retention | null
  readonly byDefault: Retention
}

export interface TimeSeries {
  /** Stores a batch in one transaction, together with what the caller adds. @throws the error of the database, AppError `SeriesStorageUnavailable` */
  write(batch: SampleBatch, alongside?: Alongside): Promise<WriteOutcome>
  /** The newest row of each section and part of these monitors. */
  latest(monitorIds: readonly string[]): Promise<LatestRow[]>
  /** The newest text of each counter of kind `text` of these monitors. */
  latestTexts(monitorIds: readonly string[]): Promise<TextValue[]>
  /** Changes of texts in the range, and the ones valid at its begin; ascending, at most 10,000. */
  texts(selectors: readonly SeriesSelector[], fromMs: number, toMs: number): Promise<TextValue[]>
  /** Curves of all series that are selected and have samples in the range; at most `maxSeriesPerQuery` are returned. */
  query(query: SeriesQuery): Promise<SeriesCurve[]>
  /** All series that are selected, whether or not they still have samples; ascending by section, counter and labels. */
  labels(selectors: readonly SeriesSelector[]): Promise<SeriesLabelSet[]>
  /** Spans that overlap the range; ascending by monitor, section and begin. */
  states(monitorIds: readonly string[], fromMs: number, toMs: number): Promise<SectionSpan[]>
  /** Removes all series of a monitor: from now on nothing is found or stored for it. */
  remove(monitorId: string): Promise<void>
  /** The same for all monitors of a project, and for its retention. */
  removeProject(projectId: string): Promise<void>
  /** `projectId` null: only the default. */
  retention(projectId: string | null): Promise<ProjectRetention>
  /**
   * Applies to the project from the next sealing on; null: the default applies.
   * @throws RangeError if a period is shorter than the one before it, or not a number of days from 1 to 3,660
   */
  retain(projectId: string, retention: Retention | null): Promise<void>
  /** The same for projects without periods of their own. */
  retainByDefault(retention: Retention): Promise<void>
  /** What the project's series get, or all series. */
  rate(projectId: string | null): Promise<SeriesRate>
  /** What the series of all projects take on disk. */
  use(): Promise<SeriesUse>
}

export interface MaintainedTimeSeries extends TimeSeries {
  /**
   * Periodic work, to be called every minute or so: seals hours that are over and removes what is too old; returns the
   * number of hours sealed. Only one of several servers does it at a time. After the signal it ends within seconds, and
   * is continued by the next call.
   */
  maintain(signal: AbortSignal): Promise<number>
  /** Gives up the lease and ends threads and connections. */
  close(): Promise<void>
}

export const maxValuesPerRow = 500
export const maxSeriesPerQuery = 1_000
