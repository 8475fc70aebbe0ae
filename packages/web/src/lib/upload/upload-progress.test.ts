import { expect, test } from 'vitest'
import { createSpeedMeter, msLeft, notBegun, sent01 } from './upload-progress.ts'

const progress = {
  fileName: 'a',
  state: 'sending',
  sentBytes: 25,
  totalBytes: 100,
  bytesPerSecond: 5,
} as const

test('the remaining time follows from the recent speed', () => {
  expect(sent01(progress)).toBe(0.25)
  expect(msLeft(progress)).toBe(15_000)
  expect(msLeft({ ...progress, state: 'waiting' })).toBeNull()
  expect(msLeft({ ...progress, bytesPerSecond: null })).toBeNull()
  expect(msLeft({ ...progress, bytesPerSecond: 0 })).toBeNull()
})

test('the speed is that of the last ten seconds, is reported after one, and is measured again after a pause', () => {
  let at = 0
  const meter = createSpeedMeter(() => at)
  const after = (ms: number, sentBytes: number) => {
    at += ms
    return meter.measure(sentBytes)
  }
  expect(after(0, 0)).toBeNull()
  expect(after(500, 500)).toBeNull()
  expect(after(500, 1_000)).toBe(1_000)
  expect(after(100, 9_000)).toBe(1_000)
  expect(after(9_900, 12_000)).toBeCloseTo(1_100)
  meter.forget()
  expect(after(60_000, 12_000)).toBeNull()
  expect(after(2_000, 12_100)).toBe(50)
  expect(after(2_000, 12_000)).toBe(0)
})

test('a file whose upload has not started has sent nothing; an empty one is complete', () => {
  expect(notBegun(new File(['abc'], 'a.txt'))).toEqual({
    fileName: 'a.txt',
    state: 'sending',
    sentBytes: 0,
    totalBytes: 3,
    bytesPerSecond: null,
  })
  expect(sent01({ ...progress, sentBytes: 0, totalBytes: 0 })).toBe(1)
  expect(sent01({ ...progress, sentBytes: 200 })).toBe(1)
  expect(msLeft({ ...progress, bytesPerSecond: 1 })).toBe(75_000)
})

test('a sample of exactly ten seconds ago still counts, an older one does not', () => {
  let at = 0
  const meter = createSpeedMeter(() => at)
  meter.measure(0)
  at = 10_000
  expect(meter.measure(10_000)).toBe(1_000)
  at = 10_499
  expect(meter.measure(99_000)).toBe(1_000)
  at = 11_000
  expect(meter.measure(20_000)).toBe(10_000)
})
