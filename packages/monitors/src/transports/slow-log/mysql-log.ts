/** Reads the slow log of MySQL and MariaDB. What is no entry of such a log is dropped, so that no other file can be read by it. Pure. */

import { maxStatement, readEntries, type SlowLogEntry, type SlowLogReader } from './slow-log-entry.ts'

const startLine =
  /^# (?:Time: (?:\d{6}\s+\d{1,2}:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d))|User@Host: \S.* @ .*)$/
const accountLine = /^# User@Host: (\S.{0,200}? @ .{0,200}?)(?:\s+Id:\s*\d+)?$/
const figuresLine =
  /^# Query_time: (\d+(?:\.\d+)?)\s+Lock_time: \d+(?:\.\d+)?\s+Rows_sent: (\d+)\s+Rows_examined: (\d+)/
const schemaText = /^# .*?\bSchema: (\S+)/
const timestampLine = /^SET timestamp=(\d{9,11})(?:\.\d+)?;$/
const useLine = /^use `?([^`;]{1,64})`?;$/i

export const readMysqlLog: SlowLogReader = (bytes, isWhole) =>
  readEntries(bytes, isWhole, entryStarts(bytes), entryOf)

/** A line with the time and the line with the account after it begin one entry. */
function entryStarts(bytes: Buffer): number[] {
  const starts: number[] = []
  let isAfterTime = false
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(10, from)
    if (newline === -1) break
    // Lines of statements can be long; only the beginning of comments matters.
    const line =
      bytes[from] === 35 ? bytes.toString('utf8', from, Math.min(newline, from + 500)).trimEnd() : ''
    const isStart = line !== '' && startLine.test(line)
    if (isStart && !(isAfterTime && line.startsWith('# User@Host'))) starts.push(from)
    isAfterTime = isStart && line.startsWith('# Time')
    from = newline + 1
  }
  return starts
}

/** undefined for what lacks a line that each entry has, and for what is no statement. */
function entryOf(bytes: Buffer, start: number, end: number): SlowLogEntry | undefined {
  const lines = bytes.toString('utf8', start, Math.min(end, start + maxStatement + 2_000)).split(/\r?\n/)
  const first = (pattern: RegExp) => lines.map(line => pattern.exec(line)).find(match => match !== null)
  const [account, figures, timestamp] = [first(accountLine), first(figuresLine), first(timestampLine)]
  if (!account || !figures || !timestamp) return undefined
  const begin = lines.findIndex(line => timestampLine.test(line)) + 1
  if (!lines.slice(0, begin - 1).every(line => line.startsWith('# ') || useLine.test(line))) return undefined
  const statement = lines.slice(begin).join('\n').trim().slice(0, maxStatement)
  if (statement === '' || statement.startsWith('#')) return undefined
  return {
    offset: start,
    at: Number(timestamp[1]) * 1_000,
    durationMs: Math.round(Number(figures[1]) * 1_000_000) / 1_000,
    account: account[1] ?? '',
    database: first(useLine)?.[1] ?? first(schemaText)?.[1] ?? '',
    sentRows: figures[2] ?? '',
    examinedRows: figures[3] ?? '',
    statement,
  }
}
