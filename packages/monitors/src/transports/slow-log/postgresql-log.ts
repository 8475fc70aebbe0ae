/**
 * Reads slow statements in the log of PostgreSQL, as `log_min_duration_statement` writes them: plain text whose prefix begins with the
 * time (`%m`, `%t` or `%n`), as is usual, or JSON. What is no such entry is dropped, so that no other file can be read by it. Pure.
 */
import { z } from 'zod'
import { maxStatement, readEntries, type SlowLogEntry, type SlowLogReader } from './slow-log-entry.ts'

/** Beginning of a line that the server has written; lines of a statement begin with a tab. */
const startLine =
  /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? [A-Za-z0-9+:-]{1,10}\b|\d{10}\.\d{3}\b|\{"timestamp":")/
const prefixEnd = /\bLOG: {2}/
/** Only what was executed: preparing it is an entry of its own. */
const message = /^duration: (\d+(?:\.\d+)?) ms {2}(?:statement|execute [^:]{1,80}): ([\s\S]+)$/
const accountPatterns = [/\buser=([^\s,]+)/, /\b([A-Za-z_][\w$-]*)@[\w$-]+\b/]
const databasePatterns = [/\b(?:db|database)=([^\s,]+)/, /\b[A-Za-z_][\w$-]*@([\w$-]+)\b/]
const maxPrefix = 500

export const readPostgresLog: SlowLogReader = (bytes, isWhole) =>
  readEntries(bytes, isWhole, entryStarts(bytes), entryOf)

function entryStarts(bytes: Buffer): number[] {
  const starts: number[] = []
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(10, from)
    if (newline === -1) break
    if (startLine.test(bytes.toString('latin1', from, Math.min(newline, from + 60)))) starts.push(from)
    from = newline + 1
  }
  return starts
}

function entryOf(bytes: Buffer, start: number, end: number): SlowLogEntry | undefined {
  const text = bytes
    .toString('utf8', start, Math.min(end, start + maxStatement + maxPrefix + 2_000))
    .trimEnd()
  const said = text.startsWith('{') ? ofJson(bytes.toString('utf8', start, end)) : ofText(text)
  if (said === undefined || Number.isNaN(said.at)) return undefined
  const [, durationMs, statement = ''] = message.exec(said.message) ?? []
  if (durationMs === undefined || statement.trim() === '') return undefined
  return {
    offset: start,
    at: said.at,
    durationMs: Number(durationMs),
    account: said.account,
    database: said.database,
    sentRows: '',
    examinedRows: '',
    statement: statement.trim().slice(0, maxStatement),
  }
}

interface Said {
  /** Epoch ms. */
  readonly at: number
  readonly message: string
  readonly account: string
  readonly database: string
}

function ofText(text: string): Said | undefined {
  const found = prefixEnd.exec(text.slice(0, maxPrefix))
  if (found === null) return undefined
  const prefix = text.slice(0, found.index)
  const time = startLine.exec(prefix)?.[0] ?? ''
  const rest = prefix.slice(time.length)
  const first = (patterns: readonly RegExp[]) =>
    patterns
      .map(pattern => pattern.exec(rest)?.[1])
      .find(value => value !== undefined && value !== '[unknown]') ?? ''
  return {
    at: instantOf(time),
    message: text.slice(found.index + found[0].length).replaceAll('\n\t', '\n'),
    account: first(accountPatterns),
    database: first(databasePatterns),
  }
}

const jsonSchema = z.object({
  timestamp: z.string(),
  message: z.string(),
  error_severity: z.literal('LOG'),
  user: z.string().default(''),
  dbname: z.string().default(''),
})

function ofJson(text: string): Said | undefined {
  try {
    const { timestamp, message: said, user, dbname } = jsonSchema.parse(JSON.parse(text))
    return { at: instantOf(timestamp), message: said, account: user, database: dbname }
  } catch {
    return undefined
  }
}

const timeParts = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))? ([A-Za-z0-9+:-]+)$/
const offsetParts = /^([+-])(\d\d):?(\d\d)?$/

/** Epoch ms. Names of time zones other than UTC are those of this machine, whose log it is. */
function instantOf(time: string): number {
  if (/^\d{10}\.\d{3}$/.test(time)) return Math.round(Number(time) * 1_000)
  const [whole, ...parts] = timeParts.exec(time) ?? []
  if (whole === undefined) return Number.NaN
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(0, 6).map(Number)
  const ms = Math.round(Number(`0.${parts[6] ?? 0}`) * 1_000)
  const zone = parts[7] ?? ''
  const [, sign, hours = '0', minutes = '0'] = offsetParts.exec(zone) ?? []
  if (sign === undefined && !/^(?:UTC|GMT|Z)$/.test(zone))
    return new Date(year, month - 1, day, hour, minute, second, ms).getTime()
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return Date.UTC(year, month - 1, day, hour, minute, second, ms) - offsetMs
}
