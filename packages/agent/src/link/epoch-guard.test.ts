import { expect, test } from 'vitest'
import { createEpochGuard } from './epoch-guard.ts'

const stop = (runId: string, epoch?: number) => ({
  kind: 'stopRun' as const,
  id: 'c',
  runId,
  force: false,
  ...(epoch === undefined ? {} : { epoch }),
})

test('a command of a server that has lost the run is not carried out, those of its new server are', () => {
  const admits = createEpochGuard()
  expect(admits(stop('a', 1))).toBe(true)
  expect(admits(stop('a', 2))).toBe(true)
  expect(admits(stop('a', 1))).toBe(false)
  expect(admits(stop('a', 2))).toBe(true)
})

test('runs do not know of each other, and a command without an epoch is carried out', () => {
  const admits = createEpochGuard()
  expect(admits(stop('a', 5))).toBe(true)
  expect(admits(stop('b', 1))).toBe(true)
  expect(admits(stop('a'))).toBe(true)
})
