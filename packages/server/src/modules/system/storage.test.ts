import { expect, test } from 'vitest'
import { createStorageSizes, growthOf, withSize } from './storage.ts'

const day = 86_400_000

test('the first size of each day is kept, for 31 days', () => {
  const first = withSize([], { at: 5 * day, bytes: 10 })
  expect(withSize(first, { at: 5 * day + 1, bytes: 99 })).toBe(first)
  const second = withSize(first, { at: 6 * day, bytes: 12 })
  expect(second.map(({ bytes }) => bytes)).toEqual([10, 12])
  expect(withSize(second, { at: 36 * day, bytes: 70 }).map(({ bytes }) => bytes)).toEqual([12, 70])
})

test('growth is the difference to the oldest size, per day; unknown within the first day', () => {
  const sizes = [
    { at: 0, bytes: 100 },
    { at: day, bytes: 900 },
  ]
  expect(growthOf(sizes, { at: 4 * day, bytes: 300 })).toEqual({ bytesPerDay: 50, since: 0 })
  expect(growthOf(sizes, { at: day - 1, bytes: 300 })).toBeNull()
  expect(growthOf([], { at: day, bytes: 300 })).toBeNull()
})

test('sizes outlive the process, and what cannot be read counts as none', async () => {
  const stored = new Map<string, string>()
  const settings = {
    read: (name: string) => Promise.resolve(stored.get(name)),
    write: (name: string, value: string) => Promise.resolve(void stored.set(name, value)),
  }
  await createStorageSizes(settings).note({ at: 0, bytes: 100 })
  const again = createStorageSizes(settings)
  await again.note({ at: 1, bytes: 999 })
  expect(await again.growth({ at: 2 * day, bytes: 300 })).toEqual({ bytesPerDay: 100, since: 0 })
  stored.set('storageSizes', '{"older": true}')
  expect(await again.growth({ at: 2 * day, bytes: 300 })).toBeNull()
})
