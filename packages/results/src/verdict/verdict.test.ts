/** The verdict on runs whose figures follow exactly from known laws; systems with queues are in `bench/verdict`. */
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import { expect, test } from 'vitest'
import { fitKnee } from './knee.ts'
import type { LoadWindow, ObservedResource, RunObservation } from './observation.ts'
import { ruledOutTexts, sentenceOf } from './sentence.ts'
import { judgeRun } from './verdict.ts'

const windowMs = 5_000
const count = 120
const plateau = 1_205

/** Users climb to `most`; each makes 5 requests a second until 1,205/s are reached at 241 users. */
function windowsTo(most: number, change: (window: LoadWindow) => LoadWindow = each => each): LoadWindow[] {
  const random = seededRandom(3)
  return Array.from({ length: count }, (_, index) => {
    const load = (most * (index + 1)) / count
    const tps = Math.min(5 * load, plateau) * (1 + 0.02 * (random() - 0.5))
    return change({
      atMs: index * windowMs,
      load,
      tps,
      responseMs: Math.max(20, (load / tps) * 1_000 - 180),
      errors01: 0,
      isSuspect: false,
    })
  })
}

function resource(
  id: string,
  used: (tps: number, load: number) => number,
  more: Partial<ObservedResource> = {},
  windows = windowsTo(600),
): ObservedResource {
  return {
    id,
    names: { zh: id, en: id },
    nature: 'busy',
    tier: 'database',
    node: 'db',
    intervalMs: windowMs,
    used: windows.map(({ atMs, tps, load }) => ({ atMs: atMs + windowMs, value: used(tps, load) })),
    capacity: 100,
    ...more,
  }
}

const observe = (
  resources: readonly ObservedResource[],
  windows = windowsTo(600),
  edges: RunObservation['edges'] = [{ from: 'app', to: 'db' }],
): RunObservation => ({ drive: 'users', windowMs, windows, resources, edges })

const dbCpu = resource('db CPU', tps => Math.min(99, 3 + (tps * 97) / 1_240))
const pool = resource('pool', (tps, load) => Math.min(20, (tps * 20) / 1_900 + Math.max(0, load - 241)), {
  nature: 'held',
  tier: 'application',
  node: 'app',
  capacity: 20,
})
const appCpu = resource('app CPU', tps => (tps * 100) / 2_400, { tier: 'application', node: 'app' })

test('the sentence names what it allows, what was measured, and what comes next', () => {
  const verdict = judgeRun(observe([pool, appCpu, dbCpu]))
  expect(verdict).toMatchObject({
    kind: 'bottleneck',
    ranked: [{ id: 'db CPU' }],
    ruledOut: [
      { id: 'pool', reason: 'heldLonger' },
      { id: 'app CPU', reason: 'hasRoom' },
    ],
  })
  expect(ruledOutTexts.heldLonger.en).toContain('holds it longer')
  const { zh, en } = sentenceOf(verdict, 'users')
  expect(en).toMatch(
    /^db CPU allows 1,2[34]\d\/s \(95% interval 1,2[34]\d – 1,2[34]\d\); measured 1,20\d\/s; next ceiling: app CPU 2,4\d\d\/s \(95% interval 2,[34]\d\d – 2,4\d\d\)\.$/,
  )
  expect(zh).toMatch(
    /^db CPU 最多支持 1,2[34]\d\/s（95% 区间 1,2[34]\d – 1,2[34]\d）；实测 1,20\d\/s；下一个上限：app CPU 2,4\d\d\/s（/,
  )
})

test('the knee of exact figures is where the lines meet, within its interval', () => {
  const knee = fitKnee(windowsTo(600))
  expect(knee?.load.value).toBeCloseTo(241, -1)
  expect(knee?.load.low).toBeLessThanOrEqual(241)
  expect(knee?.load.high).toBeGreaterThanOrEqual(241)
  expect(knee?.lost01).toBeLessThan(0.05)
})

