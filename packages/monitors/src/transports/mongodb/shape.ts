/** Commands of clients as texts without their values, which may be passwords or data of persons. Pure. */
import type { Document } from 'bson'
import { isObject } from '../../reading/json.ts'

/** Of the protocol, not of what is asked. */
const ofSession = new Set(
  '$db $clusterTime $readPreference $audit $client $configTime $topologyTime lsid txnNumber autocommit startTransaction stmtId cursor maxTimeMS readConcern writeConcern apiVersion apiStrict comment shardVersion databaseVersion mayBypassWriteBlocking clientOperationKey'.split(
    ' ',
  ),
)
const maxDepth = 12
const maxItems = 20
const maxText = 4_000

/** The command of an entry of the profiler or of a running operation; a cursor's next batch stands for what opened it. */
export function statementOf(operation: Document): Document {
  const { originatingCommand, command, query }: Document = operation
  for (const found of [originatingCommand, command, query]) if (isObject(found)) return withoutSession(found)
  return {}
}

export const withoutSession = (command: Document): Document =>
  Object.fromEntries(Object.entries(command).filter(([name]) => !ofSession.has(name)))

/** E.g. `{find: orders, filter: {customer: ?, total: {$gt: ?}}}`: names of fields stay, and the collection; values become `?`. */
export function shapeText(command: Document): string {
  const [first, ...others] = Object.entries(command)
  if (first === undefined) return ''
  const [name, target] = first
  // The value of the first field is the name of the collection, unless the profiler shows only the changes.
  const head = typeof target === 'string' && /^[a-zA-Z]+$/.test(name) ? target : shapeOf(target, 1)
  const rest = others.map(([key, value]) => `, ${key}: ${shapeOf(value, 1)}`)
  return `{${name}: ${head}${rest.join('')}}`.slice(0, maxText)
}

function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) {
    // Lists of values have one shape whatever their length.
    const shapes = [...new Set(value.slice(0, maxItems).map(item => shapeOf(item, depth + 1)))]
    return `[${shapes.join(', ')}]`
  }
  if (!isObject(value) || '_bsontype' in value || value instanceof Date || value instanceof RegExp) return '?'
  if (value instanceof Uint8Array || depth > maxDepth) return '?'
  const parts = Object.entries(value).map(([key, inner]) => `${key}: ${shapeOf(inner, depth + 1)}`)
  return `{${parts.join(', ')}}`
}
