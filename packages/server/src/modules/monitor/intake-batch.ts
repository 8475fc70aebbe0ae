/** Makes of an agent's batch what is stored: only values of monitors that the agent collected at their time. Pure but for its memory of layouts. */
import type { MonitorBatch, MonitorLayout } from '@pone/contract/link/monitors.ts'
import type { MonitorSection } from '@pone/monitors/type.ts'
import { cadenceOf } from '@pone/monitors/type.ts'
import type {
  SampleRow,
  SectionStateChange,
  SeriesLayout,
  TextSample,
} from '../../adapters/time-series/time-series.ts'
import type { TypeOf } from '../monitor-type/monitor-types.ts'
import { storedDetail } from './cause-detail.ts'
import type { IntakeRight, SectionNote, TableNote } from './intake.repository.ts'

/** Clocks of agents may differ by this, and a collector may be asked to end a little late. */
const toleranceMs = 60_000
const bytesPerValue = 8

export interface IntakeContext {
  readonly rights: readonly IntakeRight[]
  readonly typeOf: TypeOf
  readonly layouts: LayoutMemory
  /** Sections that count as lost with their agent or as without data, as `monitor section`, and since when. */
  readonly lost: ReadonlyMap<string, number>
}

export interface IntakeContent {
  readonly rows: SampleRow[]
  readonly texts: TextSample[]
  readonly states: SectionStateChange[]
  readonly notes: SectionNote[]
  readonly tables: TableNote[]
  /** Values, texts, tables and states of monitors that were not the agent's. */
  readonly refused: number
}

/** Layouts of one agent on one connection. */
export class LayoutMemory {
  readonly #layouts = new Map<
    string,
    { readonly told: MonitorLayout; readonly made: Map<string, SeriesLayout> }
  >()

  tell(incarnation: string, layouts: readonly MonitorLayout[]): void {
    for (const layout of layouts)
      this.#layouts.set(`${incarnation}/${layout.key}`, { told: layout, made: new Map() })
  }

  find(incarnation: string, key: number) {
    return this.#layouts.get(`${incarnation}/${key}`)
  }
}

export const sectionKey = (monitorId: string, section: string): string => `${monitorId} ${section}`

export function contentOf(batch: MonitorBatch, context: IntakeContext): IntakeContent {
  context.layouts.tell(batch.incarnation, batch.layouts)
  const rights = Map.groupBy(context.rights, right => right.monitor_id)
  const content = { rows: [], texts: [], states: [], notes: [], tables: [] } as Omit<IntakeContent, 'refused'>
  const notes = new Map<string, SectionNote>()
  let refused = 0
  const placeOf = (item: { monitorId: string; section: string; slot: number }): Place | null => {
    const place = findPlace(item, rights.get(item.monitorId), context)
    if (place === null) refused += 1
    return place
  }
  for (const row of batch.rows) {
    const place = placeOf(row)
    if (place === null) continue
    const sample = sampleOf(row, batch.incarnation, place, context.layouts)
    if (sample !== null) content.rows.push(sample)
    noteValues(notes, row, place, context.lost)
  }
  for (const { slot: slotMs, ...text } of batch.texts) {
    const place = placeOf({ ...text, slot: slotMs })
    if (place !== null) content.texts.push({ ...text, projectId: place.right.project_id, slotMs })
  }
  for (const table of batch.tables) {
    const place = placeOf(table)
    if (place === null) continue
    content.tables.push(table)
    noteValues(notes, table, place, context.lost)
  }
  for (const state of batch.states) {
    const place = placeOf(state)
    if (place !== null) noteState(notes, state, place)
  }
  for (const gap of batch.gaps) {
    const place = placeOf({ ...gap, slot: gap.from })
    if (place !== null)
      content.states.push(...gapStates(gap, place, notes.get(sectionKey(gap.monitorId, gap.section))))
  }
  for (const note of foundWith(notes, rights, context))
    notes.set(sectionKey(note.monitorId, note.section), note)
  for (const note of notes.values()) {
    content.notes.push(note)
    if (note.state !== undefined) content.states.push(stateChange(note, rights))
  }
  return { ...content, refused }
}

interface Place {
  readonly right: IntakeRight
  readonly section: MonitorSection
}

/** The monitor and its section, if the agent collected it at the slot. */
function findPlace(
  item: { readonly section: string; readonly slot: number },
  rights: readonly IntakeRight[] | undefined,
  { typeOf }: Pick<IntakeContext, 'typeOf'>,
): Place | null {
  const right = rights?.find(
    ({ assigned_at, until_at }) =>
      item.slot >= assigned_at - toleranceMs && (until_at === null || item.slot <= until_at + toleranceMs),
  )
  const section =
    right === undefined ? undefined : typeOf(right)?.sections.find(each => each.key === item.section)
  return right === undefined || section === undefined ? null : { right, section }
}

