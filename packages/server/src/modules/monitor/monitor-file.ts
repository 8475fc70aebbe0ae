/** Monitors as rows of files: what is written, and how rows are read back. Without secrets. Pure. */
import {
  type Monitor,
  type MonitorFields,
  maxMonitorImportRows,
  monitorFieldsSchema,
} from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import { spreadsheetField } from '@pone/schema/csv-field.ts'
import { z } from 'zod'

/** A monitor as a file holds it: groups and agents by name. */
export interface MonitorFileRow {
  readonly name: string
  readonly group: string
  readonly type: string
  readonly params: MonitorFields['params']
  readonly agent: string
  readonly sendIntervalMs: number
  readonly receiveIntervalMs: number
  readonly frequencyMs: number
  readonly slowLogAddress: string
  readonly url: string
  readonly notificationEmails: readonly string[]
  readonly notificationPhones: readonly string[]
}

const columns = [
  'name',
  'group',
  'type',
  'params',
  'agent',
  'sendIntervalMs',
  'receiveIntervalMs',
  'frequencyMs',
  'slowLogAddress',
  'url',
  'notificationEmails',
  'notificationPhones',
] as const satisfies readonly (keyof MonitorFileRow)[]

const fileSchema = z.object({ monitors: z.array(z.record(z.string(), z.json())) })

export function fileRow(
  monitor: Monitor,
  names: { readonly group: string; readonly agent: string },
): MonitorFileRow {
  const { name, type, params, sendIntervalMs, receiveIntervalMs, frequencyMs } = monitor
  const { slowLogAddress, url, notificationEmails, notificationPhones } = monitor
  return {
    name,
    ...names,
    type,
    params,
    sendIntervalMs,
    receiveIntervalMs,
    frequencyMs,
    slowLogAddress,
    url,
    notificationEmails,
    notificationPhones,
  }
}

const cellOf = (value: MonitorFileRow[keyof MonitorFileRow]): string => {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value)
}

/** Cells as text, the heading first. */
export const cellsOf = (rows: readonly MonitorFileRow[]): string[][] => [
  [...columns],
  ...rows.map(row => columns.map(column => cellOf(row[column]))),
]

/** With a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvOf = (rows: readonly MonitorFileRow[]): string =>
  `\uFEFF${cellsOf(rows)
    .map(cells => `${cells.map(spreadsheetField).join(',')}\r\n`)
    .join('')}`

export const jsonOf = (rows: readonly MonitorFileRow[]): string =>
  `${JSON.stringify({ monitors: rows }, null, 2)}\n`

/** A row as it was read, with the names that have to be looked up; or what is wrong with it. */
export interface ReadRow {
  readonly name: string
  readonly type: string
  readonly group: string
  readonly agent: string
  readonly fields: MonitorFields | null
  readonly issues: readonly z.core.$ZodIssue[]
}

/** @throws AppError FileContentRefused for text that is no such file */
export function readJson(text: string): ReadRow[] {
  const parsed = fileSchema.safeParse(jsonFrom(text))
  if (!parsed.success) throw new AppError('FileContentRefused', { detail: 'monitorFileUnknown' })
  return limited(parsed.data.monitors).map(readRow)
}

/** @throws AppError FileContentRefused for a heading that lacks name or type */
export function readCells([heading = [], ...lines]: readonly (readonly string[])[]): ReadRow[] {
  const known = heading.map(cell => cell.replace(/^\uFEFF/, '').trim())
  if (!known.includes('name') || !known.includes('type'))
    throw new AppError('FileContentRefused', { detail: 'monitorFileUnknown' })
  const filled = lines.filter(line => line.some(cell => cell.trim() !== ''))
  return limited(filled).map(line =>
    readRow(Object.fromEntries(known.flatMap((column, index) => cellValue(column, line[index] ?? '')))),
  )
}

/** CSV as `csvOf` writes it (RFC 4180). */
export function csvCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/gy
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (match === null) throw new AppError('FileContentRefused', { detail: 'monitorFileUnknown' })
    const [, quoted, plain = '', end] = match
    const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"')
    row.push(/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push([...row, ''])
  return rows
}

function limited<T>(rows: readonly T[]): readonly T[] {
  if (rows.length === 0) throw new AppError('FileContentRefused', { detail: 'noRows' })
  if (rows.length > maxMonitorImportRows)
    throw new AppError('FileContentRefused', { detail: 'tooManyMonitors' })
  return rows
}

function jsonFrom(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An empty cell is left out, so that its default applies. */
function cellValue(column: string, cell: string): [string, unknown][] {
  const value = cell.trim()
  if (value === '') return []
  if (column.endsWith('Ms')) return [[column, Number(value)]]
  if (column === 'params') return [[column, jsonFrom(value)]]
  if (column.startsWith('notification')) return [[column, value.split(/[\s;,]+/)]]
  return [[column, value]]
}

function readRow({ group, agent, ...row }: Record<string, unknown>): ReadRow {
  const parsed = monitorFieldsSchema.safeParse({ ...row, groupId: null, agentId: null })
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 200) : '')
  return {
    name: text(row['name']),
    type: text(row['type']),
    group: text(group),
    agent: text(agent),
    fields: parsed.success ? parsed.data : null,
    issues: parsed.success ? [] : parsed.error.issues,
  }
}
