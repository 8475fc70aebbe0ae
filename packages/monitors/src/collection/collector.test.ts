import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TargetFault } from '../target-fault.ts'
import type { TargetConnection, Transport } from '../transports/transport.ts'
import { type MonitorType, monitorTypeSchema } from '../type.ts'
import type { CollectedBatch, CollectedRow, SectionState } from './batch.ts'
import { systemClock } from './collection-clock.ts'
import { Collector } from './collector.ts'
import { tryTarget } from './trial.ts'

const names = { zh: '值', en: 'value' }
const section = (key: string, more: object = {}) => ({
  key,
  names,
  request: { reader: 'cpu' },
  timeoutMs: 1_500,
  counters: [
    { key: 'value', kind: 'counter', unit: 'count', names, help: names },
    { key: 'version', kind: 'text', unit: '', names, help: names },
  ],
  ...more,
})
const typeOf = (...sections: object[]): MonitorType =>
  monitorTypeSchema.parse({
    name: 'made-up',
    version: 1,
    category: 'custom',
    names,
    triedOn: [],
    transport: 'procfs',
    params: [{ key: 'host', type: 'address', names }],
    sections,
    charts: [],
  })

type Ask = TargetConnection['ask']
/** A transport whose targets answer as told, by their host. */
function madeUp(
  asks: Record<string, Ask>,
  manner: Pick<TargetConnection, 'isParallel' | 'isPipelined'> = { isParallel: true },
) {
  const opened: string[] = []
  const closed: string[] = []
  const transport: Transport = {
    open: params => {
      const host = String(params['host'])
      opened.push(host)
      const ask = asks[host]
      if (!ask) return Promise.reject(new TargetFault('refused', host))
      return Promise.resolve({
        ...manner,
        ask,
        probe: () => Promise.resolve({ product: 'made-up', version: '1', missingRights: [] }),
        close: () => void closed.push(host),
      })
    },
  }
  return { transports: { procfs: transport }, opened, closed }
}

const answer =
  (value: () => number): Ask =>
  () =>
    Promise.resolve({ records: [{ value: String(value()), version: 'a' }] })

function collected(transports: ConstructorParameters<typeof Collector>[0]['transports']) {
  const batches: CollectedBatch[] = []
  const collector = new Collector({ transports, onBatch: batch => batches.push(batch) })
  collectors.push(collector)
  return {
    collector,
    rows: (monitorId: string) =>
      batches.flatMap(({ rows }) => rows.filter(row => row.monitorId === monitorId)),
    states: (monitorId: string) =>
      batches.flatMap(({ states }) => states.filter(state => state.monitorId === monitorId)),
    layouts: () => batches.flatMap(({ layouts }) => layouts),
    texts: () => batches.flatMap(({ texts }) => texts),
    tables: () => batches.flatMap(({ tables }) => tables),
  }
}

const collectors: Collector[] = []
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  for (const collector of collectors.splice(0)) collector.close()
  vi.useRealTimers()
})

const plan = (monitorId: string, host: string, type = typeOf(section('a')), frequencyMs = 1_000) => ({
  monitorId,
  type,
  params: { host },
  frequencyMs,
})

test('a section is asked at every slot of its grid, with one layout and texts told once', async () => {
  let count = 0
  const seen = collected(madeUp({ h: answer(() => ++count) }).transports)
  seen.collector.put(plan('m', 'h'))
  await vi.advanceTimersByTimeAsync(10_500)
  const rows = seen.rows('m')
  expect(rows.length).toBeGreaterThanOrEqual(9)
  const steps = rows.slice(1).map((row, index) => row.slot - (rows[index]?.slot ?? 0))
  expect(new Set(steps)).toEqual(new Set([1_000]))
  expect(rows.map(({ values }) => values[0])).toEqual(rows.map((_, index) => index + 1))
  expect(seen.layouts()).toHaveLength(1)
  expect(seen.texts()).toHaveLength(1)
  expect(seen.states('m').map(({ code }) => code)).toEqual(['ok'])
})

test('a target that hangs delays no other, and says so', async () => {
  const hang: Ask = () => new Promise(() => undefined)
  const seen = collected(madeUp({ hangs: hang, good: answer(() => 1) }).transports)
  seen.collector.put(plan('bad', 'hangs'))
  seen.collector.put(plan('good', 'good'))
  await vi.advanceTimersByTimeAsync(10_500)
  expect(seen.rows('good').length).toBeGreaterThanOrEqual(9)
  expect(Math.max(...seen.rows('good').map(({ offsetMs }) => offsetMs))).toBe(0)
  expect(seen.rows('bad')).toEqual([])
  // The time-out of 1.5 s passes the next slot.
  expect(new Set(seen.states('bad').map(({ code }) => code))).toEqual(new Set(['overrun', 'timedOut']))
})

