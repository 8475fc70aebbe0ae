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

export const readPostgresLog: SlowLogReader = (bytes, isWhole, writtenAt) => {
  const starts = entryStarts(bytes)
  const zone = zoneOf(bytes, starts.at(-1), writtenAt)
  return readEntries(bytes, isWhole, starts, (all, start, end) => entryOf(all, start, end, zone))
}

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

function entryOf(
  bytes: Buffer,
  start: number,
  end: number,
  zone: Zone | undefined,
): SlowLogEntry | undefined {
  const text = bytes
    .toString('utf8', start, Math.min(end, start + maxStatement + maxPrefix + 2_000))
    .trimEnd()
  const said = text.startsWith('{') ? ofJson(bytes.toString('utf8', start, end), zone) : ofText(text, zone)
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

function ofText(text: string, zone: Zone | undefined): Said | undefined {
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
    at: instantOf(time, zone),
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

function ofJson(text: string, zone: Zone | undefined): Said | undefined {
  try {
    const { timestamp, message: said, user, dbname } = jsonSchema.parse(JSON.parse(text))
    return { at: instantOf(timestamp, zone), message: said, account: user, database: dbname }
  } catch {
    return undefined
  }
}

const timeParts = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))? ([A-Za-z0-9+:-]+)$/
const offsetParts = /^([+-])(\d\d):?(\d\d)?$/

/** What a name of a time zone stands for in this file: names such as CST are those of several. */
interface Zone {
  readonly name: string
  readonly offsetMs: number
}

const quarterMs = 15 * 60_000

/** The zone of the last line, of which it is known when it was written. */
function zoneOf(bytes: Buffer, last: number | undefined, writtenAt: number | undefined): Zone | undefined {
  if (last === undefined || writtenAt === undefined) return undefined
  const line = bytes.toString('latin1', last, last + 100)
  const [, year, month, day, hour, minute, second, , name = ''] =
    /(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(\.\d+)? ([A-Za-z0-9+:-]+)/.exec(line) ?? []
  if (name === '') return undefined
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  return { name, offsetMs: Math.round((shown - writtenAt) / quarterMs) * quarterMs }
}

/** Epoch ms. Names of zones that the file does not explain are those of this machine. */
function instantOf(time: string, known: Zone | undefined): number {
  if (/^\d{10}\.\d{3}$/.test(time)) return Math.round(Number(time) * 1_000)
  const [whole, ...parts] = timeParts.exec(time) ?? []
  if (whole === undefined) return Number.NaN
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(0, 6).map(Number)
  const ms = Math.round(Number(`0.${parts[6] ?? 0}`) * 1_000)
  const zone = parts[7] ?? ''
  const shown = Date.UTC(year, month - 1, day, hour, minute, second, ms)
  const [, sign, hours = '0', minutes = '0'] = offsetParts.exec(zone) ?? []
  if (sign !== undefined)
    return shown - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  if (/^(?:UTC|GMT|Z)$/.test(zone)) return shown
  if (zone === known?.name) return shown - known.offsetMs
  return new Date(year, month - 1, day, hour, minute, second, ms).getTime()
}
