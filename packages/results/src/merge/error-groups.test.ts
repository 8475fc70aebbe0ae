import { expect, test } from 'vitest'
import { ErrorGroups } from './error-groups.ts'

const groupsOf = (count: number, errorOf: (index: number) => { code: string; message: string }) => {
  const groups = new ErrorGroups([{ index: 0, name: 'r', kind: 'request', component: 'c' }])
  for (let index = 0; index < count; index++) groups.add({ label: 0, ...errorOf(index), count: 1, at: index })
  return groups.all()
}
const total = (groups: readonly { count: number }[]) => groups.reduce((sum, { count }) => sum + count, 0)

test('thousands of messages are kept as a few hundred groups, every error counted', () => {
  const groups = groupsOf(10_000, index => ({ code: 'c', message: `m${index}` }))
  expect(groups.length).toBe(301)
  expect(groups[0]).toMatchObject({ code: 'c', message: '…', label: 'r', count: 9_700 })
})

test('thousands of codes end in one group for the rest, every error counted', () => {
  const groups = groupsOf(10_000, index => ({ code: `c${index}`, message: 'm' }))
  expect(groups.length).toBe(2_001)
  expect(groups[0]).toMatchObject({ code: '…', message: '…', label: '' })
  expect(total(groups)).toBe(10_000)
})
