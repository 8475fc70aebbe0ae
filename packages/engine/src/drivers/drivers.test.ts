/** The drivers in virtual time: real users and steps with a test clock. */

import { type LoadOrder, loadAtOnce } from '@pone/plan/load-models/load-order.ts'
import { targetAt } from '@pone/plan/load-models/registry.ts'
import { type LoadModel, loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { processOf, thinking } from '../steps/step-harness.ts'
import { VirtualUserPool } from '../users/virtual-user-pool.ts'
import type { VirtualUser } from '../virtual-user.ts'
import { ArrivalsDriver } from './arrivals-driver.ts'
import type { Driver, DriverOptions } from './driver.ts'
import { RoundsDriver } from './rounds-driver.ts'
import { ThreadGroupsDriver } from './thread-groups-driver.ts'
import { UsersDriver } from './users-driver.ts'

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance', 'Date'] }),
)
afterEach(() => void vi.useRealTimers())

const whole = { from01: 0, to01: 1 }

/** A driver of users with that think time in each iteration, and the virtual time. */
function bench<D extends Driver>(
  model: z.input<typeof loadModelSchema>,
  options: { thinkMs: number; share?: DriverOptions['share']; components?: number },
  make: (options: DriverOptions) => D,
) {
  const { component, environment, lines } = processOf(
    { steps: [thinking(options.thinkMs)] },
    () => driver.users,
  )
  const crewComponents = Array.from({ length: options.components ?? 1 }, () => component)
  const added: number[] = []
  const activeOf = crewComponents.map(() => 0)
  const userPool = new VirtualUserPool({
    components: crewComponents,
    environment,
    onStopTest: () => undefined,
    onFault: error => {
      throw error
    },
  })
  const add = userPool.add.bind(userPool)
  userPool.add = (index, at) => {
    added.push(index)
    const user = add(index, at)
    componentOf.set(user, at)
    activeOf[at] = (activeOf[at] ?? 0) + 1
    return user
  }
  const componentOf = new Map<VirtualUser, number>()
  const begunOf = crewComponents.map(() => 0)
  const remove = userPool.remove.bind(userPool)
  userPool.remove = user => {
    const at = componentOf.get(user) ?? 0
    activeOf[at] = (activeOf[at] ?? 0) - 1
    remove(user)
  }
  const iterate = userPool.iterate.bind(userPool)
  userPool.iterate = user => {
    const at = componentOf.get(user) ?? 0
    begunOf[at] = (begunOf[at] ?? 0) + 1
    return iterate(user)
  }
  const parsed = loadModelSchema.parse(model)
  const percentages = crewComponents.map(() => 100 / crewComponents.length)
  const driver = make({ model: parsed, share: options.share ?? whole, userPool, percentages })
  /** Advances the clock by that many ms, ticking each 10 ms; returns whether the driver has finished. */
  const pass = async (ms: number): Promise<boolean> => {
    let isOver = false
    for (let passed = 0; passed < ms; passed += 10) {
      await vi.advanceTimersByTimeAsync(10)
      isOver = driver.tick(environment.clock.elapsedMs())
    }
    await vi.advanceTimersByTimeAsync(0)
    return isOver
  }
  return {
    driver,
    model: parsed,
    environment,
    lines,
    pass,
    elapsedMs: () => environment.clock.elapsedMs(),
    users: () => added,
    /** Users in the pool, by component. */
    active: () => [...activeOf],
    /** Iterations begun by a driver of arrivals, by component. */
    begun: () => [...begunOf],
  }
}

const models: z.input<typeof loadModelSchema>[] = [
  { kind: 'constant', users: 40, rampUpSeconds: 4, durationSeconds: 10 },
  {
    kind: 'incremental',
    start: 5,
    step: 10,
    intervalSeconds: 1,
    max: 33,
    holdSeconds: 2,
    rampDownSeconds: 4,
  },
  { kind: 'surge', min: 3, max: 30, peakSeconds: 1, count: 3, durationSeconds: 9 },
  {
    kind: 'userDefined',
    rows: [
      { users: 20, startDelaySeconds: 0, rampUpSeconds: 3, holdSeconds: 2, rampDownSeconds: 3 },
      { users: 9, startDelaySeconds: 2, rampUpSeconds: 1, holdSeconds: 4, rampDownSeconds: 2 },
    ],
  },
]

