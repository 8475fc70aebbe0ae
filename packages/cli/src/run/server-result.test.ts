import { expect, test } from 'vitest'
import { type ServerRunResult, serverExit, serverSummary } from './server-result.ts'

const result: ServerRunResult = {
  name: 'Peak',
  number: 7,
  runId: 'r',
  state: 'complete',
  cause: 'planned',
  causeDetail: '',
  requests: 12_000,
  failed: 3,
  rps: 200,
  p95Ms: 281,
  verdict: 'passed',
  sla: [{ rule: 'p95 < 300', state: 'passed', value: 281 }],
  bottleneck: {
    kind: 'bottleneck',
    sentence: 'Order database: Sessions allows 1,240/s; measured 1,205/s.',
    knee: null,
  },
  monitoring: {
    links: ['Shop'],
    monitors: ['Order database', 'App host'],
    series: 14,
    notes: ['Shop: started with the run'],
    counters: [
      { counter: 'App host: CPU', unit: '%', min: 3, avg: 41.234, max: 97, values: 60, meanOverMs: null },
      {
        counter: 'Order database: Memory',
        unit: 'bytes',
        min: 2048,
        avg: 3072,
        max: 4096,
        values: 30,
        meanOverMs: 2_000,
      },
    ],
    timeline: [],
    timelineCounters: ['App host: CPU', 'Order database: Memory'],
  },
}

test('the summary has the verdict and what was monitored as the report says them', () => {
  expect(serverSummary(result, 120)).toEqual([
    '',
    'Peak #7: complete (planned)',
    '12,000 requests, 3 failed, 200/s, P95 281 ms',
    'Verdict: passed',
    '  p95 < 300: passed',
    'Bottleneck: Order database: Sessions allows 1,240/s; measured 1,205/s.',
    'Monitoring: Shop; 2 monitors, 14 counters',
    '  Shop: started with the run',
    'counter                   min      avg    max              values',
    'App host: CPU             3 %  41.23 %   97 %                  60',
    'Order database: Memory  2 KiB    3 KiB  4 KiB  30 means of 2.00 s',
  ])
  expect(serverSummary({ ...result, bottleneck: null, monitoring: null, sla: [] }, 120)).toHaveLength(4)
})

const capacity = {
  kind: 'found',
  unit: 'users',
  load: 40,
  rps: 200,
  brokenAt: 41,
  interval: { low: 38, high: 43 },
  isConfirmed: true,
  levels: [],
} as const

test.each<[Partial<ServerRunResult>, string]>([
  [{}, 'ok'],
  [{ verdict: 'failed' }, 'negative'],
  [{ verdict: 'invalid' }, 'runBroken'],
  [{ state: 'userStopped', cause: 'stoppedByUser' }, 'stoppedByHand'],
  [{ state: 'failed', cause: 'agentLost' }, 'runBroken'],
  [{ cause: 'slaStop', verdict: 'failed' }, 'negative'],
  [{ failed: 12_000 }, 'nothingPassed'],
  [{ capacity }, 'ok'],
  [{ capacity: { ...capacity, kind: 'none' } }, 'negative'],
  [{ capacity: { ...capacity, kind: 'generatorLimit' } }, 'runBroken'],
])('%j exits with %s', (changes, exit) => {
  expect(serverExit({ ...result, ...changes })).toBe(exit)
})

test('a capacity is told with its interval', () => {
  expect(serverSummary({ ...result, capacity }, 120).slice(-2)).toEqual([
    'Capacity: highest load within the rules, held twice: 40 users, 200 requests/s; 41 users break them.',
    '  The limit is between 38 and 43 users (90 % interval).',
  ])
})
