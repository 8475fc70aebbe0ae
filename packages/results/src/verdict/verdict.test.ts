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
  expect(en).toMatch(/^db CPU allows 1,2[34]\d\/s; measured 1,20\d\/s; next ceiling: app CPU 2,4\d\d\/s\.$/)
  expect(zh).toMatch(/^db CPU 最多支持 1,2[34]\d\/s；实测 1,20\d\/s；下一个上限：app CPU 2,4\d\d\/s。$/)
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
  expect(verdict).toMatchObject({ kind: 'noneObserved' })
  expect('ruledOut' in verdict && verdict.ruledOut.find(({ id }) => id === 'host CPU')?.reason).toBe(
    'fullBefore',
  )
  expect(sentenceOf(verdict, 'users').en).toContain('full already at low load by other work: host CPU')
  expect(sentenceOf(verdict, 'users').zh).toContain('低负载时已被其他工作占满：host CPU')
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
    kind: 'noneObserved',
    ruledOut: [{ id: 'db CPU', reason: 'changedCapacity' }],
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
