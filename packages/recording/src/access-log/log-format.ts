/** Reads lines of an access log by the format that nginx or Apache was told to write. */
import { entryOf, type LogEntry, type LogField, type LogFields } from './log-entry.ts'

export type LineReader = (line: string) => LogEntry | null

/** Apache's common format; the combined one of both servers has referrer and browser behind it. */
export const commonFormat = '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent'
export const combinedFormat = `${commonFormat} "$http_referer" "$http_user_agent"`

const nginxFields: Readonly<Record<string, LogField | undefined>> = {
  time_local: 'time',
  time_iso8601: 'time',
  msec: 'time',
  remote_addr: 'client',
  http_x_real_ip: 'client',
  http_user_agent: 'agent',
  request: 'request',
  request_method: 'method',
  request_uri: 'target',
  uri: 'target',
  args: 'query',
  query_string: 'query',
  host: 'host',
  http_host: 'host',
  server_name: 'host',
  scheme: 'scheme',
  status: 'status',
  body_bytes_sent: 'size',
  bytes_sent: 'size',
}

/** By letter, a name in braces before it. */
const apacheFields: Readonly<Record<string, LogField | undefined>> = {
  t: 'time',
  h: 'client',
  a: 'client',
  r: 'request',
  m: 'method',
  U: 'target',
  q: 'query',
  v: 'host',
  V: 'host',
  s: 'status',
  b: 'size',
  B: 'size',
  O: 'size',
  '{user-agent}i': 'agent',
  '{host}i': 'host',
}

interface FormatPart {
  readonly literal: string
  /** null for a text, and for a field that says nothing of the request's address, time or size. */
  readonly field: LogField | null
  readonly isField: boolean
  readonly name: string
}

/** null if the text is no format that tells time, request and status. @param format the text, or the whole directive `log_format` or `LogFormat` */
export function lineReaderOf(format: string): LineReader | null {
  const text = formatText(format)
  const parts = text.includes('$') ? nginxParts(text) : apacheParts(text)
  const fields = parts.flatMap(({ field }) => field ?? [])
  const has = (field: LogField) => fields.includes(field)
  if (!has('time') || !has('status') || !(has('request') || has('target'))) return null
  const pattern = new RegExp(`^${parts.map(patternOf).join('')}`)
  const groups = parts.flatMap(({ isField, field }) => (isField ? [field] : []))
  return line => {
    const match = pattern.exec(line)
    return match === null ? null : entryOf(fieldsOf(groups, match))
  }
}

function fieldsOf(groups: readonly (LogField | null)[], match: RegExpExecArray): LogFields {
  const fields: LogFields = {}
  for (const [at, field] of groups.entries()) {
    const value = match[at + 1]
    // The first field of a kind is the one that the format leads with.
    if (field !== null && value !== undefined) fields[field] ??= value
  }
  return fields
}

/** Without the directive around it. */
function formatText(format: string): string {
  const text = format.trim()
  const nginx = /^log_format\s+\S+\s+(?:escape=\w+\s+)?([^]*?);?$/.exec(text)?.[1]
  if (nginx !== undefined) {
    const pieces = [...nginx.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)]
    return pieces.map(([, single, double]) => single ?? double ?? '').join('')
  }
  const apache = /^LogFormat\s+"((?:[^"\\]|\\.)*)"/i.exec(text)?.[1]
  return (apache ?? text).replaceAll('\\"', '"')
}

const nginxParts = (text: string): FormatPart[] =>
  text.split(/(\$\{\w+\}|\$\w+)/).map((piece, at) => {
    const name = piece.replaceAll(/[${}]/g, '')
    return at % 2 === 0 ? literalPart(piece) : fieldPart(name, nginxFields[name] ?? null)
  })

const apacheParts = (text: string): FormatPart[] =>
  text
    .split(/(%[<>]?(?:!?[\d,]+)?(?:\{[^}]*\})?(?:\^?[A-Za-z]{1,2}(?![A-Za-z])|[A-Za-z]))/)
    .map((piece, at) => {
      if (at % 2 === 0) return literalPart(piece.replaceAll('%%', '%').replaceAll('\\t', '\t'))
      const name = piece.replace(/^%[<>]?(?:!?[\d,]+)?/, '')
      const field = apacheFields[name] ?? apacheFields[name.replace(/\{.*\}/, part => part.toLowerCase())]
      return fieldPart(name, field ?? null)
    })

const literalPart = (literal: string): FormatPart => ({ literal, field: null, isField: false, name: '' })
const fieldPart = (name: string, field: LogField | null): FormatPart => ({
  literal: '',
  field,
  isField: true,
  name,
})

function patternOf({ literal, isField, name }: FormatPart, at: number, parts: readonly FormatPart[]): string {
  if (!isField) return RegExp.escape(literal)
  const before = parts[at - 1]?.literal.at(-1) ?? ''
  const after = parts[at + 1]?.literal[0] ?? ''
  if (before === '"' && after === '"') return String.raw`((?:[^"\\]|\\.)*)`
  if (before === '[' && after === ']') return String.raw`([^\]]*)`
  if (name === 'scheme') return '(https?)'
  if (name === 't') return String.raw`(\[[^\]]*\])`
  if (name === 'host' || name === 'http_host') return String.raw`([^\s/"]*)`
  // Several servers that were asked are parted by commas and blanks.
  if (name.startsWith('upstream_')) return String.raw`(\S+(?:[,:] \S+)*)`
  if (name === 'time_local') return String.raw`(\S+ [+-]\d{4})`
  return after === '' || after === ' ' || after === '\t' ? String.raw`(\S*)` : `([^${RegExp.escape(after)}]*)`
}
