import { expect, test } from 'vitest'
import { AgentHomes } from './agent-homes.ts'

test('the server with the latest line of an agent is its home, in whatever order servers report', () => {
  const homes = new AgentHomes()
  homes.arrive('agent', 'new', 20)
  homes.arrive('agent', 'old', 10)
  expect(homes.of('agent')).toBe('new')
})

test('an agent is offline when its last line is gone', () => {
  const homes = new AgentHomes()
  homes.arrive('agent', 'one', 10)
  homes.arrive('agent', 'two', 20)
  expect(homes.depart('agent', 'two')).toBe(false)
  expect(homes.of('agent')).toBe('one')
  expect(homes.depart('agent', 'two')).toBe(false)
  expect(homes.depart('agent', 'one')).toBe(true)
  expect(homes.has('agent')).toBe(false)
  expect(homes.depart('agent', 'one')).toBe(false)
})