test('a load that stays below the knee has not reached it, and its ceilings are projected', () => {
  const windows = windowsTo(200)
  const cpu = resource('db CPU', tps => 3 + (tps * 97) / 1_240, {}, windows)
  const verdict = judgeRun(observe([cpu], windows))
  expect(verdict).toMatchObject({ kind: 'notReached', ceilings: [{ id: 'db CPU' }] })
  expect(sentenceOf(verdict, 'users').en).toMatch(
    /^The knee was not reached: .* lowest projected ceiling: db CPU 1,2[34]\d/,
  )
})

test('a pool whose readings are three seconds behind a load that climbs within seconds is still the cause', () => {
  const second = 1_000
  // A user comes each second and makes 10 requests of 100 ms a second; 12 connections let 120 pass.
  const windows = Array.from({ length: 50 }, (_, index) => ({
    atMs: index * second,
    load: index + 1,
    tps: Math.min(10 * (index + 1), 120),
    responseMs: 100 * Math.max(1, (index + 1) / 12),
    errors01: 0,
    isSuspect: false,
  }))
  const used = windows.map(({ atMs }, index) => ({
    atMs: atMs + second,
    value: Math.min(12, Math.max(0, index - 2)),
  }))
  const connections = resource('connections', () => 0, {
    nature: 'held',
    capacity: 12,
    intervalMs: second,
    used,
  })
  const verdict = judgeRun({ drive: 'users', windowMs: second, windows, resources: [connections], edges: [] })
  expect(verdict).toMatchObject({ kind: 'bottleneck', ranked: [{ id: 'connections' }] })
})

test('where nothing that is watched explains the knee, it says so and where to look', () => {
  const verdict = judgeRun(observe([pool, appCpu]))
  expect(verdict).toMatchObject({ kind: 'noneObserved', monitorNext: [{ node: 'db' }] })
  expect(sentenceOf(verdict, 'users').en).toContain(
    'none of the 2 observed resources is the cause; monitor: db',
  )
})

test('a resource that other work filled before the load came is not judged, and the sentence says so', () => {
  const busy = resource('host CPU', () => 99)
  const verdict = judgeRun(observe([busy, appCpu]))
  expect(verdict).toMatchObject({
    kind: 'notEnoughData',
    ruledOut: [{ id: 'app CPU' }],
    notJudged: [{ id: 'host CPU', reason: 'fullBefore' }],
  })
  expect(sentenceOf(verdict, 'users').en).toContain('host CPU (full already at low load)')
  expect(sentenceOf(verdict, 'users').zh).toContain('host CPU（低负载时已占满）')
})

test('a lock is named where the added users wait for it', () => {
  const lock = resource('orders lock', (_, load) => Math.max(0, 0.8 * (load - 241)), {
    nature: 'waiting',
    capacity: null,
  })
  const verdict = judgeRun(observe([lock, appCpu]))
  expect(verdict).toMatchObject({ kind: 'bottleneck', ranked: [{ id: 'orders lock' }] })
  expect(sentenceOf(verdict, 'users').en).toContain('wait for orders lock')
})

test('load machines at their limit make the run invalid', () => {
  const verdict = judgeRun(observe([{ ...dbCpu, id: 'load CPU', tier: 'generator', node: 'load' }, appCpu]))
  expect(verdict.kind).toBe('generator')
  expect(sentenceOf(verdict, 'users').en).toContain('this run is invalid')
})

test('a pool is an effect of a full resource behind it, although its own ceiling is as low', () => {
  const tight = { ...pool, used: dbCpu.used.map(({ atMs, value }) => ({ atMs, value: value / 5 })) }
  expect(judgeRun(observe([tight, dbCpu]))).toMatchObject({
    ranked: [{ id: 'db CPU' }],
    ruledOut: [{ id: 'pool', reason: 'effect', because: 'db CPU' }],
  })
  // With calls in the other direction nothing is behind the pool.
  expect(judgeRun(observe([tight, dbCpu], windowsTo(600), [{ from: 'db', to: 'app' }]))).toMatchObject({
    ranked: [expect.anything(), expect.anything()],
  })
})

