import { describe, expect, test } from 'vitest'
import { readPostgresLog } from './postgresql-log.ts'

const read = (text: string, isWhole = true) => readPostgresLog(Buffer.from(text), isWhole)
const at = Date.UTC(2026, 10, 23, 22, 10, 5, 123)

describe('slow statements of PostgreSQL', () => {
  test.each([
    ['2026-11-23 22:10:05.123 UTC [77] ', '', ''],
    ['2026-11-24 06:10:05.123 +08 [77] app@shop ', 'app', 'shop'],
    ['2026-11-23 22:10:05.123 GMT [77]: [3-1] user=app,db=shop,app=psql,client=10.0.0.7 ', 'app', 'shop'],
    ['2026-11-23 22:10:05.123 UTC [77] user=[unknown],db=[unknown] ', '', ''],
    [`${at / 1_000} [77] `, '', ''],
  ])('are read behind the prefix %s', (prefix, account, database) => {
    const text = `${prefix}LOG:  duration: 1500.250 ms  statement: SELECT *\n\tFROM orders\n\tWHERE a = 'x';\n`
    expect(read(text).entries).toEqual([
      {
        offset: 0,
        at,
        durationMs: 1_500.25,
        account,
        database,
        sentRows: '',
        examinedRows: '',
        statement: "SELECT *\nFROM orders\nWHERE a = 'x';",
      },
    ])
  })

  test('are those that were executed, without their parameters and without other messages', () => {
    const line = (text: string) => `2026-11-23 22:10:05.123 UTC [77] ${text}\n`
    const log = [
      line('LOG:  checkpoint starting: time'),
      line('LOG:  duration: 3.000 ms  parse <unnamed>: SELECT $1'),
      line('LOG:  duration: 4.000 ms  execute <unnamed>: SELECT $1'),
      line("DETAIL:  Parameters: $1 = 'secret'"),
      line('LOG:  duration: 5.000 ms'),
      line('ERROR:  relation "x" does not exist at character 15'),
      line('STATEMENT:  SELECT secret FROM x'),
      line('LOG:  duration: 6.000 ms  statement: SELECT 2'),
    ]
    const { entries } = read(log.join(''))
    expect(entries.map(({ durationMs, statement }) => [durationMs, statement])).toEqual([
      [4, 'SELECT $1'],
      [6, 'SELECT 2'],
    ])
  })

  test('are read from JSON too', () => {
    const line = (over: object) =>
      `${JSON.stringify({ timestamp: '2026-11-23 22:10:05.123 UTC', user: 'app', dbname: 'shop', pid: 77, error_severity: 'LOG', ...over })}\n`
    const log =
      line({ message: 'duration: 7.5 ms  statement: SELECT\n1' }) + line({ message: 'ready' }) + '{"a":1}\n'
    expect(read(log).entries).toMatchObject([
      { at, durationMs: 7.5, account: 'app', database: 'shop', statement: 'SELECT\n1' },
    ])
  })

  test('have the time of a zone whose name is ambiguous from when the file was written', () => {
    const line = (time: string, zone: string) =>
      `2026-11-${time} ${zone} [77] LOG:  duration: 6.000 ms  statement: SELECT 1\n`
    const log = line('24 05:00:00.000', 'CST') + line('24 06:10:05.123', 'CST')
    const instants = (writtenAt: number) =>
      readPostgresLog(Buffer.from(log), true, writtenAt).entries.map(entry =>
        new Date(entry.at).toISOString(),
      )
    // Of China, and of North America.
    expect(instants(at + 900)).toEqual(['2026-11-23T21:00:00.000Z', '2026-11-23T22:10:05.123Z'])
    expect(instants(at + 14 * 3_600_000)).toEqual(['2026-11-24T11:00:00.000Z', '2026-11-24T12:10:05.123Z'])
  })

  test('wait for their end, unless nothing follows', () => {
    const log = '2026-11-23 22:10:05.123 UTC [77] LOG:  duration: 6.000 ms  statement: SELECT\n\t2\n'
    expect(read(log, false)).toEqual({ entries: [], rest: 0 })
    expect(read(log + log, false)).toMatchObject({ entries: [{ durationMs: 6 }], rest: log.length })
  })

  test('are nothing of other files', () => {
    const others = [
      'root:x:0:0:root:/root:/bin/bash\n',
      '2026-11-23 22:10:05 UTC secret\n',
      '2026-11-23 22:10:05.123 UTC [77] FATAL:  secret\n',
      '{"timestamp":"2026-11-23 22:10:05.123 UTC","error_severity":"LOG","message":"secret"}\n',
      '{"timestamp":"secret\n',
      '2026-13-23 22:10:05.123 UTC [77] WARNING:  duration: 6.000 ms  statement: secret\n',
    ]
    for (const text of [...others, others.join('')]) expect(read(text).entries).toEqual([])
  })
})
