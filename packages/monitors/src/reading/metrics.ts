/** Prometheus' text format → rows of fields that a type names, e.g. `idle` of `cpu_time_total{mode="idle"}`. Pure. */
import { selectorPattern } from '../requests.ts'
import { parsedLabelsOf, prometheusRecords } from './prometheus.ts'
import type { TargetRecord } from './records.ts'

/** How samples become rows. */
export interface MetricFields {
  /** Labels whose values tell rows apart; they are fields of the row. */
  readonly labels: readonly string[]
  /** Selectors by field, the first that the row has counts; samples of one row and selector are added up. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Fields that hold a label of the first sample that is not 0, as of metrics that only inform. */
  readonly texts: Readonly<Record<string, { readonly metric: string; readonly label: string }>>
}

interface Selector {
  readonly isCount: boolean
  readonly name: string
  readonly wanted: readonly (readonly [label: string, value: string])[]
}

interface Row {
  readonly labels: TargetRecord
  /** Sums by field, then by the place of the selector. */
  readonly sums: Map<string, Map<number, number>>
  readonly texts: Map<string, string>
}

/** Rows in the order of the answer; none where the answer has no such metric. @throws TargetFault as `prometheusRecords` */
export function metricRecords(text: string, { labels, fields, texts }: MetricFields): TargetRecord[] {
  const byName = selectorsByName(fields)
  const rows = new Map<string, Row>()
  for (const { name = '', value = '', labels: written } of prometheusRecords(text)) {
    const selectors = byName.get(name) ?? []
    const informing = Object.entries(texts).filter(([, { metric }]) => metric === name)
    if (selectors.length === 0 && informing.length === 0) continue
    const own = parsedLabelsOf(written)
    const row = rowOf(rows, labels, own)
    for (const { field, place, selector } of selectors) {
      if (selector.wanted.some(([label, wanted]) => own[label] !== wanted)) continue
      const sums = row.sums.get(field) ?? new Map<number, number>()
      row.sums.set(field, sums.set(place, (sums.get(place) ?? 0) + (selector.isCount ? 1 : Number(value))))
    }
    for (const [field, { label }] of informing)
      if (Number(value) !== 0 && !row.texts.has(field)) row.texts.set(field, own[label] ?? '')
  }
  return [...rows.values()].filter(({ sums, texts: found }) => sums.size + found.size > 0).map(recordOf)
}

interface FieldSelector {
  readonly field: string
  readonly place: number
  readonly selector: Selector
}

function selectorsByName(fields: MetricFields['fields']): Map<string, FieldSelector[]> {
  const byName = new Map<string, FieldSelector[]>()
  for (const [field, written] of Object.entries(fields))
    for (const [place, text] of written.entries()) {
      const selector = selectorOf(text)
      byName.set(selector.name, [...(byName.get(selector.name) ?? []), { field, place, selector }])
    }
  return byName
}

function selectorOf(text: string): Selector {
  const [, count, name = '', wanted = ''] = selectorPattern.exec(text) ?? []
  return {
    isCount: count !== undefined,
    name,
    wanted: [...wanted.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]),
  }
}

function rowOf(rows: Map<string, Row>, labels: readonly string[], own: TargetRecord): Row {
  const named = Object.fromEntries(labels.map(label => [label, own[label] ?? '']))
  const key = JSON.stringify(Object.values(named))
  const row = rows.get(key) ?? { labels: named, sums: new Map(), texts: new Map() }
  rows.set(key, row)
  return row
}

function recordOf({ labels, sums, texts }: Row): TargetRecord {
  const values = [...sums].map(([field, places]) => {
    const first = Math.min(...places.keys())
    return [field, String(places.get(first))] as const
  })
  return { ...labels, ...Object.fromEntries(texts), ...Object.fromEntries(values) }
}
