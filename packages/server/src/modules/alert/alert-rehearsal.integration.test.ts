/** The rehearsal of a rule on stored values tells what the server told when they came in; and which rules get no values. */
import { randomUUID } from 'node:crypto'
import { alertTickMs } from '@pone/alerts/rehearsal.ts'
import type { AlertIndicator } from '@pone/alerts/rule.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import type { SampleRow } from '../../adapters/time-series/time-series.ts'
import { builtInTypes } from '../monitor-type/monitor-types.ts'
import { AlertHarness, AlertServer, cadenceMs, usage } from './alert-harness.ts'
import { rehearseOnStored } from './alert-rehearsal.service.ts'
import { createRulesWithoutValues } from './rules-without-values.ts'

const minute = 60_000
let opened: TestDatabase
let harness: AlertHarness
let server: AlertServer
let monitor: string

beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  harness = await AlertHarness.on(opened)
  server = new AlertServer(harness)
  monitor = await harness.addMonitor('db', 'postgresql')
})
afterEach(() => harness.close())

/** The section of the type that computes the share of connections in use, with names of its counters. */
const { section, use } = (() => {
  for (const each of monitorTypeOf('postgresql')?.sections ?? []) {
    const found = each.computed.find(({ key }) => key === 'sessionsPercent')
    if (found !== undefined) return { section: each, use: found }
  }
  throw new Error('the type computes no use of connections')
})()
const [used = '', limit = ''] = use.expression.match(/[A-Za-z]\w*/g) ?? []
const rowOf = (values: readonly (number | null)[], names: readonly string[] = [used, limit]): SampleRow => ({
  layout: {
    part: 0,
    cadenceMs,
    monitorId: monitor,
    projectId: harness.projectId,
    section: section.key,
    series: names.map(counter => ({ counter, labels: {}, kind: 'gauge' })),
  },
  slotMs: harness.now,
  values: Float64Array.from(values.map(value => value ?? Number.NaN)),
})
const indicator: AlertIndicator = {
  kind: 'counter',
  section: section.key,
  reading: { counter: use.key, fn: 'value' },
}
const rule = (changed: object = {}) =>
  usage({
    scope: { kind: 'type', type: 'postgresql' },
    indicator,
    triggerCycleMinutes: 2,
    silentCycleMinutes: 1,
    times: 2,
    ...changed,
  })

test('a rule on a computed counter tells in the rehearsal what it told when the values came in', async () => {
  await harness.addRule('Use', rule(), [randomUUID()])
  const runs = fc.sample(
    fc.tuple(fc.constantFrom(20, 20, 90, 91, 95, 95, null), fc.integer({ min: 1, max: 7 })),
    { numRuns: 9, seed: 5 },
  )
  for (const value of runs.flatMap(([each, count]) => Array.from({ length: count }, () => each))) {
    harness.now += cadenceMs
    if (value !== null) await server.store([rowOf([value, 100])])
    for (let passed = 0; passed < cadenceMs; passed += alertTickMs) {
      await server.ticks.tick()
      harness.now += alertTickMs
    }
    harness.now -= cadenceMs
  }
  const real = (await harness.transitions()).filter(({ notice }) => notice !== null)
  harness.now += cadenceMs
  const type = monitorTypeOf('postgresql')
  const rehearsedMonitor = { id: monitor, type, expectedMs: cadenceMs, frequencyMs: cadenceMs }
  const [found] = await rehearseOnStored(harness.series, rule(), {
    monitor: rehearsedMonitor,
    stored: null,
    now: harness.now,
  })
  expect(found?.after.notices.map(({ at, kind, value }) => [at, kind, value])).toEqual(
    real.map(({ made_at: at, notice, value }) => [at, notice, value]),
  )
  expect(real.length).toBeGreaterThan(2)
}, 300_000)

describe('a rule gets no values', () => {
  const asked = () =>
    createRulesWithoutValues({
      rules: harness.rules,
      series: harness.series,
      types: builtInTypes,
      now: () => harness.now,
    })(harness.projectId)
  const feed = async (values: readonly (number | null)[], names?: readonly string[]): Promise<void> => {
    for (let count = 0; count < 6; count += 1) {
      harness.now += cadenceMs
      await server.store([rowOf(values, names)])
    }
  }

  test('where its counter has none for two receive intervals, of whichever monitor of its scope', async () => {
    await harness.addRule('Use', rule())
    await feed([50, 100])
    expect(await asked()).toEqual([])
    const other = await harness.addMonitor('second', 'postgresql')
    await feed([50, 100])
    expect(await asked()).toMatchObject([{ name: 'Use', monitors: 1, of: 2, names: ['second'] }])
    await opened.database.updateTable('monitors').set({ is_running: false }).where('id', '=', other).execute()
    expect(await asked()).toEqual([])
    harness.now += 3 * cadenceMs
    expect(await asked()).toMatchObject([{ monitors: 1, of: 1, names: ['db'] }])
  })

  test('where the collections come but what it compares is not in them, or is unknown', async () => {
    await harness.addRule('Use', rule())
    await feed([50], [used])
    expect(await asked()).toMatchObject([{ name: 'Use', monitors: 1 }])
    await feed([50, 0])
    expect(await asked()).toMatchObject([{ name: 'Use', monitors: 1 }])
    await feed([50, 100])
    expect(await asked()).toEqual([])
    // One unknown value between known ones is not yet two receive intervals.
    harness.now += cadenceMs
    await server.store([rowOf([null, 100])])
    expect(await asked()).toEqual([])
  })

  test('unless it is switched off, follows from time, or its monitor has only just begun', async () => {
    await harness.addRule('No data', rule({ indicator: { kind: 'noData' }, max: 60 }))
    const id = await harness.addRule('Use', rule())
    harness.now += cadenceMs
    expect(await asked()).toEqual([])
    harness.now += 10 * minute
    expect(await asked()).toMatchObject([{ id, name: 'Use' }])
    await harness.editRule(id, 1, rule(), { isEnabled: false })
    expect(await asked()).toEqual([])
  })
})