/** null for a layout that was not told, or is another section's. */
function sampleOf(
  row: MonitorBatch['rows'][number],
  incarnation: string,
  { right, section }: Place,
  layouts: LayoutMemory,
): SampleRow | null {
  const known = layouts.find(incarnation, row.layout)
  if (known === undefined) return null
  const { told, made } = known
  if (told.monitorId !== row.monitorId || told.section !== row.section) return null
  const bytes = Buffer.from(row.values, 'base64')
  if (bytes.length !== told.columns.length * bytesPerValue) return null
  // A value that is not finite is not known: a gap of its series.
  const values = Float64Array.from(told.columns, (_, index) => {
    const value = bytes.readDoubleLE(index * bytesPerValue)
    return Number.isFinite(value) ? value : Number.NaN
  })
  if (values.every(Number.isNaN)) return null
  const cadenceMs = told.cadenceMs ?? cadenceOf(section, right.frequency_in_force_ms)
  const key = `${row.part} ${cadenceMs}`
  const layout = made.get(key) ?? {
    monitorId: row.monitorId,
    projectId: right.project_id,
    section: row.section,
    part: row.part,
    cadenceMs,
    series: told.columns.map(({ counter, labels, kind }) => ({
      counter,
      labels,
      kind: kind === 'counter' ? ('counter' as const) : ('gauge' as const),
    })),
  }
  made.set(key, layout)
  return { layout, slotMs: row.slot, values }
}

/** Values after the agent was taken for lost, or the section for silent, show that it is not. */
function noteValues(
  notes: Map<string, SectionNote>,
  { monitorId, section, slot }: { monitorId: string; section: string; slot: number },
  place: Place,
  lost: ReadonlyMap<string, number>,
): void {
  const key = sectionKey(monitorId, section)
  const before = notes.get(key)
  const lostSince = lost.get(key)
  const isFound = before?.state === undefined && lostSince !== undefined && slot > lostSince
  notes.set(key, {
    monitorId,
    section,
    answersAvailability: place.section.answersAvailability,
    state: isFound ? { cause: null, params: {}, detail: '' } : before?.state,
    at: isFound ? slot : (before?.at ?? slot),
    lastAt: Math.max(before?.lastAt ?? 0, slot),
  })
}

/** Other lost sections of monitors that have values again: their agent is back, though their time may not have come yet. */
function foundWith(
  notes: ReadonlyMap<string, SectionNote>,
  rights: ReadonlyMap<string, readonly IntakeRight[]>,
  { lost, typeOf }: IntakeContext,
): SectionNote[] {
  return [...notes].flatMap(([key, { monitorId, state, at }]) => {
    const right = rights.get(monitorId)?.[0]
    if (state?.cause !== null || !lost.has(key) || right === undefined) return []
    return (typeOf(right)?.sections ?? []).flatMap(({ key: section, answersAvailability }) => {
      const since = lost.get(sectionKey(monitorId, section))
      if (since === undefined || since >= at || notes.has(sectionKey(monitorId, section))) return []
      return [{ monitorId, section, answersAvailability, state, at, lastAt: null }]
    })
  })
}

/** Of several states of a section the last one counts. */
function noteState(
  notes: Map<string, SectionNote>,
  { monitorId, section, slot, cause, params, detail }: MonitorBatch['states'][number],
  place: Place,
): void {
  const key = sectionKey(monitorId, section)
  const before = notes.get(key)
  if (before?.state !== undefined && before.at > slot) return
  notes.set(key, {
    monitorId,
    section,
    answersAvailability: place.section.answersAvailability,
    state: { cause, params, detail },
    at: slot,
    lastAt: before?.lastAt ?? null,
  })
}

/** A gap changes what is known of the past, not the present state; at its end the state may be told besides. */
function gapStates(
  { monitorId, section, from, until, cause }: MonitorBatch['gaps'][number],
  { right }: Place,
  note: SectionNote | undefined,
): SectionStateChange[] {
  const change = { monitorId, projectId: right.project_id, section, detail: '' }
  const begin = { ...change, atMs: from, cause }
  const isTold = note?.state !== undefined && note.at === until
  return isTold ? [begin] : [begin, { ...change, atMs: until, cause: null }]
}

const stateChange = (
  { monitorId, section, state, at }: SectionNote,
  rights: ReadonlyMap<string, readonly IntakeRight[]>,
): SectionStateChange => ({
  monitorId,
  projectId: rights.get(monitorId)?.[0]?.project_id ?? '',
  section,
  atMs: at,
  cause: state?.cause ?? null,
  detail: state === undefined ? '' : storedDetail(state),
})
