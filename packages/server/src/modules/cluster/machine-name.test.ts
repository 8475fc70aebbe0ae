import { maxNameLength } from '@pone/schema/limits.ts'
import { expect, test } from 'vitest'
import { nameCandidates, randomName } from './machine-name.ts'

test('a machine is called what it calls itself, or else with a number behind', () => {
  expect(nameCandidates(' host ').slice(0, 3)).toEqual(['host', 'host-2', 'host-3'])
})

test.each(['', 'x'.repeat(200), '压'.repeat(64)])('no name made of "%s" is empty or too long', wanted => {
  for (const name of [...nameCandidates(wanted), randomName(wanted)]) {
    expect(name.length).toBeGreaterThan(0)
    expect(name.length).toBeLessThanOrEqual(maxNameLength)
  }
})
