import { expect, test } from 'vitest'
import { Suspects } from './suspects.ts'

/** Plays a collector in which one section ends the process whenever it is collected, and all others end well. Returns the number of deaths until it was found. */
function deathsUntilFound(sections: readonly string[], culprit: string): number {
  const suspects = new Suspects()
  let now = 0
  for (let deaths = 0; deaths < 100; ) {
    now += 5_000
    suspects.trials(now)
    const collected = sections.filter(key => !suspects.isAside(key))
    if (!collected.includes(culprit)) {
      for (const key of collected) suspects.ended(key, now)
      continue
    }
    deaths += 1
    const aside = suspects.died(new Set(collected), now)
    if (aside.length > 0) {
      expect(aside).toEqual([{ key: culprit, pauseMs: 60_000 }])
      return deaths
    }
  }
  throw new Error('in vain')
}

test('a section that is alone when the process ends is set aside at the second time', () => {
  expect(deathsUntilFound(['bad'], 'bad')).toBe(2)
})

test.each([2, 3, 8, 50, 1_000])('the one of %i that ends the process is found by halves', count => {
  const sections = Array.from({ length: count }, (_, index) => `section ${index}`)
  for (const culprit of [sections[0], sections[count >> 1], sections.at(-1)])
    expect(deathsUntilFound(sections, culprit ?? '')).toBeLessThanOrEqual(3 + Math.ceil(Math.log2(count)))
})

test('sections that were only there are collected again', () => {
  const suspects = new Suspects()
  suspects.died(new Set(['slow', 'bad']), 0)
  suspects.ended('slow', 1_000)
  expect(suspects.died(new Set(['slow', 'bad']), 2_000)).toEqual([])
  expect([suspects.isAside('slow'), suspects.isAside('bad')]).toEqual([false, true])
})

test('the pause doubles up to an hour, and a section that was changed begins anew', () => {
  const suspects = new Suspects()
  const pauses: number[] = []
  let now = 0
  while (pauses.length < 9) {
    const [aside] = suspects.died(new Set(['bad']), now)
    if (aside !== undefined) {
      pauses.push(aside.pauseMs)
      expect(suspects.trials(now + aside.pauseMs - 1)).toEqual([])
      now += aside.pauseMs
      expect(suspects.trials(now)).toEqual(['bad'])
    }
  }
  expect(pauses.map(ms => ms / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  suspects.died(new Set(['bad']), now)
  suspects.forget('bad')
  expect(suspects.isAside('bad')).toBe(false)
})

test('a trial that never ends holds up the others for a minute only', () => {
  const suspects = new Suspects()
  for (const at of [0, 1_000]) suspects.died(new Set(['a', 'b']), at)
  expect(suspects.trials(2_000)).toHaveLength(1)
  expect(suspects.trials(61_000)).toEqual([])
  expect(suspects.trials(62_001)).toHaveLength(1)
})