test('two collections of a section never run at once', async () => {
  let running = 0
  let most = 0
  const slow: Ask = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 1_200))
    running--
    return { records: [{ value: '1' }] }
  }
  const seen = collected(madeUp({ h: slow }).transports)
  seen.collector.put(plan('m', 'h'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(most).toBe(1)
  expect(seen.rows('m').length).toBeGreaterThanOrEqual(4)
  expect(seen.states('m').map(({ code }) => code)).toContain('overrun')
})

test('a section that times out leaves the others their answers', async () => {
  const ask: Ask = request =>
    JSON.stringify(request).includes('load')
      ? new Promise(() => undefined)
      : Promise.resolve({ records: [{ value: '1' }] })
  const type = typeOf(section('a'), section('b', { request: { reader: 'load' } }))
  const seen = collected(madeUp({ h: ask }).transports)
  seen.collector.put(plan('m', 'h', type, 2_000))
  await vi.advanceTimersByTimeAsync(8_500)
  expect(new Set(seen.rows('m').map(row => row.section))).toEqual(new Set(['a']))
  expect(seen.states('m').map(({ section: key, code }) => `${key} ${code}`)).toEqual(['a ok', 'b timedOut'])
})

test('a target that refuses is tried less and less, and at once again when its pause is over', async () => {
  const asks: Record<string, Ask> = {}
  const { transports, opened } = madeUp(asks)
  const seen = collected(transports)
  seen.collector.put(plan('m', 'h'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(opened.length).toBeLessThan(12)
  asks['h'] = answer(() => 1)
  await vi.advanceTimersByTimeAsync(62_000)
  expect(seen.states('m').map(({ code }) => code)).toEqual(['refused', 'ok'])
  expect(seen.rows('m').length).toBeGreaterThan(1)
})

test('monitors of one target and credentials share a connection, which is closed when it is idle', async () => {
  const { transports, opened, closed } = madeUp({ h: answer(() => 1), other: answer(() => 2) })
  const seen = collected(transports)
  seen.collector.put(plan('m1', 'h'))
  seen.collector.put(plan('m2', 'h'))
  seen.collector.put(plan('m3', 'other'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(opened.toSorted()).toEqual(['h', 'other'])
  seen.collector.remove('m1')
  seen.collector.remove('m2')
  await vi.advanceTimersByTimeAsync(59_000)
  expect(closed).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(closed).toEqual(['h'])
})

test('requests of a connection that takes one at a time are asked one after another', async () => {
  let running = 0
  let most = 0
  const ask: Ask = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 100))
    running--
    return { records: [{ value: '1' }] }
  }
  const type = typeOf(section('a'), section('b'), section('c'))
  const seen = collected(madeUp({ h: ask }, {}).transports)
  seen.collector.put(plan('m', 'h', type))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(most).toBe(1)
  expect(new Set(seen.rows('m').map(row => row.section)).size).toBe(3)
})

test('requests of a connection that answers in order are sent together, and a refusal of one leaves the others', async () => {
  let most = 0
  let running = 0
  const ask: Ask = async request => {
    most = Math.max(most, ++running)
    const isRefused = JSON.stringify(request).includes('load')
    await new Promise(resolve => setTimeout(resolve, isRefused ? 10 : 20))
    running--
    if (isRefused) throw new TargetFault('refused')
    return { records: [{ value: '1' }] }
  }
  const type = typeOf(section('a'), section('b', { request: { reader: 'load' } }))
  const { transports, opened, closed } = madeUp({ h: ask }, { isPipelined: true })
  const seen = collected(transports)
  seen.collector.put(plan('m', 'h', type))
  await vi.advanceTimersByTimeAsync(5_500)
  expect(most).toBe(2)
  expect([opened, closed]).toEqual([['h'], []])
  expect(seen.states('m').map(({ section: key, code }) => `${key} ${code}`)).toEqual(['b refused', 'a ok'])
})

test('behind a request that hangs, all of a connection that answers in order time out, and a new one is opened', async () => {
  let hangs = true
  const waiting = new Set<(fault: TargetFault) => void>()
  const ask: Ask = () =>
    hangs ? new Promise((_, reject) => waiting.add(reject)) : Promise.resolve({ records: [{ value: '1' }] })
  const opened: number[] = []
  const transport: Transport = {
    open: () => {
      opened.push(opened.length)
      return Promise.resolve({
        isPipelined: true,
        ask,
        probe: () => Promise.reject(new TargetFault('refused')),
        close: because => {
          for (const reject of waiting) reject(because ?? new TargetFault('targetClosed'))
          waiting.clear()
        },
      })
    },
  }
  const seen = collected({ procfs: transport })
  seen.collector.put(plan('m', 'h', typeOf(section('a'), section('b', { timeoutMs: 2_000 })), 5_000))
  await vi.advanceTimersByTimeAsync(7_000)
  hangs = false
  await vi.advanceTimersByTimeAsync(10_000)
  const states = seen.states('m').map(({ section: key, code }) => `${key} ${code}`)
  expect(states.slice(0, 2).toSorted()).toEqual(['a timedOut', 'b timedOut'])
  expect(states.slice(2).toSorted()).toEqual(['a ok', 'b ok'])
  expect(opened.length).toBe(2)
})

test('what answers after its monitor was removed is dropped', async () => {
  const late: Ask = async () => {
    await new Promise(resolve => setTimeout(resolve, 900))
    return { records: [{ value: '1' }] }
  }
  const seen = collected(madeUp({ h: late }).transports)
  seen.collector.put(plan('m', 'h'))
  await vi.advanceTimersByTimeAsync(1_100)
  seen.collector.remove('m')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(seen.rows('m')).toEqual([])
})

test('a clock that jumps leaves a gap, and never a burst', async () => {
  let asked = 0
  const seen = collected(madeUp({ h: answer(() => ++asked) }).transports)
  seen.collector.put(plan('m', 'h'))
  await vi.advanceTimersByTimeAsync(5_000)
  const before = asked
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked - before).toBeGreaterThanOrEqual(4)
  expect(asked - before).toBeLessThanOrEqual(6)
  vi.setSystemTime(Date.now() - 7_200_000)
  const then = asked
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked - then).toBeGreaterThanOrEqual(3)
  expect(asked - then).toBeLessThanOrEqual(6)
})

