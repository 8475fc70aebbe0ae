import { gzipSync } from 'node:zlib'
import { maxThreadBytes, type StoredThreads } from '@pone/contract/entities/jvm-threads.ts'
import { expect, it } from 'vitest'
import { readThreads } from './read-threads.ts'

const stored: StoredThreads = {
  version: 1,
  frames: ['shop.Pay.run'],
  stacks: [[1, 0]],
  locks: [],
  names: ['main'],
  numbers: [1],
  states: [1],
  stackOf: [0],
  lockOf: [-1],
  cpuMs: [5],
  counts: [0, 3, 0, 0, 0, 0],
  deadlocked: [],
}
const read = (value: unknown) => readThreads(gzipSync(JSON.stringify(value)))

it('counts all threads, also those that are not listed', async () => {
  expect(await read(stored)).toMatchObject({ counts: { RUNNABLE: 3, BLOCKED: 0 }, omitted: 2, deadlocked: 0 })
})

it.each([
  ['counts fewer threads than it lists', { ...stored, counts: [0, 0, 0, 0, 0, 0] }],
  ['has columns of different lengths', { ...stored, numbers: [] }],
  ['names a stack that it does not have', { ...stored, stackOf: [1] }],
  ['is no thread dump', { version: 1 }],
])('is none when it %s', async (_, value) => {
  expect(await read(value)).toBeNull()
})

it('is none when it is damaged, or larger than any dump', async () => {
  expect(await readThreads(Buffer.from('no gzip'))).toBeNull()
  expect(await readThreads(gzipSync(Buffer.alloc(maxThreadBytes + 1)))).toBeNull()
})
