/** Documents of MongoDB → texts and records. Pure. */
import type { Document } from 'bson'
import { isObject, valueAtPath } from '../../reading/json.ts'
import { type TargetRecord } from '../../reading/records.ts'

/** What a value of a document is as text; '' for what has none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return ''
}

export const numberOf = (value: unknown): number => {
  const text = textOf(value)
  return text === '' ? Number.NaN : Number(text)
}

/** Epoch ms; NaN for none. */
export const instantOf = (value: unknown): number => (value instanceof Date ? value.getTime() : Number.NaN)

export const documentsOf = (value: unknown): Document[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** Fields whose paths lead to a text; of several paths the first that does. */
export function fieldsOf(
  document: Document,
  fields: Readonly<Record<string, readonly string[]>>,
): TargetRecord {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, paths]) => {
      const text = paths.map(path => textOf(valueAtPath(document, path))).find(found => found !== '')
      return text === undefined ? [] : [[name, text]]
    }),
  )
}

/** Documents of a cursor's first batch. */
export const batchOf = (answer: Document): Document[] => documentsOf(valueAtPath(answer, 'cursor.firstBatch'))
