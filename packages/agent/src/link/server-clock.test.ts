import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServerClock } from './server-clock.ts'

/** A server whose clock is `aheadMs` before this machine's; `ask` simulates a probe with these transfer times. */
function clockOf(aheadMs: number) {
  let monotonic = 5_000
  let wall = 1_700_000_000_000
  const clock = new ServerClock(
    () => monotonic,
    () => wall,
  )
  const pass = (ms: number) => {
    monotonic += ms
    wall += ms
  }
  const ask = (thereMs: number, backMs: number) => {
    const sentAt = monotonic
    pass(thereMs)
    const serverTime = wall + aheadMs
    pass(backMs)
    clock.add({ sentAt, receivedAt: monotonic, serverTime })
  }
  return {
    clock,
    ask,
    pass,
    setWall: (ms: number) => {
      wall += ms
    },
    now: () => wall,
    errorMs: () => Math.abs(clock.toServer(wall) - (wall + aheadMs)),
  }
}

test('before the first answer the clocks are taken to be the same', () => {
  const { clock } = clockOf(7_000)
  expect(clock.toLocal(123)).toBe(123)
  expect(clock.toServer(123)).toBe(123)
  expect(clock.roundTripMs).toBeNull()
})

test('the quickest answer counts, however many slow ones come after it', () => {
  const { clock, ask, errorMs } = clockOf(-3_600_000)
  ask(30, 200)
  expect(errorMs()).toBe(85)
  ask(30, 31)
  expect(errorMs()).toBe(0.5)
  ask(30, 900)
  expect(errorMs()).toBe(0.5)
  expect(clock.roundTripMs).toBe(61)
})

test('an old answer gives way to what is known now', () => {
  const { ask, pass, clock } = clockOf(100)
  ask(1, 1)
  pass(61_000)
  ask(20, 20)
  expect(clock.roundTripMs).toBe(40)
})

test('a step of this machine’s own clock does not move the start', () => {
  const { clock, ask, setWall, now } = clockOf(50)
  ask(5, 5)
  const startAt = now() + 50 + 1_000
  setWall(-30_000)
  expect(clock.toLocal(startAt) - now()).toBe(1_000)
})

test('with 30 ms of delay and any jitter of up to 60 ms the error stays below half of the least jitter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: -1e9, max: 1e9 }),
      (jitters, aheadMs) => {
        const { ask, errorMs } = clockOf(aheadMs)
        for (const [there, back] of jitters) ask(30 + there, 30 + back)
        const least = Math.min(...jitters.map(([there, back]) => there + back))
        return errorMs() <= least / 2 + 1e-6
      },
    ),
  )
})
