import { expect, test } from 'vitest'
import { cpuBetween, parseProcStat } from './status.ts'

test('idle and waiting time count as not busy, guest time only once', () => {
  const text = 'cpu  10 20 30 100 40 1 2 3 99 99\ncpu0 1 1 1 1\n'
  expect(parseProcStat(text)).toEqual({ busy: 66, total: 206 })
})

test('a system without /proc/stat has no reading', () => {
  expect(parseProcStat('')).toBeNull()
})

test.each([
  { before: { busy: 0, total: 0 }, after: { busy: 50, total: 100 }, cpu01: 0.5 },
  { before: { busy: 50, total: 100 }, after: { busy: 50, total: 100 }, cpu01: 0 },
  { before: { busy: 60, total: 100 }, after: { busy: 50, total: 200 }, cpu01: 0 },
])('from $before to $after the processors were busy $cpu01', ({ before, after, cpu01 }) => {
  expect(cpuBetween(before, after)).toBe(cpu01)
})
