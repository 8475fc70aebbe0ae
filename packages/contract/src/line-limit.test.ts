import { expect, test } from 'vitest'
import { LineLimit } from './line-limit.ts'

test('a repeated text is written ten times in ten seconds, and then counted', () => {
  const limit = new LineLimit()
  const written = Array.from({ length: 12_345 }, (_, index) => limit.admits(`run ${index} failed`, index / 2))
  expect(written.filter(Boolean)).toHaveLength(10)
  expect(limit.summaries(9_999)).toEqual([])
  expect(limit.summaries(10_000)).toEqual(['repeated 12,345 times in 10 s: run 0 failed'])
  expect(limit.admits('run 1 failed', 10_001)).toBe(true)
})

test('a text that occurs a few times is not summed up', () => {
  const limit = new LineLimit()
  for (let at = 0; at < 10; at += 1) expect(limit.admits('once more', at)).toBe(true)
  expect(limit.summaries(10_000)).toEqual([])
})

test('texts that a peer chooses are bounded too', () => {
  const limit = new LineLimit()
  const name = (index: number) => String.fromCodePoint(0x4e00 + index)
  const written = Array.from({ length: 5_000 }, (_, index) => limit.admits(`agent ${name(index)}`, 0))
  expect(written.filter(Boolean)).toHaveLength(300)
  expect(limit.summaries(10_000)).toEqual(['4,700 other lines in 10 s were left out'])
})