test('slots that pass while the process stands still are a gap with a cause', async () => {
  let stalledMs = 0
  const states: SectionState[] = []
  const rows: CollectedRow[] = []
  const collector = new Collector({
    transports: madeUp({ h: answer(() => 1) }).transports,
    onBatch: batch => {
      states.push(...batch.states)
      rows.push(...batch.rows)
    },
    clock: {
      now: () => Date.now() + stalledMs,
      elapsed: () => performance.now() + stalledMs,
      after: (ms, call) => systemClock.after(ms, call),
    },
  })
  collectors.push(collector)
  collector.put(plan('m', 'h'))
  await vi.advanceTimersByTimeAsync(3_000)
  stalledMs = 4_000
  await vi.advanceTimersByTimeAsync(4_000)
  expect(states.map(({ code }) => code)).toEqual(['ok', 'overrun', 'ok'])
  const slots = rows.map(({ slot }) => slot)
  const missing = slots.findIndex((slot, at) => at > 0 && slot - (slots[at - 1] ?? 0) > 1_000)
  expect(missing).toBeGreaterThan(0)
  expect(states.slice(1).map(({ from }) => from)).toEqual([(slots[missing - 1] ?? 0) + 1_000, slots[missing]])
})

test('a section of many series is told in parts of at most 500 values', async () => {
  const many: Ask = () =>
    Promise.resolve({
      records: Array.from({ length: 150 }, (_, index) => ({ name: `q${index}`, value: `${index}` })),
    })
  const counters = ['a', 'b', 'c', 'd'].map(key => ({
    key,
    from: 'value',
    kind: 'gauge',
    unit: 'count',
    names,
    help: names,
  }))
  const seen = collected(madeUp({ h: many }).transports)
  seen.collector.put(plan('m', 'h', typeOf(section('q', { rows: { labels: ['name'] }, counters }))))
  await vi.advanceTimersByTimeAsync(2_500)
  expect(
    seen
      .rows('m')
      .slice(0, 2)
      .map(({ part, values }) => [part, values.length]),
  ).toEqual([
    [0, 500],
    [1, 100],
  ])
  expect(seen.layouts()).toHaveLength(2)
})

test('rows of a table make no series', async () => {
  const seen = collected(madeUp({ h: answer(() => 3) }).transports)
  seen.collector.put(plan('m', 'h', typeOf(section('a', { isTable: true }))))
  await vi.advanceTimersByTimeAsync(2_500)
  expect(seen.rows('m')).toEqual([])
  expect(seen.tables()[0]).toMatchObject({ columns: ['value', 'version'], rows: [['3', 'a']] })
})

