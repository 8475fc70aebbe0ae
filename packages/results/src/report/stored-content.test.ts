import { expect, test } from 'vitest'
import { toRunDetail } from '../run-record.ts'
import { sampleRun } from '../sample-run.ts'
import { emptyFields } from './content.ts'
import { storedContent } from './stored-content.ts'

const { record } = sampleRun()
const [rule] = record.scenario.sla
const second = (at: number, users: number) => ({
  second: at,
  users,
  targetUsers: users,
  requests: 1,
  failed: 0,
  transactions: 0,
  avgMs: 1,
  p50Ms: 1,
  p90Ms: 1,
  p95Ms: 1,
  p99Ms: 1,
  maxMs: 1,
  sentBytes: 0,
  receivedBytes: 0,
  connections: 0,
  isSuspect: false,
})

/** A report on a part as version 0.5.0 stored it, as JSON. */
function storedByOlder(sla: readonly unknown[]): unknown {
  const { usersBasis: _basis, ...run } = toRunDetail(record, 0)
  const { peakUsers: _peak, usersBasis: _kind, judged: _judged, ...fields } = emptyFields()
  const seconds = [second(0, 3), second(1, 8)]
  const content = { ...fields, run, fromMs: 0, toMs: 2_000, verdict: 'noSla', missing: [], seconds, sla }
  return JSON.parse(JSON.stringify(content))
}

test('a report of an older version has the peak of its own seconds, and is said to be sampled', () => {
  expect(storedContent(storedByOlder([]))).toMatchObject({
    run: { peakUsers: 200 },
    peakUsers: 8,
    usersBasis: 'sampled',
    verdict: 'noSla',
    judged: null,
  })
})

test('rules that an older version could not judge are told from having none', () => {
  const result = { rule, state: 'none', value: null, firstBrokenAt: null, violatedSeconds: 0 }
  expect(storedContent(storedByOlder([result]))).toMatchObject({
    verdict: 'notJudged',
    sla: [{ state: 'notJudged', reason: null }],
  })
})

test('a verdict of an older version has no counts, no power, and nothing that was not judged', () => {
  const resource = {
    names: { zh: '库', en: 'Database' },
    nature: 'busy',
    ceiling: { value: 98.7, low: 20, high: 400 },
    levelBefore: 0.2,
    levelAfter: 1,
    correlation: 0.5,
    waitingShare01: null,
    readings: 9,
  }
  const bottleneck = {
    kind: 'noneObserved',
    sentence: { zh: '无', en: 'none' },
    drive: 'users',
    knee: null,
    responseGrowth: null,
    ranked: [],
    ruledOut: [{ ...resource, reason: { zh: '少', en: 'few' }, because: null }],
    next: null,
    blame: { parts: [], lowMs: null, highMs: 20, hasOtherStatements: true },
    correlations: [],
    compared: 0,
  }
  const content = { ...(storedByOlder([]) as object), bottleneck }
  expect(storedContent(content).bottleneck).toMatchObject({
    notJudged: [],
    ruledOut: [{ readings: 9, readingsBefore: null, readingsAfter: null, power01: null }],
    blame: { hasOtherStatements: true, disagreement: null },
  })
})
