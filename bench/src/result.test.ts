import { describe, expect, test } from 'vitest'
import { peerFigures } from './measurements/throughput.ts'
import { withResult } from './readme.ts'
import { type BenchResult, ratioOf, statementOf, type WindowFigures, withoutPath } from './result.ts'
import { tableOf } from './table.ts'

const window = (requestsPerSecond: number, cpuUsPerRequest: number): WindowFigures => ({
  requestsPerSecond,
  cpuUsPerRequest,
  generatorCpu01: 0.97,
  otherCpu01: 0.01,
  targetCpu01: 0.5,
  connections: 64,
  requestsPerConnection: 100,
})
const about = { version: '1', work: 'work' }

describe('a figure with an aim', () => {
  test.each([
    [0.75, { atLeast: 0.75 }, true],
    [0.7499, { atLeast: 0.75 }, false],
    [0.1, { atMost: 0.1 }, true],
    [0.11, { atMost: 0.1 }, false],
    [null, { atLeast: 1 }, false],
    [1, null, null],
  ])('%j with aim %j: reached %j', (value, aim, reached) =>
    expect(ratioOf('x', value, '', aim).reached).toBe(reached),
  )

  test('that is a statement reaches it by being true', () => {
    expect(statementOf('x', true).reached).toBe(true)
    expect(statementOf('x', false).reached).toBe(false)
  })
})

describe('the figures of a peer', () => {
  test('are medians, and the ratio is the median of the ratios of pairs', () => {
    const pairs = [
      { peer: window(100, 10), pone: window(100, 20) },
      { peer: window(200, 10), pone: window(100, 5) },
      { peer: window(50, 10), pone: window(100, 10) },
    ]
    const runs = pairs.map(pair => ({ window: pair.peer, percentiles: null }))
    expect(peerFigures(about, runs, pairs)).toMatchObject({
      requestsPerSecond: [100, 200, 50],
      medianRequestsPerSecond: 100,
      throughputRatio: 1,
      cpuRatio: 1,
    })
  })
})

const result: BenchResult = {
  tool: 'pone bench',
  command: 'npm run bench -- --quick',
  at: '2025-01-02T03:04:05.000Z',
  mode: 'quick',
  pairs: 1,
  durationSeconds: 5,
  machine: {
    cores: 2,
    cpuModel: 'cpu',
    memoryGib: 4,
    system: 'linux x64',
    node: 'v24',
    loadAverageBefore: 0,
    generatorCores: [1],
    targetCores: [0],
  },
  isQuiet: true,
  target: { name: 'nginx', version: '1', answerBytes: 88 },
  pone: peerFigures(about, [{ window: window(1_000, 9), percentiles: { p50: 1, p95: 2, p99: 3 } }], []),
  peers: { wrk: { status: 'unavailable', reason: 'no network' } },
  measurements: {},
  ratios: [ratioOf('throughput ÷ wrk', null, '×', { atLeast: 0.75 }), statementOf('exact', true)],
}

describe('the result', () => {
  test('is a table with what is missing and what was reached', () => {
    expect(tableOf(result)).toContain('unavailable  no network')
    expect(tableOf(result)).toMatch(/throughput ÷ wrk +not measured +≥ 0.75 × +no/)
  })

  test('names no folder of the machine', () => {
    const words = { status: 'unavailable' as const, reason: '/home/me/checkout/bench/x.ts failed' }
    const { peers } = withoutPath({ ...result, peers: { wrk: words } }, '/home/me/checkout/')
    expect(peers['wrk']).toEqual({ status: 'unavailable', reason: 'bench/x.ts failed' })
  })

  test('replaces the one before in the README', () => {
    const before = 'Top\n<!-- result: begin -->\nold\n<!-- result: end -->\nEnd\n'
    const after = withResult(before, result)
    expect(after).toContain('| exact | yes | yes | yes |')
    expect(after).not.toContain('old')
    expect(withResult(after, result)).toBe(after)
    expect(() => withResult('nothing', result)).toThrow('marks')
  })
})
