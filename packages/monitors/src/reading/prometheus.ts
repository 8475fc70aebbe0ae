/**
 * Prometheus' text format → records with the fields `name`, `value`, `kind`, `labels` (JSON) and `help`. Pure.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
import { TargetFault } from '../target-fault.ts'
import { maxRecords, type TargetRecord } from './records.ts'

const namePattern = /[a-zA-Z_:][a-zA-Z0-9_:]*/y
const labelNamePattern = /\s*([a-zA-Z_][a-zA-Z0-9_.]*)\s*=\s*"/y

interface Described {
  kind: string
  help: string
}

/** Samples whose name begins with the prefix; unknown values (NaN) and infinite ones are left out. @throws TargetFault `malformed`, `wrongProduct`, `tooLarge` */
export function prometheusRecords(text: string, prefix = ''): TargetRecord[] {
  const described = new Map<string, Described>()
  const records: TargetRecord[] = []
  let count = 0
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    if (trimmed.startsWith('#')) {
      describe(trimmed, described)
      continue
    }
    const sample = sampleOf(trimmed)
    if (!sample) {
      if (count === 0) throw new TargetFault('wrongProduct', trimmed.slice(0, 200))
      throw new TargetFault('malformed', `line ${index + 1}: ${trimmed.slice(0, 200)}`)
    }
    count++
    if (!sample.name.startsWith(prefix) || !Number.isFinite(sample.value)) continue
    if (records.length === maxRecords)
      throw new TargetFault('tooLarge', `${maxRecords}`, { limit: `${maxRecords}` })
    const { kind, help } = kindOf(sample.name, described)
    records.push({
      name: sample.name,
      value: String(sample.value),
      kind,
      labels: JSON.stringify(sample.labels),
      help,
    })
  }
  return records
}

/** Labels of a record. */
export function parsedLabelsOf(written: string | undefined): TargetRecord {
  const labels: unknown = JSON.parse(written ?? '{}')
  return typeof labels === 'object' && labels !== null
    ? Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]))
    : {}
}

function describe(line: string, described: Map<string, Described>): void {
  const [, what, name, rest = ''] = /^#\s+(HELP|TYPE)\s+(\S+)\s*(.*)$/.exec(line) ?? []
  if (name === undefined) return
  const known = described.get(name) ?? { kind: 'untyped', help: '' }
  described.set(name, known)
  if (what === 'TYPE') known.kind = rest
  else known.help = unescaped(rest)
}

interface ReadSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

function sampleOf(line: string): ReadSample | undefined {
  namePattern.lastIndex = 0
  const [name] = namePattern.exec(line) ?? []
  if (name === undefined) return undefined
  let at = name.length
  while (line[at] === ' ' || line[at] === '\t') at++
  const labels: Record<string, string> = {}
  if (line[at] === '{') {
    const end = readLabels(line, at + 1, labels)
    if (end === undefined) return undefined
    at = end
  }
  // After the value may stand a time and, behind `#`, an exemplar.
  const [value = ''] = line.slice(at).trim().split(/\s+/)
  const number = numberOf(value)
  return number === undefined ? undefined : { name, labels, value: number }
}

/** The position behind the closing bracket. */
function readLabels(line: string, from: number, labels: Record<string, string>): number | undefined {
  let at = from
  for (;;) {
    while (line[at] === ' ' || line[at] === ',') at++
    if (line[at] === '}') return at + 1
    labelNamePattern.lastIndex = at
    const [all, name] = labelNamePattern.exec(line) ?? []
    if (all === undefined || name === undefined) return undefined
    const begin = at + all.length
    let end = begin
    while (end < line.length && line[end] !== '"') end += line[end] === '\\' ? 2 : 1
    if (end >= line.length) return undefined
    labels[name] = unescaped(line.slice(begin, end))
    at = end + 1
  }
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([\\"n])/g, (_, character: string) => (character === 'n' ? '\n' : character))

function numberOf(text: string): number | undefined {
  if (/^[+-]?inf(?:inity)?$/i.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (/^nan$/i.test(text)) return Number.NaN
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined
}

/** Parts of histograms and summaries only grow, but for quantiles. */
function kindOf(name: string, described: ReadonlyMap<string, Described>): { kind: string; help: string } {
  const own = described.get(name) ?? described.get(name.replace(/_total$/, ''))
  if (own && own.kind !== 'untyped' && own.kind !== 'unknown')
    return { kind: own.kind === 'counter' ? 'counter' : 'gauge', help: own.help }
  const family = described.get(name.replace(/_(?:bucket|sum|count)$/, ''))
  if (family && (family.kind === 'histogram' || family.kind === 'summary') && family !== own)
    return { kind: 'counter', help: family.help }
  return { kind: name.endsWith('_total') ? 'counter' : 'gauge', help: own?.help ?? '' }
}
