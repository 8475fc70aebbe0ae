/** What a collector hands on, in the form in which the agent spools and sends it, in reports of bounded size. Pure. */
import type { CollectedBatch, CollectedTable, Layout } from '@pone/monitors/collection/batch.ts'
import type { CollectedReport } from './protocol.ts'

/** Of one report; a single item may be larger. */
const reportBytes = 512 * 1024
/** A table with more loses its last rows. */
const maxTableBytes = 4 * 1024 ** 2

type Content = Omit<CollectedReport, 'kind'>

/** Reports in which layouts come before rows that name them, and ends after all that the collections brought. */
export function reportsOf(batch: CollectedBatch): CollectedReport[] {
  const content = contentOf(batch)
  const reports: CollectedReport[] = []
  let current = emptyReport()
  let sizeBytes = 0
  const add = <K extends keyof Content>(list: K, items: Content[K]): void => {
    for (const item of items) {
      const added = sizeOf(item)
      if (sizeBytes > 0 && sizeBytes + added > reportBytes) {
        reports.push(current)
        current = emptyReport()
        sizeBytes = 0
      }
      const target: unknown[] = current[list]
      target.push(item)
      sizeBytes += added
    }
  }
  add('layouts', content.layouts)
  add('rows', content.rows)
  add('texts', content.texts)
  add('tables', content.tables)
  add('states', content.states)
  add('ended', content.ended)
  return [...reports, current]
}

const emptyReport = (): CollectedReport => ({
  kind: 'collected',
  layouts: [],
  rows: [],
  texts: [],
  tables: [],
  states: [],
  ended: [],
})

/** Bytes as JSON, roughly; three per character at most. */
function sizeOf(item: Content[keyof Content][number]): number {
  if ('values' in item) return item.values.length + 200
  if ('columns' in item || 'text' in item) return JSON.stringify(item).length * 2
  return 'detail' in item ? item.detail.length + 300 : 150
}

const contentOf = ({ layouts, rows, texts, tables, states, ended }: CollectedBatch): Content => ({
  layouts: layouts.map(layoutOf),
  rows: rows.map(({ monitorId, section, slot, part, layout, values }) => ({
    monitorId,
    section,
    slot,
    part,
    layout,
    values: Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64'),
  })),
  texts: texts.map(({ monitorId, section, slot, counter, labels, text }) => ({
    monitorId,
    section,
    slot,
    counter,
    labels,
    text: text.slice(0, 4_096),
  })),
  tables: tables.map(tableOf),
  states: states.map(({ monitorId, section, code, params, details, from }) => ({
    monitorId,
    section,
    slot: from,
    cause: code === 'ok' ? null : code,
    params,
    detail: details.slice(0, 2_000),
  })),
  ended: [...ended],
})

function tableOf({ monitorId, section, slot, columns, rows }: CollectedTable): Content['tables'][number] {
  let kept = rows.map(line => [...line])
  while (JSON.stringify(kept).length > maxTableBytes) kept = kept.slice(0, Math.floor(kept.length / 2))
  return { monitorId, section, slot, columns: [...columns], rows: kept }
}

const layoutOf = ({ key, monitorId, section, cadenceMs, columns }: Layout): Content['layouts'][number] => ({
  key,
  monitorId,
  section,
  cadenceMs,
  columns: columns.map(({ counter, kind, labels }) => ({ counter, kind, labels })),
})
