import { expect, it } from 'vitest'
import type { BatchContent } from './batch-content.ts'
import { HeldValues } from './held-values.ts'

/** A clock that moves when told, a list of what was handed on with its instant, and the journal's entries. */
function harness(maxBytes?: number) {
  let now = 0
  let timer: { at: number; call: () => void } | undefined
  const spooled: { at: number; content: BatchContent }[] = []
  const journal: BatchContent[] = []
  let released = 0
  const held = new HeldValues({
    handOn: content => {
      spooled.push({ at: now, content })
      return Promise.resolve()
    },
    journal: {
      append: content => journal.push(content),
      release: entry => {
        released = entry
      },
    },
    ...(maxBytes === undefined ? {} : { maxBytes }),
    clock: {
      now: () => now,
      elapsed: () => now,
      after: (ms, call) => {
        const own = { at: now + ms, call }
        timer = own
        return () => {
          if (timer === own) timer = undefined
        }
      },
    },
  })
  return {
    held,
    journal,
    released: () => released,
    spooled: (monitorId: string) =>
      spooled.flatMap(({ at, content }) => {
        const slots = content.rows.filter(row => row.monitorId === monitorId).map(row => row.slot)
        return slots.length === 0 ? [] : [{ at, slots }]
      }),
    states: () => spooled.flatMap(({ at, content }) => content.states.map(({ slot }) => ({ at, slot }))),
    /** Hands a batch over as the collection does. */
    take: (content: BatchContent) => {
      const rest = held.take(content)
      if (rest.rows.length + rest.states.length > 0) spooled.push({ at: now, content: rest })
    },
    until: (instant: number) => {
      while (timer !== undefined && timer.at <= instant) {
        const { at, call } = timer
        timer = undefined
        now = at
        call()
      }
      now = instant
    },
  }
}

const rowOf = (monitorId: string, slot: number): BatchContent['rows'][number] => ({
  monitorId,
  section: 'cpu',
  slot,
  part: 0,
  layout: 1,
  values: 'AAAAAAAA8D8=',
})
const batchOf = (rows: BatchContent['rows'], states: BatchContent['states'] = []): BatchContent => ({
  rows,
  texts: [],
  tables: [],
  states,
  gaps: [],
})

it('hands on values of a monitor at most as often as its send interval, each once and in order', () => {
  const { held, take, until, spooled } = harness()
  held.plan('a', { frequencyMs: 1_000, sendIntervalMs: 5_000 })
  held.plan('b', { frequencyMs: 1_000, sendIntervalMs: 1_000 })
  for (let slot = 0; slot <= 12_000; slot += 1_000) {
    until(slot)
    take(batchOf([rowOf('a', slot), rowOf('b', slot)]))
  }
  until(20_000)
  expect(spooled('a').flatMap(({ slots }) => slots)).toEqual(
    Array.from({ length: 13 }, (_, index) => index * 1_000),
  )
  const instants = [...new Set(spooled('a').map(({ at }) => at))]
  expect(instants).toEqual([0, 5_000, 10_000, 15_000])
  expect(spooled('b').map(({ at, slots }) => [at, slots])).toEqual(
    Array.from({ length: 13 }, (_, index) => [index * 1_000, [index * 1_000]]),
  )
})

it('hands on states at once', () => {
  const { held, take, until, states, spooled } = harness()
  held.plan('a', { frequencyMs: 1_000, sendIntervalMs: 60_000 })
  take(batchOf([rowOf('a', 0)]))
  until(1_000)
  const state = {
    monitorId: 'a',
    section: 'cpu',
    slot: 1_000,
    cause: 'refused',
    params: {},
    detail: '',
  } as const
  take(batchOf([rowOf('a', 1_000)], [state]))
  expect(states()).toEqual([{ at: 1_000, slot: 1_000 }])
  expect(spooled('a')).toEqual([{ at: 0, slots: [0] }])
})

it('hands on all of a monitor that is removed or sent more often, and all of everything when it ends', async () => {
  const { held, take, spooled } = harness()
  for (const id of ['a', 'b', 'c']) held.plan(id, { frequencyMs: 1_000, sendIntervalMs: 60_000 })
  for (const slot of [0, 1_000, 2_000]) take(batchOf(['a', 'b', 'c'].map(id => rowOf(id, slot))))
  held.remove('a')
  expect(spooled('a').flatMap(({ slots }) => slots)).toEqual([0, 1_000, 2_000])
  held.plan('b', { frequencyMs: 1_000, sendIntervalMs: 1_000 })
  expect(spooled('b').flatMap(({ slots }) => slots)).toEqual([0, 1_000, 2_000])
  expect(spooled('c').flatMap(({ slots }) => slots)).toEqual([0])
  await held.close()
  expect(spooled('c').flatMap(({ slots }) => slots)).toEqual([0, 1_000, 2_000])
})

it('keeps the journal up to the oldest value that is held', async () => {
  const { held, take, until, journal, released } = harness()
  held.plan('a', { frequencyMs: 1_000, sendIntervalMs: 3_000 })
  held.plan('b', { frequencyMs: 1_000, sendIntervalMs: 60_000 })
  take(batchOf([rowOf('a', 0), rowOf('b', 0)]))
  until(1_000)
  take(batchOf([rowOf('a', 1_000)]))
  take(batchOf([rowOf('b', 1_000)]))
  expect(journal.map(({ rows }) => rows.map(({ monitorId, slot }) => [monitorId, slot]))).toEqual([
    [['a', 1_000]],
    [['b', 1_000]],
  ])
  expect(released()).toBe(0)
  until(3_000)
  await expect.poll(released).toBe(1)
  await held.close()
  expect(released()).toBe(2)
})

it('hands on everything early when it becomes too much for memory', () => {
  const { held, take, spooled } = harness(1_000)
  held.plan('a', { frequencyMs: 1_000, sendIntervalMs: 60_000 })
  for (let slot = 0; slot < 20_000; slot += 1_000) take(batchOf([rowOf('a', slot)]))
  expect(spooled('a').flatMap(({ slots }) => slots).length).toBeGreaterThan(12)
})
