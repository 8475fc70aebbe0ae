import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allot, defaultMaxUsers, segment } from './capacity.ts'

const gibibyte = 1024 ** 3

test.each([
  { cores: 4, memoryBytes: 16 * gibibyte, maxUsers: 8_000 },
  { cores: 8, memoryBytes: 4 * gibibyte, maxUsers: 16_000 },
  { cores: 1, memoryBytes: 1, maxUsers: 1 },
])('$cores cores with $memoryBytes bytes may drive $maxUsers users', ({ cores, memoryBytes, maxUsers }) => {
  expect(defaultMaxUsers(cores, memoryBytes)).toBe(maxUsers)
})

test('users are shared out in proportion to what remains', () => {
  const machines = [
    { id: 'a', remainingUsers: 300 },
    { id: 'b', remainingUsers: 100 },
    { id: 'c', remainingUsers: 0 },
  ]
  expect(allot(10, machines)).toEqual([
    { id: 'a', users: 8 },
    { id: 'b', users: 2 },
  ])
})

const machinesArbitrary = fc
  .array(fc.nat(10_000), { minLength: 1, maxLength: 20 })
  .map(rooms => rooms.map((remainingUsers, index) => ({ id: String(index), remainingUsers })))

test('no user is lost, none is invented and no machine gets more than it has room for', () => {
  fc.assert(
    fc.property(machinesArbitrary, fc.double({ min: 0, max: 1, noNaN: true }), (machines, part01) => {
      const room = machines.reduce((sum, machine) => sum + machine.remainingUsers, 0)
      const users = Math.floor(room * part01)
      const allotments = allot(users, machines)
      expect(allotments.reduce((sum, each) => sum + each.users, 0)).toBe(users)
      for (const { id, users: given } of allotments) {
        expect(given).toBeGreaterThan(0)
        expect(given).toBeLessThanOrEqual(machines[Number(id)]?.remainingUsers ?? 0)
      }
    }),
  )
})

test('the shares of the machines fill the line from 0 to 1 without gap', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 20 }), users => {
      const shares = segment(users.map((each, index) => ({ id: String(index), users: each })))
      expect(shares[0]?.from01).toBe(0)
      expect(shares.at(-1)?.to01).toBe(1)
      for (const [index, share] of shares.entries()) {
        if (index > 0) expect(share.from01).toBe(shares[index - 1]?.to01)
      }
    }),
  )
})