describe.each(models)('users of the model $kind', model => {
  test('are at each moment as many as it asks for, and drain when it falls', async () => {
    const {
      driver,
      pass,
      elapsedMs,
      model: parsed,
    } = bench(model, { thinkMs: 200 }, options => new UsersDriver(options))
    for (let step = 0; step < 120; step++) {
      await pass(100)
      const wanted = Math.round(targetAt(parsed, elapsedMs()))
      expect(driver.target).toBe(wanted)
      // A retiring user ends its iteration first; pauses are cut, so it ends immediately.
      expect(driver.users).toBe(wanted)
    }
    expect(driver.users).toBe(0)
  })
})

const shares = [
  { from01: 0, to01: 0.3 },
  { from01: 0.3, to01: 1 },
]
const arrivalsOf = (options: DriverOptions) =>
  new ArrivalsDriver({
    ...options,
    maxUsers: 500,
    iterations: [0, 1].map(label => ({ id: '', label, name: 'shop' })),
  })
const order = (over: Partial<LoadOrder>): LoadOrder => ({ ...loadAtOnce(0), ...over })

describe('a load set by hand', () => {
  const constant = { kind: 'constant', users: 10, rampUpSeconds: 0, durationSeconds: 600 } as const
  const make = (options: DriverOptions) => new UsersDriver(options)

  test('begins at its instant, until then the one before applies, and follows its ramp', async () => {
    const { driver, pass } = bench(constant, { thinkMs: 60_000 }, make)
    await pass(1_000)
    driver.changeLoad(order({ from: 10, load: 30, atMs: 2_000, rampMs: 1_000 }))
    const seen: number[] = []
    for (const ms of [900, 600, 500, 1_000]) {
      await pass(ms)
      seen.push(driver.users)
    }
    expect(seen).toEqual([10, 20, 30, 30])
  })

  test('of each component is that of all workers together, also when a total follows', async () => {
    const workers = shares.map(share => bench(constant, { thinkMs: 60_000, share, components: 2 }, make))
    const drive = async (next: LoadOrder | null) => {
      for (const { driver, pass } of workers) {
        driver.changeLoad(next)
        await pass(20)
      }
      const all = workers.map(({ active }) => active())
      return [0, 1].map(at => all.reduce((sum, of) => sum + (of[at] ?? 0), 0))
    }
    const parts = (...loads: number[]) =>
      order({
        load: loads.reduce((a, b) => a + b, 0),
        parts: loads.map(load => ({ from: load, load })),
      })
    expect(await drive(null)).toEqual([5, 5])
    expect(await drive(parts(9, 2))).toEqual([9, 2])
    expect(await drive(parts(0, 33))).toEqual([0, 33])
    expect(await drive(order({ from: 20, load: 20 }))).toEqual([10, 10])
    expect(await drive(parts(1, 0))).toEqual([1, 0])
    expect(await drive(null)).toEqual([5, 5])
  })

  test('reaches a component that has no user at the peak of the model', async () => {
    const { driver, pass, active } = bench(
      { ...constant, users: 1 },
      { thinkMs: 60_000, components: 3 },
      make,
    )
    await pass(20)
    expect(active()).toEqual([1, 0, 0])
    driver.changeLoad(order({ load: 6, parts: [1, 2, 3].map(load => ({ from: load, load })) }))
    await pass(20)
    expect(active()).toEqual([1, 2, 3])
  })

  test('of arrivals by component is exact to the arrival, from its instant on, on two workers', async () => {
    const model = { kind: 'constant', users: 100, rampUpSeconds: 0, durationSeconds: 600 } as const
    const workers = shares.map(share =>
      bench(model, { thinkMs: 5, share, components: 2 }, options => arrivalsOf(options)),
    )
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        await vi.advanceTimersByTimeAsync(10)
        for (const { driver, elapsedMs } of workers) driver.tick(elapsedMs())
      }
    }
    const started = () => [0, 1].map(at => workers.reduce((sum, { begun }) => sum + (begun()[at] ?? 0), 0))
    for (const worker of workers) {
      worker.driver.changeLoad(
        order({
          from: 60,
          load: 80,
          atMs: 1_000,
          parts: [
            { from: 60, load: 60 },
            { from: 0, load: 20 },
          ],
          rampMs: 1_000,
        }),
      )
    }
    await pass(1_000)
    const first = started()
    expect(first.reduce((a, b) => a + b, 0)).toBe(100)
    await pass(2_000)
    expect(started().map((all, at) => all - (first[at] ?? 0))).toEqual([120, 30])
  })
})