test('a capacity that changed during the run is not judged', () => {
  const grown = {
    ...dbCpu,
    capacity: dbCpu.used.map(({ atMs }, index) => ({ atMs, value: index < 60 ? 60 : 100 })),
  }
  expect(judgeRun(observe([grown]))).toMatchObject({
    kind: 'notEnoughData',
    notJudged: [{ id: 'db CPU', reason: 'changedCapacity' }],
  })
})

test('what is missing is told: windows, range of the load, resources, trust', () => {
  const few = windowsTo(600).slice(0, 6)
  expect(judgeRun(observe([], few))).toMatchObject({ kind: 'notEnoughData' })
  const flat = judgeRun(
    observe(
      [dbCpu],
      windowsTo(600, each => ({ ...each, load: 100 })),
    ),
  )
  expect(flat).toEqual({ kind: 'notEnoughData', missing: [{ what: 'constantLoad' }] })
  expect(sentenceOf(flat, 'users').en).toBe(
    'Not enough data: the load was constant, so there is no knee; run with a load that grows step by step.',
  )
  const narrow = judgeRun(
    observe(
      [dbCpu],
      windowsTo(600, each => ({ ...each, load: 100 + each.load / 10 })),
    ),
  )
  expect(narrow).toMatchObject({ missing: [{ what: 'loadRange', need: 2 }] })
  expect(sentenceOf(narrow, 'users').en).toContain('the load must grow 2 times, it grew 1.6 times')
  const suspect = windowsTo(600, each => ({ ...each, isSuspect: each.load > 30 }))
  expect(sentenceOf(judgeRun(observe([dbCpu], suspect)), 'users').en).toContain(
    '95% of the windows are suspect',
  )
})

/** A user comes every 1.5 s for a minute and makes 10 requests of 100 ms a second; 20 connections let 200 pass from the half on. */
const minute = Array.from({ length: 60 }, (_, index) => {
  const load = ((index + 1) * 2) / 3
  return {
    atMs: index * 1_000,
    load,
    tps: Math.min(10 * load, 200),
    responseMs: 100 * Math.max(1, load / 20),
    errors01: 0,
    isSuspect: false,
  }
})
const ofMinute = (resources: readonly ObservedResource[]): RunObservation => ({
  drive: 'users',
  windowMs: 1_000,
  windows: minute,
  resources,
  edges: [],
})
/** Readings of the minute each so many seconds. */
const readEach = (seconds: number, usedAt: (tps: number, load: number) => number) =>
  minute.flatMap(({ tps, load }, index) =>
    (index + 1) % seconds === 0 ? [{ atMs: (index + 1) * 1_000, value: usedAt(tps, load) }] : [],
  )

test('a pool that is full is not ruled out by six readings; each second they name it', () => {
  // Connections are held three times as long beyond 150/s: by their use before, the pool would allow more.
  const connections = (seconds: number): ObservedResource => ({
    ...pool,
    id: 'connections',
    names: { zh: '连接', en: 'connections' },
    intervalMs: seconds * 1_000,
    used: readEach(seconds, tps => (tps < 150 ? tps / 30 : Math.min(20, tps / 10))),
  })
  const verdict = judgeRun(ofMinute([connections(5)]))
  expect(verdict).toMatchObject({
    kind: 'notEnoughData',
    ruledOut: [],
    notJudged: [{ id: 'connections', reason: 'fewReadings', canBeCause: true }],
  })
  expect(sentenceOf(verdict, 'users').en).toContain('connections (not enough readings: collect each second)')
  expect(sentenceOf(verdict, 'users').zh).toContain('连接（采样太少，请每秒采集）')
  const exact = { ...connections(1), used: readEach(1, tps => tps / 10) }
  expect(judgeRun(ofMinute([exact]))).toMatchObject({ kind: 'bottleneck', ranked: [{ id: 'connections' }] })
})

