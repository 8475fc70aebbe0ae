import { expect, test } from 'vitest'
import { withinLicence } from './licensed-room.ts'

test.each([
  ['the machines have less', { maxUsers: 100, remainingUsers: 60 }, { maxUsers: 100, remainingUsers: 60 }],
  [
    'the licence has less',
    { maxUsers: 10_000, remainingUsers: 9_000 },
    { maxUsers: 5_000, remainingUsers: 4_000 },
  ],
  [
    'the licence grants more than the machines, and has less left',
    { maxUsers: 4_500, remainingUsers: 4_500 },
    { maxUsers: 4_500, remainingUsers: 4_000 },
  ],
])('%s', (_, room, expected) => {
  const licence = { total: 5_000, left: 4_000 }
  expect(withinLicence(room, licence)).toEqual({
    ...expected,
    licensedUsers: 4_000,
    licensedTotal: 5_000,
    machinesRemainingUsers: room.remainingUsers,
  })
})