describe('users', () => {
  const constant = { kind: 'constant', users: 10, rampUpSeconds: 0, durationSeconds: 600 } as const
  test('follow a load set by hand up, down and back to the model', async () => {
    const { driver, pass } = bench(constant, { thinkMs: 60_000 }, options => new UsersDriver(options))
    const seen: number[] = []
    for (const load of [null, 25, 4, 0, null]) {
      driver.changeLoad(load === null ? null : loadAtOnce(load))
      await pass(20)
      seen.push(driver.users)
    }
    expect(seen).toEqual([10, 25, 4, 0, 10])
  })
  test('of two workers follow it together, each with its part', async () => {
    const make = (options: DriverOptions) => new UsersDriver(options)
    const parts = shares.map(share => bench(constant, { thinkMs: 60_000, share }, make))
    for (const load of [null, 25, 7, 1, 0]) {
      for (const { driver, pass } of parts) {
        driver.changeLoad(load === null ? null : loadAtOnce(load))
        await pass(20)
      }
      expect(parts.reduce((sum, { driver }) => sum + driver.users, 0)).toBe(load ?? 10)
    }
  })
})

describe('thread groups', () => {
  const groups = [
    { name: 'a', threads: 10, rampUpSeconds: 2, loops: 0, durationSeconds: 4, startDelaySeconds: 0 },
    { name: 'b', threads: 5, rampUpSeconds: 0, loops: 3, durationSeconds: 0, startDelaySeconds: 3 },
  ]
  const model = { kind: 'threadGroups', groups } as const
  const make = (options: DriverOptions) =>
    new ThreadGroupsDriver(options, options.model as Extract<LoadModel, { kind: 'threadGroups' }>)

  test.each([[[0, 1]], [[0, 0.3, 1]], [[0, 0.21, 0.77, 1]]])(
    'of all workers together are exactly as many as the groups say, each for its time and loops; line cut at %j',
    async cuts => {
      const parts = cuts
        .slice(1)
        .map((to01, at) =>
          bench(model, { thinkMs: 500, share: { from01: cuts[at] ?? 0, to01 }, components: 2 }, make),
        )
      const sum = (pick: (driver: Driver) => number) =>
        parts.reduce((all, { driver }) => all + pick(driver), 0)
      const seen: number[] = []
      let isOver: boolean[] = []
      for (const ms of [1_000, 1_100, 800, 200, 880, 100, 520]) {
        for (let passed = 0; passed < ms; passed += 10) {
          await vi.advanceTimersByTimeAsync(10)
          isOver = parts.map(({ driver, elapsedMs }) => driver.tick(elapsedMs()))
        }
        await vi.advanceTimersByTimeAsync(0)
        seen.push(sum(driver => driver.users))
      }
      // At 1 s half of a; from 3 s on a and b; at 4 s a ends, in the middle of its think time; at 4.5 s b has finished its
      // loops.
      expect(seen).toEqual([5, 10, 10, 15, 15, 5, 0])
      expect(isOver.every(Boolean)).toBe(true)
      const ends = parts.flatMap(({ lines }) => lines.filter(line => line === 'end'))
      const own = parts.flatMap(({ users }) => users())
      expect(new Set(own)).toEqual(new Set(Array.from({ length: 15 }, (_, index) => index)))
      expect(own).toHaveLength(15)
      expect(ends.length).toBeGreaterThan(5 * 3)
    },
  )

  test('share a load set by hand by their threads, and get it back', async () => {
    const { driver, pass } = bench(model, { thinkMs: 60_000, components: 2 }, make)
    await pass(3_100)
    const seen: number[] = []
    for (const load of [30, 3, 0, null]) {
      driver.changeLoad(load === null ? null : loadAtOnce(load))
      await pass(20)
      seen.push(driver.users)
    }
    expect(seen).toEqual([30, 3, 0, 15])
  })
})

