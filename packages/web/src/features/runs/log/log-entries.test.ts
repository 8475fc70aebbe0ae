import type { LogLine, RunEvent } from '@pone/contract/entities/run.ts'
import { describe, expect, test } from 'vitest'
import { filterLog, type LogFilter, logEntries, logText } from './log-entries.ts'

const t0 = Date.UTC(2026, 10, 22, 8)
const event = (seconds: number, kind: RunEvent['kind'], params: RunEvent['params'] = {}): RunEvent => ({
  at: t0 + seconds * 1_000,
  kind,
  params,
  by: null,
})
const line = (seconds: number, level: LogLine['level'], message: string, machine?: string): LogLine => ({
  at: t0 + seconds * 1_000,
  level,
  source: 'script',
  message,
  ...(machine === undefined ? {} : { machine }),
})
const entries = logEntries(
  {
    events: [
      event(0, 'stateChanged', { to: 'running' }),
      event(1, 'machineStarted', { machine: 'load-a' }),
      event(4, 'slaBroken', { rule: 'p95' }),
      event(5, 'machineLost', { machine: 'load-b' }),
      event(9, 'reportMade', { state: 'successful' }),
    ],
    log: [line(2, 'info', 'hello', 'load-a'), line(3, 'error', 'no token')],
  },
  {
    eventText: ({ kind }) => kind,
    eventTone: ({ kind }) => (kind === 'machineLost' ? 'failed' : 'off'),
    lineText: message => message,
  },
)
const all: LogFilter = { kinds: [], level: 'all', machine: '', search: '', from: null, to: null }
const texts = (filter: Partial<LogFilter>) =>
  filterLog(entries, { ...all, ...filter }).map(entry => entry.text)

test('events and script output are in one chronological list', () => {
  expect(texts({})).toEqual([
    'stateChanged',
    'machineStarted',
    'hello',
    'no token',
    'slaBroken',
    'machineLost',
    'reportMade',
  ])
})

describe('log filters', () => {
  test.each<[string, Partial<LogFilter>, string[]]>([
    ['by kind', { kinds: ['machine', 'sla'] }, ['machineStarted', 'slaBroken', 'machineLost']],
    ['by level', { level: 'error' }, ['no token', 'machineLost']],
    ['by machine', { machine: 'load-a' }, ['machineStarted', 'hello']],
    ['by time', { from: t0 + 2_000, to: t0 + 4_000 }, ['hello', 'no token', 'slaBroken']],
    ['by text, also of the machine', { search: 'LOAD-B' }, ['machineLost']],
    ['by all of these', { kinds: ['script'], level: 'warn', search: 'token' }, ['no token']],
  ])('%s', (_, filter, expected) => expect(texts(filter)).toEqual(expected))
})

test('as text each line contains its time with the zone', () => {
  expect(logText(entries.slice(1, 3), 'Asia/Shanghai')).toBe(
    '2026-11-22 16:00:01 +08:00 INFO machine [load-a] machineStarted\n' +
      '2026-11-22 16:00:02 +08:00 INFO script [load-a] script: hello\n',
  )
})
