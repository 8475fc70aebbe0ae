import { expect, test } from 'vitest'
import { type DemoResult, findFaults, formatResult } from './demo-result.ts'
import { formatProgress } from './progress-bar.ts'

const good: DemoResult = {
  runId: 'r',
  state: 'complete',
  requests: 10,
  failed: 0,
  targetCount: 10,
  rps: 1.25,
  p50Ms: 10,
  p95Ms: 20,
  p99Ms: 30,
  sla: 'passed',
}

test('a complete, reconciled run whose SLA holds has no fault', () => {
  expect(findFaults(good)).toEqual([])
})

test.each([
  [{ state: 'failed' }, 'The run did not complete: its state is failed.'],
  [{ targetCount: 9 }, 'The counts differ: Pone reports 10 requests, the shop received 9.'],
  [{ requests: 0, targetCount: 0 }, 'No request was sent.'],
  [{ sla: 'broken' }, 'The SLA does not hold: its state is broken.'],
])('%j is a fault', (change, fault) => {
  expect(findFaults({ ...good, ...change })).toEqual([fault])
})

test('the table shows every figure with its unit', () => {
  expect(formatResult(good)).toContain('response time P95     20.0 ms')
})

test('the progress bar stays within its width when a run takes longer than planned', () => {
  const late = formatProgress({ done01: 1.4, users: 20, requests: 99, p95Ms: 12.4 })
  expect(late).toBe(`${'█'.repeat(30)} 100%  users 20  requests 99  P95 12 ms`)
})