test('20 readings on each side of the knee rule a resource out, 19 do not, and both counts are told', () => {
  const withBefore = (count: number): ObservedResource => ({
    ...appCpu,
    used: appCpu.used.filter((_, index) => index < count || index >= 60),
  })
  const few = judgeRun(observe([withBefore(19)]))
  expect('notJudged' in few && few.notJudged).toMatchObject([
    { reason: 'fewReadings', readingsBefore: 19, canBeCause: false },
  ])
  const enough = judgeRun(observe([withBefore(20)]))
  expect('ruledOut' in enough && enough.ruledOut).toMatchObject([
    { reason: 'hasRoom', readingsBefore: 20, readingsAfter: 60 },
  ])
  expect('ruledOut' in enough && enough.ruledOut[0]?.power01).toBeGreaterThan(0.999)
})

test('a CPU whose readings scatter as far as they reach is not ruled out', () => {
  const random = seededRandom(5)
  // Beyond the knee nearly full; before it anything between nothing and all, so that its ceiling is not known.
  const wild = resource('wild CPU', (_, load) => (load > 241 ? 96 : 100 * random()))
  expect(judgeRun(observe([wild]))).toMatchObject({
    kind: 'notEnoughData',
    ruledOut: [],
    notJudged: [{ id: 'wild CPU', reason: 'lowPower' }],
  })
})

test('a lock of which it is read if it is held, 20 ms of each request, allows 50/s within its interval', () => {
  const random = seededRandom(8)
  const windows = Array.from({ length: 180 }, (_, index) => {
    const load = (index + 1) / 2
    const tps = Math.min(2 * load, 50)
    return {
      atMs: index * 1_000,
      load,
      tps,
      responseMs: Math.max(20, (load / tps) * 1_000 - 480),
      errors01: 0,
      isSuspect: false,
    }
  })
  const lock: ObservedResource = {
    ...pool,
    id: 'lock',
    names: { zh: '锁', en: 'lock' },
    capacity: 1,
    intervalMs: 1_000,
    used: windows.map(({ atMs, tps }) => ({ atMs: atMs + 1_000, value: random() < tps / 50 ? 1 : 0 })),
  }
  const verdict = judgeRun({ drive: 'users', windowMs: 1_000, windows, resources: [lock], edges: [] })
  expect(verdict).toMatchObject({ kind: 'bottleneck', ranked: [{ id: 'lock' }] })
  const ceiling = 'ranked' in verdict ? verdict.ranked[0]?.ceiling : null
  expect(ceiling?.low).toBeLessThan(50)
  expect(ceiling?.high).toBeGreaterThan(50)
  // 45 readings before the knee: half of them ones, so the interval is wider than a factor of 1.5 and is not told.
  expect(sentenceOf(verdict, 'users').en).toMatch(/^lock is full; measured (49|50)(\.\d)?\/s\.$/)
})

test('of a lock that only tells that requests wait, it is not known whether all of them do', () => {
  const flag = resource('lock flag', (_, load) => (load > 241 ? 1 : 0), { nature: 'waiting', capacity: null })
  expect(judgeRun(observe([flag]))).toMatchObject({
    kind: 'notEnoughData',
    notJudged: [{ id: 'lock flag', reason: 'unknownWaiting' }],
  })
})

test('the network is not proposed for monitoring where requests spend hardly any time in it', () => {
  const partsMs = (network: number) => (window: LoadWindow) => ({
    ...window,
    partsMs: { generator: 0, network, waiting: 40, database: 20, unknown: 0 },
  })
  const next = (network: number) => {
    const verdict = judgeRun(observe([appCpu], windowsTo(600, partsMs(network))))
    return 'monitorNext' in verdict ? verdict.monitorNext.map(({ tier }) => tier) : null
  }
  expect(next(0.03)).toEqual(['database'])
  expect(next(40)).toEqual(['database', 'network'])
})
