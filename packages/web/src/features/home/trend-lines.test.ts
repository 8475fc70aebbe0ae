import { type HomeRun, homeRunSchema } from '@pone/contract/entities/home.ts'
import { expect, test } from 'vitest'
import { idOf } from '../../test-runs.ts'
import { largestOf, pointsOf, segmentsOf, valueOf } from './trend-lines.ts'

const run = (p95Ms: number | null, over: Partial<HomeRun> = {}): HomeRun =>
  homeRunSchema.parse({
    id: idOf(1),
    number: 1,
    state: 'complete',
    sla: 'none',
    createdAt: 1,
    startedAt: 2,
    peakUsers: 5,
    requests: 10,
    requestsPerSecond: 40,
    p95Ms,
    errorPercent: 2,
    ...over,
  })

test('each metric reads its own figure, and none of a run without requests', () => {
  expect(valueOf(run(50), 'p95')).toBe(50)
  expect(valueOf(run(50), 'rate')).toBe(40)
  expect(valueOf(run(50), 'errors')).toBe(2)
  expect(valueOf(run(null, { requests: 0, errorPercent: null }), 'rate')).toBeNull()
})

test('points lie on a scale from 0 to the largest value, in the middle of their columns', () => {
  expect(pointsOf([run(25), run(100), run(null), run(0)], 'p95')).toEqual([
    { x01: 0.125, y01: 0.75, isWhole: true },
    { x01: 0.375, y01: 0, isWhole: true },
    null,
    { x01: 0.875, y01: 1, isWhole: true },
  ])
  expect(largestOf([run(25), run(100)], 'p95')).toBe(100)
})

test('values that are all 0 lie at the bottom', () => {
  const points = pointsOf([run(1, { errorPercent: 0 }), run(1, { errorPercent: 0 })], 'errors')
  expect(points.map(point => point?.y01)).toEqual([1, 1])
  expect(largestOf([], 'errors')).toBe(0)
})

test('the line has gaps at runs that failed, were stopped or have no figure', () => {
  const runs = [
    run(1),
    run(2),
    run(3, { state: 'failed' }),
    run(4),
    run(5, { state: 'userStopped' }),
    run(6),
    run(null),
    run(7),
    run(8, { state: 'backupCompleted' }),
  ]
  const points = pointsOf(runs, 'p95')
  const joined = segmentsOf(points).map(([from, to]) => [points.indexOf(from), points.indexOf(to)])
  expect(joined).toEqual([
    [0, 1],
    [7, 8],
  ])
})
