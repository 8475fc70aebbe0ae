/** JSON → records, by small paths: `a.b[0].c`, `length` of an array, '' for the whole. Pure. */
import { TargetFault } from '../target-fault.ts'
import { maxRecords, type Records } from './records.ts'

/** What was read of a JSON text. */
export type Json = unknown

export const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws TargetFault `wrongProduct` for what is no JSON */
export function parsedJson(body: string): Json {
  try {
    return JSON.parse(body)
  } catch {
    throw new TargetFault('wrongProduct', body.slice(0, 200))
  }
}

/** What stands at a path; undefined where it leads nowhere. */
export function valueAtPath(value: unknown, path: string): unknown {
  let at = value
  for (const step of path.split(/[.[\]]+/).filter(part => part !== '')) {
    if (Array.isArray(at) && step === 'length') at = at.length
    else if (typeof at === 'object' && at !== null && Object.hasOwn(at, step)) at = Reflect.get(at, step)
    else return undefined
  }
  return at
}

/** What stands at a path as text; '' for none. */
export const textAt = (value: Json, path: string): string => {
  const found = valueAtPath(value, path)
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
    : ''
}

export interface JsonRows {
  /** Path to the row or rows. */
  readonly rows: string
  readonly fields: Readonly<Record<string, string>>
  readonly isEntries?: boolean
  /** Path to the number of rows that exist. */
  readonly total?: string | undefined
}

/**
 * A record of the row, or one of each row where the path leads to an array or, with `isEntries`, to an object of rows.
 * `omitted`: rows that exist and are not in the answer.
 * @throws TargetFault `malformed`, `wrongProduct`
 */
export function jsonRecords(
  text: string,
  { rows: rowsPath, fields, isEntries = false, total }: JsonRows,
): { records: Records; isCut: boolean; omitted: number } {
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch (thrown) {
    throw new TargetFault('malformed', thrown instanceof Error ? thrown.message : '')
  }
  const found = valueAtPath(whole, rowsPath)
  if (found === undefined || found === null) throw new TargetFault('wrongProduct', rowsPath)
  const rows: unknown[] = Array.isArray(found) ? found : isEntries ? Object.values(found) : [found]
  const records = rows.slice(0, maxRecords).map(row =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, path]) => {
        const value = valueAtPath(row, path)
        return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? [[name, String(value)]]
          : []
      }),
    ),
  )
  const exist = total === undefined ? Number.NaN : Number(textAt(whole, total))
  const omitted = exist > rows.length ? exist - rows.length : 0
  return { records, isCut: rows.length > maxRecords, omitted }
}
