/** A monitor type as the YAML text that an administrator edits. */
import { Document, isMap, isScalar, isSeq, visit } from 'yaml'
import type { MonitorType } from '../type.ts'

/** Maps that stand on one line: names and helps in both languages, and columns. */
const inline = new Set(['names', 'help', 'showIf', 'capacity', 'columns', 'labels', 'triedOn'])

/** Without the version, which the server gives; what is as by default is left out. */
export function typeToYaml(type: MonitorType): string {
  const document = new Document(withoutDefaults({ ...type, version: undefined }), {
    aliasDuplicateObjects: false,
  })
  visit(document, {
    Pair(_key, { key, value }) {
      if (
        isScalar(key) &&
        typeof key.value === 'string' &&
        inline.has(key.value) &&
        (isMap(value) || isSeq(value))
      )
        value.flow = true
    },
  })
  return document.toString({ lineWidth: 0 })
}

/** Off by default. */
const switches = new Set([
  'required',
  'isSecret',
  'isMultiline',
  'isTable',
  'answersAvailability',
  'isBoundToMachine',
  'hasPlan',
])

const isDefault = (key: string, value: unknown): boolean =>
  value === undefined ||
  (switches.has(key) && value === false) ||
  (key === 'cadenceMs' && value === 'frequency') ||
  (key === 'timeoutMs' && value === 5_000) ||
  (['computed', 'tables', 'thresholds', 'slowOperations'].includes(key) &&
    Array.isArray(value) &&
    value.length === 0)

function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDefaults)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !isDefault(key, inner))
      .map(([key, inner]) => [key, withoutDefaults(inner)]),
  )
}
