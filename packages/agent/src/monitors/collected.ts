/** What a collector hands on, in the form in which it is spooled and sent. Pure. */
import type { MonitorBatch, MonitorLayout } from '@pone/contract/link/monitors.ts'
import type { CollectedBatch, Layout } from '@pone/monitors/collection/batch.ts'

export type BatchContent = Omit<MonitorBatch, 'seq' | 'incarnation' | 'layouts'>

export const contentOf = ({ rows, texts, tables, states }: CollectedBatch): BatchContent => ({
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
  tables: tables.map(({ monitorId, section, slot, columns, rows: lines }) => ({
    monitorId,
    section,
    slot,
    columns: [...columns],
    rows: lines.map(line => [...line]),
  })),
  states: states.map(({ monitorId, section, code, params, details, from }) => ({
    monitorId,
    section,
    slot: from,
    cause: code === 'ok' ? null : code,
    params,
    detail: details.slice(0, 2_000),
  })),
  gaps: [],
})

export const layoutOf = ({ key, monitorId, section, columns }: Layout): MonitorLayout => ({
  key,
  monitorId,
  section,
  columns: columns.map(({ counter, kind, labels }) => ({ counter, kind, labels })),
})