test('the test of a connection says what was reached, found and missing, within its time', async () => {
  const ask: Ask = request =>
    JSON.stringify(request).includes('load')
      ? new Promise(() => undefined)
      : Promise.resolve({
          records: [{ value: '1' }],
          fault: new TargetFault('missingRight', '', { grant: 'GRANT x' }),
        })
  const { transports, closed } = madeUp({ h: ask })
  const type = typeOf(section('a'), section('b', { request: { reader: 'load' } }))
  const steps: string[] = []
  const trial = tryTarget({
    type,
    params: { host: 'h' },
    transports,
    signal: new AbortController().signal,
    onStep: ({ step }) => void steps.push(step),
  })
  await vi.advanceTimersByTimeAsync(5_000)
  const result = await trial
  expect(result).toMatchObject({ isReached: true, product: 'made-up', durationMs: 5_000 })
  expect(result.sections).toMatchObject([
    { section: 'a', counters: ['value'], missing: ['version'], cause: { code: 'missingRight' } },
    { section: 'b', counters: [], cause: { code: 'timedOut' } },
  ])
  expect(steps).toEqual(['reached', 'version', 'rights', 'section', 'section'])
  expect(closed).toEqual(['h'])
  const refused = await tryTarget({
    type,
    params: { host: 'none' },
    transports,
    signal: new AbortController().signal,
  })
  expect(refused).toMatchObject({ isReached: false, cause: { code: 'refused', details: 'none' } })
})

test('collected each second for a while, a monitor keeps its slots, texts and states, and sections of an own cadence theirs', async () => {
  let count = 0
  const seen = collected(madeUp({ h: answer(() => ++count) }).transports)
  const own = plan('m', 'h', typeOf(section('a'), section('slow', { cadenceMs: 30_000 })), 5_000)
  const slotsOf = (key: string) =>
    seen
      .rows('m')
      .filter(row => row.section === key)
      .map(row => row.slot)
  seen.collector.put(own)
  await vi.advanceTimersByTimeAsync(60_000)
  const [first = 0] = slotsOf('a')
  seen.collector.put({ ...own, frequencyMs: 1_000, ownFrequencyMs: 5_000 })
  await vi.advanceTimersByTimeAsync(60_000)
  seen.collector.put(own)
  await vi.advanceTimersByTimeAsync(60_000)
  const slots = slotsOf('a')
  const between = (from: number, to: number) => slots.filter(slot => slot >= from && slot < to).length
  expect(between(1_005_000, 1_060_000)).toBe(11)
  expect(between(1_061_000, 1_119_000)).toBe(58)
  expect(between(1_125_000, 1_175_000)).toBe(10)
  // Every slot of the monitor's own grid was collected.
  const grid = Array.from({ length: 30 }, (_, index) => first + index * 5_000)
  expect(grid.filter(slot => !slots.includes(slot))).toEqual([])
  const slow = slotsOf('slow')
  expect(slow.length).toBeGreaterThanOrEqual(5)
  expect(new Set(slow.slice(1).map((slot, index) => slot - (slow[index] ?? 0)))).toEqual(new Set([30_000]))
  expect(seen.texts().filter(text => text.section === 'a')).toHaveLength(1)
  expect(seen.states('m').filter(state => state.section === 'a')).toHaveLength(1)
  expect(
    seen
      .layouts()
      .filter(layout => layout.section === 'a')
      .map(layout => layout.cadenceMs),
  ).toEqual([5_000, 1_000])
})

test('a target that needs longer than a second has no problem while it is collected each second for a while', async () => {
  const slow: Ask = async () => {
    await new Promise(resolve => setTimeout(resolve, 1_300))
    return { records: [{ value: '1' }] }
  }
  const seen = collected(madeUp({ h: slow }).transports)
  seen.collector.put({ ...plan('m', 'h'), ownFrequencyMs: 5_000 })
  await vi.advanceTimersByTimeAsync(20_500)
  expect(seen.rows('m').length).toBeGreaterThanOrEqual(8)
  expect(seen.states('m').map(({ code }) => code)).toEqual(['ok'])
})

test('a collection that runs when the frequency changes is not lost', async () => {
  const late: Ask = async () => {
    await new Promise(resolve => setTimeout(resolve, 700))
    return { records: [{ value: '1' }] }
  }
  const seen = collected(madeUp({ h: late }).transports)
  const own = plan('m', 'h', typeOf(section('a')), 5_000)
  const offset = 5_000 - (Date.now() % 5_000)
  seen.collector.put(own)
  await vi.advanceTimersByTimeAsync(offset + 20_000)
  const before = seen.rows('m').map(row => row.slot)
  const next = (before.at(-1) ?? 0) + 5_000
  await vi.advanceTimersByTimeAsync(next + 300 - Date.now())
  seen.collector.put({ ...own, frequencyMs: 1_000, ownFrequencyMs: 5_000 })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(seen.rows('m').map(row => row.slot)).toContain(next)
})
