/** The short form of requests over protocols of several operations: `sql.query: SELECT 1`, the other fields of the operation beside it. */
import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import type { OfferedOperation } from '@pone/schema/protocol.ts'

type Fields = Record<string, unknown>

/** An operation as a step names it. */
export interface NamedOperation {
  readonly protocol: string
  readonly key: string
  /** Field that a bare text stands for; undefined = the first key holds the fields. */
  readonly mainField: string | undefined
  /** All fields of the operation; others beside them are the step's. */
  readonly fields: ReadonlySet<string>
}

const named = new Map<string, NamedOperation>(
  protocolDefinitions.flatMap(({ name, operations }) =>
    operations.map((offered: OfferedOperation<object>) => {
      const { key, mainField } = offered
      const fields = new Set(Object.keys(offered.defaults()))
      return [`${name}.${key}`, { protocol: name, key, mainField, fields }]
    }),
  ),
)

/** The operation that a first key names. */
export const operationNamed = (head: string): NamedOperation | undefined => named.get(head)

/** Takes the fields of the operation apart from those of the step. */
export function splitOperation(
  step: Fields,
  head: string,
  { key, mainField, fields: known }: NamedOperation,
): { operation: Fields; rest: Fields } {
  const { [head]: value, ...fields } = step
  const isWhole = typeof value === 'object' && value !== null && !Array.isArray(value)
  const main = isWhole ? value : mainField === undefined || value === null ? {} : { [mainField]: value }
  const entries = Object.entries(fields)
  return {
    operation: { kind: key, ...Object.fromEntries(entries.filter(([name]) => known.has(name))), ...main },
    rest: Object.fromEntries(entries.filter(([name]) => !known.has(name))),
  }
}

/** The step in its short form, out of an operation without its usual values; `common` and `rest` are of the step. */
export function shortOperation(
  protocol: string,
  { kind, ...fields }: Fields,
  { common, rest }: { common: Fields; rest: Fields },
): Fields {
  const head = `${protocol}.${String(kind)}`
  const mainField = named.get(head)?.mainField
  if (mainField === undefined) return { [head]: fields, ...common, ...rest }
  const { [mainField]: main = '', ...more } = fields
  return { [head]: main, ...common, ...more, ...rest }
}