describe('arrivals', () => {
  const make = (maxUsers: number) => (options: DriverOptions) =>
    new ArrivalsDriver({ ...options, maxUsers, iterations: [{ id: '', label: 0, name: 'shop' }] })
  const rate = (users: number): z.input<typeof loadModelSchema> => ({
    kind: 'constant',
    users,
    rampUpSeconds: 0,
    durationSeconds: 600,
  })

  test('are timed from when they were due, think time left out', async () => {
    const { driver, lines } = bench(rate(10), { thinkMs: 30 }, make(5))
    await vi.advanceTimersByTimeAsync(250)
    // Due at 0, 100 and 200 ms, begun at 250.
    driver.tick(250)
    await vi.advanceTimersByTimeAsync(30)
    expect(lines.filter(line => line.startsWith('shop'))).toEqual([
      'shop passed 250000 µs',
      'shop passed 150000 µs',
      'shop passed 50000 µs',
    ])
    expect(driver.lateStarts).toBe(3)
  })

  test('that find no free user are counted and not made up for', async () => {
    const { driver, pass } = bench(rate(10), { thinkMs: 2_000 }, make(3))
    await pass(1_000)
    expect([driver.users, driver.droppedStarts, driver.lateStarts]).toEqual([3, 7, 0])
  })

  test('follow a rate set by hand up, down and back to the model', async () => {
    const { driver, pass, lines } = bench(rate(10), { thinkMs: 5 }, make(500))
    const perSecond: number[] = []
    for (const load of [null, 200, 0, 50, null]) {
      driver.changeLoad(load === null ? null : loadAtOnce(load))
      const before = lines.length
      await pass(1_000)
      perSecond.push(lines.slice(before).filter(line => line.startsWith('shop')).length)
    }
    for (const [index, expected] of [10, 200, 0, 50, 10].entries()) {
      expect(Math.abs((perSecond[index] ?? 0) - expected)).toBeLessThanOrEqual(2)
    }
  })

  test('are waited for no longer than needed: a ms when many are due, 10 when none are', async () => {
    const busy = bench(rate(10_000), { thinkMs: 1 }, make(500))
    busy.driver.tick(5)
    expect(busy.driver.restMs(5)).toBe(1)
    const idle = bench(rate(1), { thinkMs: 1 }, make(500))
    idle.driver.tick(5)
    expect(idle.driver.restMs(5)).toBe(5)
    expect(idle.driver.restMs(0)).toBe(10)
  })

  test('that a pause of the process made late are made up for by few users, as answers free them', async () => {
    const { driver, pass, lines } = bench(rate(1_000), { thinkMs: 1 }, make(500))
    await vi.advanceTimersByTimeAsync(1_000)
    driver.tick(1_000)
    expect(driver.users).toBeLessThanOrEqual(50)
    expect(driver.isBehind).toBe(true)
    await pass(1_000)
    expect(driver.isBehind).toBe(false)
    expect(driver.droppedStarts).toBe(0)
    expect(driver.lateStarts).toBeGreaterThan(900)
    const ended = lines.filter(line => line.startsWith('shop')).length
    expect(ended + driver.users).toBe(2_000)
  })

  test('that a worker is more than a second behind with begin at once or are dropped', async () => {
    const { driver } = bench(rate(1_000), { thinkMs: 60_000 }, make(500))
    await vi.advanceTimersByTimeAsync(3_000)
    driver.tick(3_000)
    expect([driver.users, driver.droppedStarts]).toEqual([500, 1_500])
  })

  test('begin no more once the run stops, even those that are due', async () => {
    const { driver, environment } = bench(rate(100), { thinkMs: 10_000 }, make(500))
    environment.isStopping = true
    driver.tick(1_000)
    expect(driver.users).toBe(0)
  })
})

