/** Records of a section → its samples: values of counters with labels, within limits. Pure. */
import { cleanText } from '../clean-text.ts'
import type { MonitorCounter, MonitorSection } from '../type.ts'
import type { Records, TargetRecord } from './records.ts'

/** Values of labels by name. */
export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly counter: string
  readonly kind: 'gauge' | 'counter' | 'state'
  readonly labels: Labels
  readonly value: number
  /** Of a counter that the answer named itself. */
  readonly help?: string
}

export interface TextSample {
  readonly counter: string
  readonly labels: Labels
  readonly text: string
}

export interface SectionSamples {
  readonly samples: readonly Sample[]
  readonly texts: readonly TextSample[]
  /** Label sets that were added up as `other`. */
  readonly omittedSets: number
}

/** Label value of all label sets above the limit. */
export const otherLabel = 'other'
const maxLabelLength = 200
/** Of a name of a counter or label that the answer named itself; longer ones are left out, for a part would name another. */
const maxNames = { counter: 200, label: 80 }
export const maxTextLength = 4_000
/** Series that a section with discovered counters has at most. */
const maxDiscovered = 20_000
/** Units in which a sum over things is a figure of all of them. */
const summableUnits = new Set(['', 'count', 'bytes', 'bytes/s', 'count/s', 's', 'ms'])

/**
 * The samples of an answer. `known` holds the label sets that were kept before and keep their place above the limit, so
 * that `other` adds up the same things every time; it is extended.
 */
export function samplesOf(section: MonitorSection, records: Records, known: Set<string>): SectionSamples {
  if (section.discovery) return discoveredSamples(section.discovery, records)
  if (!section.rows) {
    const [record = {}] = records
    return { ...valuesOf(section.counters, record, {}), omittedSets: 0 }
  }
  return labelledSamples(section, section.rows, records, known)
}

function labelledSamples(
  section: MonitorSection,
  rows: NonNullable<MonitorSection['rows']>,
  records: Records,
  known: Set<string>,
): SectionSamples {
  const labelled = records.map(record => {
    const labels = labelsOf(rows.labels, record)
    return { record, labels, key: JSON.stringify(Object.values(labels)) }
  })
  const present = new Set(labelled.map(({ key }) => key))
  for (const key of known) if (!present.has(key)) known.delete(key)
  for (const key of present) if (known.size < rows.limit) known.add(key)
  const seen = new Set<string>()
  const samples: Sample[] = []
  const texts: TextSample[] = []
  const rest: TargetRecord[] = []
  for (const { record, labels, key } of labelled) {
    if (seen.has(key)) continue
    seen.add(key)
    if (!known.has(key)) {
      rest.push(record)
      continue
    }
    const values = valuesOf(section.counters, record, labels)
    samples.push(...values.samples)
    texts.push(...values.texts)
  }
  if (rest.length > 0) samples.push(...sums(section.counters, rows.labels, rest))
  return { samples, texts, omittedSets: rest.length }
}

const labelsOf = (names: readonly string[], record: TargetRecord): Labels =>
  Object.fromEntries(names.map(name => [name, cleanText(record[name] ?? '', maxLabelLength)]))

function valuesOf(counters: readonly MonitorCounter[], record: TargetRecord, labels: Labels) {
  const samples: Sample[] = []
  const texts: TextSample[] = []
  for (const counter of counters) {
    const text = Object.hasOwn(record, counter.from ?? counter.key)
      ? record[counter.from ?? counter.key]
      : undefined
    if (text === undefined) continue
    if (counter.kind === 'text')
      texts.push({ counter: counter.key, labels, text: cleanText(text, maxTextLength) })
    else samples.push({ counter: counter.key, kind: counter.kind, labels, value: valueOf(counter, text) })
  }
  return { samples, texts }
}

/** The number that a text means; NaN when it means none. */
export function valueOf(counter: MonitorCounter, text: string): number {
  if (counter.states) {
    const state = counter.states.find(({ texts }) => texts.includes(text))
    return state ? state.value : Number.NaN
  }
  const trimmed = text.trim()
  if (trimmed === '') return Number.NaN
  const plain = Number(trimmed)
  if (Number.isFinite(plain)) return plain * (counter.scale ?? 1)
  if (/^(?:true|on|yes)$/i.test(trimmed)) return 1
  if (/^(?:false|off|no)$/i.test(trimmed)) return 0
  const number = Number(trimmed.replace(/%$/, ''))
  return Number.isFinite(number) ? number * (counter.scale ?? 1) : Number.NaN
}

/** A sum of which one summand is unknown is unknown; a field that no record has gives no sum. */
function sums(counters: readonly MonitorCounter[], names: readonly string[], records: Records): Sample[] {
  const labels = Object.fromEntries(names.map(name => [name, otherLabel]))
  return counters.flatMap(counter => {
    if (counter.kind !== 'counter' && counter.kind !== 'gauge') return []
    if (!summableUnits.has(counter.unit)) return []
    const field = counter.from ?? counter.key
    if (!records.some(record => Object.hasOwn(record, field))) return []
    const absent = counter.isZeroWhenAbsent === true ? 0 : Number.NaN
    const one = (text: string | undefined) => (text === undefined ? absent : valueOf(counter, text))
    const value = records.reduce((sum, record) => sum + one(record[field]), 0)
    return [{ counter: counter.key, kind: counter.kind, labels, value }]
  })
}

/** Samples of an answer whose records name their counters themselves. */
function discoveredSamples(
  fields: NonNullable<MonitorSection['discovery']>,
  records: Records,
): SectionSamples {
  const samples: Sample[] = []
  const seen = new Set<string>()
  for (const record of records.slice(0, maxDiscovered)) {
    const counter = record[fields.counter]
    const value = Number(record[fields.value])
    if (counter === undefined || counter.length > maxNames.counter || Number.isNaN(value)) continue
    const identity = `${counter} ${record[fields.labels] ?? ''}`
    if (seen.has(identity)) continue
    seen.add(identity)
    samples.push({
      counter: cleanText(counter, maxNames.counter),
      kind: record[fields.kind] === 'counter' ? 'counter' : 'gauge',
      labels: parsedLabels(record[fields.labels]),
      value,
      help: cleanText(record[fields.help] ?? '', maxTextLength),
    })
  }
  return { samples, texts: [], omittedSets: Math.max(0, records.length - maxDiscovered) }
}

function parsedLabels(text: string | undefined): Labels {
  if (text === undefined || text === '') return {}
  const labels: unknown = JSON.parse(text)
  if (typeof labels !== 'object' || labels === null) return {}
  return Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) =>
      name.length > maxNames.label ? [] : [[name, cleanText(String(value), maxLabelLength)]],
    ),
  )
}
