import { expect, test } from 'vitest'
import { FrameCredit } from './frame-credit.ts'

const spendAll = (credit: FrameCredit, most: number): number => {
  for (let count = 0; count < most; count++) {
    try {
      credit.spend()
    } catch {
      return count
    }
  }
  return most
}

test('a second has 10,000 frames, and what was left does not add up', () => {
  const credit = new FrameCredit()
  credit.refill(0)
  expect(spendAll(credit, 100_000)).toBe(10_000)
  credit.refill(999)
  expect(spendAll(credit, 100_000)).toBe(0)
  for (let now = 1_000; now <= 10_000; now += 1_000) credit.refill(now)
  expect(spendAll(credit, 100_000)).toBe(10_000)
})

test('each frame that is sent allows four more, and one for 512 bytes of a body, within twice a second’s', () => {
  const credit = new FrameCredit()
  credit.refill(0)
  spendAll(credit, 100_000)
  credit.refill(500)
  credit.earn()
  expect(spendAll(credit, 100)).toBe(4)
  credit.earn(16_384)
  expect(spendAll(credit, 100)).toBe(36)
  credit.refill(1_000)
  for (let count = 0; count < 100_000; count++) credit.earn()
  expect(spendAll(credit, 100_000)).toBe(20_000)
})
