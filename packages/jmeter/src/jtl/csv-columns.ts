/** The columns of a CSV results file: from its header, or from JMeter's own orders when it has none. */

/** JMeter's names, in the order in which it writes them. */
export const columnNames = [
  'timeStamp',
  'elapsed',
  'label',
  'responseCode',
  'responseMessage',
  'threadName',
  'dataType',
  'success',
  'failureMessage',
  'bytes',
  'sentBytes',
  'grpThreads',
  'allThreads',
  'URL',
  'Filename',
  'Latency',
  'Encoding',
  'SampleCount',
  'ErrorCount',
  'Hostname',
  'IdleTime',
  'Connect',
] as const
export type ColumnName = (typeof columnNames)[number]

/** Index of each column, −1 = the file has none. */
export interface CsvColumns {
  readonly separator: number
  /** Number of fields of every line. */
  readonly count: number
  readonly places: Readonly<Record<ColumnName, number>>
}

const required: readonly ColumnName[] = ['timeStamp', 'elapsed', 'label', 'success']
const notByDefault: readonly ColumnName[] = ['Filename', 'Encoding', 'SampleCount', 'ErrorCount', 'Hostname']
const defaults = columnNames.filter(name => !notByDefault.includes(name))
/** JMeter's default columns: since 5.0, since 3.1, and 3.0. */
const layouts = [
  defaults,
  defaults.filter(name => name !== 'URL'),
  defaults.filter(name => name !== 'URL' && name !== 'sentBytes'),
]
const canonical = new Map(columnNames.map(name => [name.toLowerCase(), name]))

/** The columns that a header names; those it lacks as a list; null for a line that is not a header. */
export function columnsOfHeader(line: string): CsvColumns | ColumnName[] | null {
  let best: { separator: string; names: (ColumnName | undefined)[] } | null = null
  let bestKnown = 1
  for (const separator of new Set(line.match(/[\t\x20-\x7e]/g)?.filter(char => /[^\w"]/.test(char)))) {
    const names = line.split(separator).map(name => canonical.get(unquoted(name).toLowerCase()))
    const known = new Set(names.filter(name => name !== undefined)).size
    if (known > bestKnown) {
      best = { separator, names }
      bestKnown = known
    }
  }
  if (best === null) return null
  const { names, separator } = best
  const missing = required.filter(name => !names.includes(name))
  return missing.length > 0 ? missing : columnsOf(names, separator.charCodeAt(0), names.length)
}

/** The columns of a file without header whose lines have that many fields; more than JMeter's are sample variables. */
export function columnsOfCount(count: number, separator: number): CsvColumns | null {
  const layout = layouts.find((names, at) => names.length === count || (at === 0 && count > names.length))
  return layout === undefined ? null : columnsOf(layout, separator, count)
}

function columnsOf(names: readonly (ColumnName | undefined)[], separator: number, count: number): CsvColumns {
  const places = Object.fromEntries(columnNames.map(name => [name, names.indexOf(name)]))
  return { separator, count, places: places as Record<ColumnName, number> }
}

const unquoted = (name: string): string =>
  name
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
