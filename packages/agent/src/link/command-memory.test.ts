import { expect, test } from 'vitest'
import { createCommandMemory } from './command-memory.ts'

test('a command is new once', () => {
  const isNew = createCommandMemory()
  expect([isNew('a'), isNew('b'), isNew('a')]).toEqual([true, true, false])
})

test('memory stays bounded: the oldest ids are forgotten, recent ones are not', () => {
  const isNew = createCommandMemory()
  for (let index = 0; index <= 10_000; index += 1) isNew(String(index))
  expect(isNew('10000')).toBe(false)
  expect(isNew('0')).toBe(true)
})