describe('rounds', () => {
  const model: z.input<typeof loadModelSchema> = {
    kind: 'concurrency',
    users: 4,
    rounds: 2,
    durationSeconds: 0,
    gatherTimeoutSeconds: 1,
  }
  /** Rounds begin as soon as this worker has finished, as if it were the only one. */
  const make = (reported: [round: number, isLate: boolean, misses?: number][]) => (options: DriverOptions) =>
    new RoundsDriver(
      {
        ...options,
        onRoundOver: ({ round, isLate, misses }) =>
          reported.push(misses === undefined ? [round, isLate] : [round, isLate, misses]),
      },
      options.model as Extract<LoadModel, { kind: 'concurrency' }>,
    )

  test('are reported as ended once, when all users are through', async () => {
    const reported: [number, boolean][] = []
    const { driver, pass, elapsedMs } = bench(model, { thinkMs: 300 }, make(reported))
    await pass(50)
    expect(reported).toEqual([[0, false]])
    driver.beginRound(1, elapsedMs())
    await pass(100)
    expect([driver.users, reported.length]).toEqual([4, 1])
    await pass(300)
    expect(reported).toEqual([
      [0, false],
      [1, false],
    ])
    driver.beginRound(2, elapsedMs())
    expect(await pass(200)).toBe(false)
    expect(await pass(200)).toBe(true)
    expect(reported).toHaveLength(2)
  })

  test('are over when the time to gather has passed and somebody is free; a busy user skips the next one', async () => {
    const reported: [number, boolean][] = []
    const { driver, pass, elapsedMs, lines } = bench(
      { ...model, rounds: 3 },
      { thinkMs: 1_500 },
      make(reported),
    )
    driver.changeLoad(loadAtOnce(3))
    await pass(20)
    driver.beginRound(1, elapsedMs())
    // The fourth user starts in the middle of the round.
    driver.changeLoad(null)
    await pass(1_100)
    expect(reported).toEqual([
      [0, false],
      [1, true],
    ])
    driver.beginRound(2, elapsedMs())
    expect(driver.users).toBe(4)
    await pass(600)
    expect([driver.users, lines.filter(line => line === 'end').length]).toEqual([1, 3])
  })

  test('do not count while no user is free: the time to gather starts again, and all rounds are driven', async () => {
    const reported: [number, boolean, number?][] = []
    const { driver, pass, elapsedMs, lines } = bench(model, { thinkMs: 2_500 }, make(reported))
    await pass(20)
    driver.beginRound(1, elapsedMs())
    await pass(2_200)
    expect(reported.slice(1)).toEqual([
      [1, true, 1],
      [1, true, 2],
    ])
    await pass(400)
    expect(reported.at(-1)).toEqual([1, false])
    driver.beginRound(2, elapsedMs(), 2)
    await pass(2_600)
    expect(lines.filter(line => line === 'end')).toHaveLength(8)
    expect(driver.rounds).toEqual({ driven: 2, skipped: 2 })
  })

  test('are begun by the worker itself when no answer arrives, and then not again when the answer comes', async () => {
    const reported: [number, boolean][] = []
    const { driver, pass, elapsedMs, lines } = bench(
      { ...model, rounds: 3 },
      { thinkMs: 100 },
      make(reported),
    )
    await pass(1_900)
    expect(driver.users).toBe(0)
    await pass(300)
    expect(lines.filter(line => line === 'end')).toHaveLength(4)
    driver.beginRound(1, elapsedMs())
    await pass(1_700)
    expect(lines.filter(line => line === 'end')).toHaveLength(4)
    driver.beginRound(2, elapsedMs())
    await pass(200)
    expect(lines.filter(line => line === 'end')).toHaveLength(8)
    expect(reported).toEqual([
      [0, false],
      [1, false],
      [2, false],
    ])
  })

  test('go on with the number that the whole run has reached', async () => {
    const reported: [number, boolean][] = []
    const { driver, pass, elapsedMs } = bench(model, { thinkMs: 10 }, make(reported))
    await pass(20)
    driver.beginRound(3, elapsedMs())
    expect(driver.users).toBe(0)
    expect(await pass(20)).toBe(true)
  })
})
