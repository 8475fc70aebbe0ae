import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LoadModel, loadModelSchema, scenarioDocumentSchema } from '../scenario/scenario.ts'
import { adaptedScenario } from './adapted.ts'
import {
  loadModels,
  peak,
  plannedDurationMs,
  previewPoints,
  problemsOf,
  rampUpEndMs,
  targetAt,
} from './registry.ts'
import { withLoadOf } from './thread-groups.ts'

const seconds = (max: number) => fc.integer({ min: 0, max })
const users = fc.integer({ min: 1, max: 5_000 })
const models: fc.Arbitrary<LoadModel> = fc.oneof(
  fc.record({
    kind: fc.constant('constant' as const),
    users,
    rampUpSeconds: seconds(100),
    durationSeconds: fc.integer({ min: 100, max: 1_000 }),
    loops: fc.integer({ min: 0, max: 5 }),
  }),
  fc.record({
    kind: fc.constant('incremental' as const),
    start: fc.integer({ min: 0, max: 50 }),
    step: fc.integer({ min: 1, max: 50 }),
    intervalSeconds: fc.integer({ min: 1, max: 60 }),
    max: fc.integer({ min: 50, max: 500 }),
    holdSeconds: fc.integer({ min: 1, max: 100 }),
    rampDownSeconds: seconds(100),
  }),
  fc.record({
    kind: fc.constant('concurrency' as const),
    users,
    rounds: fc.integer({ min: 0, max: 5 }),
    durationSeconds: fc.integer({ min: 1, max: 100 }),
    gatherTimeoutSeconds: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('userDefined' as const),
    rows: fc.array(
      fc.record({
        users,
        startDelaySeconds: seconds(100),
        rampUpSeconds: seconds(50),
        holdSeconds: fc.integer({ min: 1, max: 50 }),
        rampDownSeconds: seconds(50),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
  fc
    .record({
      min: fc.integer({ min: 0, max: 50 }),
      max: fc.integer({ min: 51, max: 500 }),
      peakSeconds: fc.integer({ min: 1, max: 5 }),
      count: fc.integer({ min: 1, max: 10 }),
    })
    .map(part => ({ kind: 'surge' as const, ...part, durationSeconds: part.count * 12 })),
  fc
    .array(
      fc.record({
        name: fc.constant('shop'),
        threads: users,
        rampUpSeconds: seconds(50),
        loops: fc.integer({ min: 0, max: 5 }),
        durationSeconds: fc.integer({ min: 50, max: 200 }),
        startDelaySeconds: seconds(100),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map(groups => ({ kind: 'threadGroups' as const, groups, loadPercent: 100, durationSeconds: null })),
)

/** ∫V dt in user-seconds, by the midpoint rule. */
function integral(model: LoadModel, stepMs: number): number {
  const endMs = plannedDurationMs(model) ?? 0
  let sum = 0
  for (let at = stepMs / 2; at < endMs; at += stepMs) sum += (targetAt(model, at) * stepMs) / 1_000
  return sum
}

/** ∫V dt in user-seconds, in closed form. */
function areaOf(model: LoadModel): number {
  switch (model.kind) {
    case 'threadGroups':
      return model.groups.reduce(
        (sum, { threads, durationSeconds, rampUpSeconds }) =>
          sum + threads * (durationSeconds - rampUpSeconds / 2),
        0,
      )
    case 'constant':
      return model.users * (model.durationSeconds - model.rampUpSeconds / 2)
    case 'concurrency':
      return model.users * model.durationSeconds
    case 'surge':
      return model.min * model.durationSeconds + (model.max - model.min) * model.count * model.peakSeconds
    case 'userDefined':
      return model.rows.reduce(
        (sum, row) => sum + row.users * (row.rampUpSeconds / 2 + row.holdSeconds + row.rampDownSeconds / 2),
        0,
      )
    case 'incremental': {
      const { start, step, max, intervalSeconds, holdSeconds, rampDownSeconds } = model
      let area = max * (holdSeconds + rampDownSeconds / 2)
      for (let level = start; level < max; level += step) area += level * intervalSeconds
      return area
    }
  }
}
/** Where the model may only rise, and from where on it may only fall, ms; null where it goes up and down. */
function slopesOf(model: LoadModel): { risesUntilMs: number; fallsFromMs: number } | null {
  if (model.kind === 'constant' || model.kind === 'concurrency') {
    const endMs = model.durationSeconds * 1_000
    return { risesUntilMs: endMs - 1, fallsFromMs: endMs }
  }
  if (model.kind === 'incremental') {
    const topMs = rampUpEndMs(model) + model.holdSeconds * 1_000
    return { risesUntilMs: topMs - 1, fallsFromMs: topMs }
  }
  const [row, ...others] = model.kind === 'userDefined' ? model.rows : []
  if (row === undefined || others.length > 0) return null
  const topMs = (row.startDelaySeconds + row.rampUpSeconds) * 1_000
  return { risesUntilMs: topMs, fallsFromMs: topMs }
}
const moment = fc.double({ min: 0, max: 1, noNaN: true })

describe('every load model', () => {
  test('has the area that its fields say', () => {
    fc.assert(
      fc.property(models, model => {
        const expected = areaOf(model)
        // The midpoint rule is exact but for the cell at each jump.
        expect(Math.abs(integral(model, 20) - expected)).toBeLessThanOrEqual(1e-6 * expected + 1e-6)
      }),
      { numRuns: 60 },
    )
  })
  test('only rises where it climbs and only falls where it drains, down to 0', () => {
    fc.assert(
      fc.property(models, moment, moment, (model, a, b) => {
        const slopes = slopesOf(model)
        const endMs = plannedDurationMs(model) ?? 0
        if (slopes === null) return
        const [early, late] = a < b ? [a, b] : [b, a]
        const { risesUntilMs, fallsFromMs } = slopes
        const rise = (at01: number) => targetAt(model, at01 * risesUntilMs)
        const fall = (at01: number) => targetAt(model, fallsFromMs + at01 * (endMs - fallsFromMs))
        expect(rise(late)).toBeGreaterThanOrEqual(rise(early))
        expect(fall(late)).toBeLessThanOrEqual(fall(early))
        expect(targetAt(model, endMs)).toBe(0)
      }),
    )
  })
  test('stays between 0 and its peak, and reaches the peak', () => {
    fc.assert(
      fc.property(models, fc.double({ min: 0, max: 1, noNaN: true }), (model, at01) => {
        const endMs = plannedDurationMs(model) ?? 0
        const value = targetAt(model, at01 * endMs)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(peak(model) + 1e-6)
        const highest = Math.max(...previewPoints(model, 500).map(point => point.target))
        expect(highest).toBeGreaterThan(peak(model) * 0.99)
      }),
    )
  })
  test('is 0 before the start and after the planned end', () => {
    fc.assert(
      fc.property(models, model => {
        const endMs = plannedDurationMs(model) ?? 0
        expect(targetAt(model, -1)).toBe(0)
        expect(targetAt(model, endMs)).toBe(0)
        expect(targetAt(model, endMs + 1)).toBe(0)
      }),
    )
  })
  test('ends its ramp-up within the planned time', () => {
    fc.assert(
      fc.property(models, model => {
        expect(rampUpEndMs(model)).toBeGreaterThanOrEqual(0)
        expect(rampUpEndMs(model)).toBeLessThanOrEqual(plannedDurationMs(model) ?? 0)
      }),
    )
  })
  test('has no problems when its fields fit together', () => {
    fc.assert(
      fc.property(models, model => {
        expect(problemsOf(model)).toEqual([])
      }),
    )
  })
  test('previews in order of time, from the start to the end', () => {
    fc.assert(
      fc.property(models, model => {
        const points = previewPoints(model, 50)
        expect(points[0]?.elapsedMs).toBe(0)
        expect(points.at(-1)?.elapsedMs).toBe(plannedDurationMs(model))
        for (const [index, point] of points.entries()) {
          expect(point.elapsedMs).toBeGreaterThanOrEqual(points[index - 1]?.elapsedMs ?? 0)
        }
      }),
    )
  })
})

describe('constant', () => {
  const model = loadModelSchema.parse({
    kind: 'constant',
    users: 100,
    rampUpSeconds: 10,
    durationSeconds: 60,
  })
  test('climbs evenly and stays', () => {
    expect([0, 1_000, 5_000, 10_000, 59_999].map(at => targetAt(model, at))).toEqual([0, 10, 50, 100, 100])
    expect(integral(model, 10)).toBeCloseTo(100 * (60 - 5), 3)
  })
  test('never falls before its end', () => {
    for (let at = 0; at < 59_000; at += 137) {
      expect(targetAt(model, at + 137)).toBeGreaterThanOrEqual(targetAt(model, at))
    }
  })
  test('has no planned end when loops end it', () => {
    expect(plannedDurationMs({ ...model, loops: 5, durationSeconds: 0 } as LoadModel)).toBeNull()
  })
  test('says that it would never end', () => {
    const [problem] = problemsOf({ ...model, durationSeconds: 0 } as LoadModel)
    expect(problem).toMatchObject({ path: 'durationSeconds', code: 'endless' })
  })
  test('says that the ramp-up is longer than the run', () => {
    const [problem] = problemsOf({ ...model, durationSeconds: 5 } as LoadModel)
    expect(problem?.text.en).toBe('The ramp-up must not be longer than the duration (5 s)')
  })
})

describe('incremental', () => {
  const model = loadModelSchema.parse({
    kind: 'incremental',
    start: 10,
    step: 20,
    intervalSeconds: 5,
    max: 45,
    holdSeconds: 10,
    rampDownSeconds: 4,
  })
  test('adds a step per interval, holds the maximum and ramps down', () => {
    const at = (second: number) => targetAt(model, second * 1_000)
    expect([0, 4.9, 5, 9.9, 10, 19.9, 20, 22, 24].map(at)).toEqual([10, 10, 30, 30, 45, 45, 45, 22.5, 0])
    expect(plannedDurationMs(model)).toBe(24_000)
    expect(rampUpEndMs(model)).toBe(10_000)
    expect(integral(model, 10)).toBeCloseTo(50 + 150 + 450 + 90, 3)
  })
  test('says that the maximum is below the start', () => {
    expect(problemsOf({ ...model, max: 5 } as LoadModel)[0]).toMatchObject({ path: 'max' })
  })
})

describe('surge', () => {
  const model = loadModelSchema.parse({
    kind: 'surge',
    min: 10,
    max: 100,
    peakSeconds: 5,
    count: 3,
    durationSeconds: 60,
  })
  test('is low for T/k − p and high for p, k times', () => {
    const at = (second: number) => targetAt(model, second * 1_000)
    expect([0, 14.9, 15, 19.9, 20, 34.9, 35, 55, 59.9, 60].map(at)).toEqual([
      10, 10, 100, 100, 10, 10, 100, 100, 100, 0,
    ])
    expect(integral(model, 10)).toBeCloseTo(3 * (15 * 10 + 5 * 100), 3)
  })
  test('needs p < T/k and min < max', () => {
    const problems = problemsOf({ ...model, peakSeconds: 20, min: 100 } as LoadModel)
    expect(problems.map(problem => problem.code)).toEqual(['peakTooLong', 'maxNotAboveMin'])
    expect(problems[0]?.text.en).toContain('20 s')
  })
})

describe('user-defined', () => {
  const row = { users: 10, startDelaySeconds: 0, rampUpSeconds: 10, holdSeconds: 10, rampDownSeconds: 10 }
  const model: LoadModel = { kind: 'userDefined', rows: [row, { ...row, users: 20, startDelaySeconds: 10 }] }
  test('adds up the trapezoids of its rows', () => {
    const at = (second: number) => targetAt(model, second * 1_000)
    expect([0, 5, 10, 15, 20, 25, 30, 35, 40].map(at)).toEqual([0, 5, 10, 20, 30, 25, 20, 10, 0])
    expect(peak(model)).toBe(30)
    expect(rampUpEndMs(model)).toBe(20_000)
    expect(integral(model, 10)).toBeCloseTo(200 + 400, 3)
  })
  test('says which row has no length', () => {
    const empty = { ...row, rampUpSeconds: 0, holdSeconds: 0, rampDownSeconds: 0 }
    expect(problemsOf({ kind: 'userDefined', rows: [row, empty] })[0]).toMatchObject({
      path: 'rows.1.holdSeconds',
      params: { row: 2 },
    })
  })
})

describe('concurrency', () => {
  const model = loadModelSchema.parse({ kind: 'concurrency', users: 7, rounds: 3, durationSeconds: 0 })
  test('wants all users from the start', () => {
    expect(targetAt(model, 0)).toBe(7)
    expect(plannedDurationMs(model)).toBeNull()
  })
  test('needs rounds or a duration, and does not go with arrivals', () => {
    expect(problemsOf({ ...model, rounds: 0 } as LoadModel)[0]?.code).toBe('endless')
    expect(problemsOf(model, 'arrivals')[0]?.code).toBe('noArrivals')
  })
})

describe('as the components say', () => {
  const group = {
    name: 'shop',
    threads: 10,
    rampUpSeconds: 10,
    loops: 0,
    durationSeconds: 30,
    startDelaySeconds: 0,
  }
  const model = (...groups: (typeof group)[]) => loadModelSchema.parse({ kind: 'threadGroups', groups })

  test('adds up the thread groups, each from the end of its start delay on', () => {
    const two = model(group, { ...group, name: 'list', threads: 4, rampUpSeconds: 0, startDelaySeconds: 20 })
    const at = (second: number) => targetAt(two, second * 1_000)
    expect([0, 5, 10, 19.9, 20, 29.9, 30, 49.9, 50].map(at)).toEqual([0, 5, 10, 10, 14, 14, 4, 4, 0])
    expect([peak(two), plannedDurationMs(two), rampUpEndMs(two)]).toEqual([14, 50_000, 20_000])
  })
  test('has no planned end when loops end a group', () => {
    const looping = model(group, { ...group, loops: 3, durationSeconds: 0 })
    expect([plannedDurationMs(looping), problemsOf(looping)]).toEqual([null, []])
  })
  test('refuses a group that loops forever without a duration, and names it', () => {
    const [problem] = problemsOf(model(group, { ...group, name: 'endless', durationSeconds: 0 }))
    expect(problem).toMatchObject({ path: 'groups.1.durationSeconds', code: 'endless' })
    expect(problem?.text.en).toContain('“endless” loops forever and has no duration')
  })
  test('does not go with arrivals', () => {
    expect(problemsOf(model(group), 'arrivals')[0]?.code).toBe('noArrivals')
  })
  test('takes a task’s percentage and length when the groups are known', () => {
    const plain = scenarioDocumentSchema.parse({ loadModel: { kind: 'threadGroups' } })
    const task = adaptedScenario(plain, { clusterId: null, loadPercent: 50, durationSeconds: 20 })
    const { loadModel } = withLoadOf(task, [{ ...group, startDelaySeconds: 5 }])
    expect([peak(loadModel), plannedDurationMs(loadModel), problemsOf(loadModel)]).toEqual([5, 20_000, []])
  })
})

test('every model kind is registered with texts in both languages', () => {
  for (const definition of Object.values(loadModels)) {
    expect(definition.title.zh && definition.title.en && definition.description.zh).toBeTruthy()
  }
})
