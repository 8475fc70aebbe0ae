import { expect, test } from 'vitest'
import { type Candidates, collectorOf, type MonitorToAssign } from './collector-choice.ts'

const agent = (id: string) => ({ id, name: id, host: `${id}.test`, address: '' })
const candidates = (given: Partial<Candidates> = {}): Candidates => ({
  agents: [agent('a'), agent('b')],
  isLost: () => false,
  isSteady: () => true,
  load: new Map([['a', 3]]),
  ...given,
})
const monitor = (given: Partial<MonitorToAssign> = {}): MonitorToAssign => ({
  monitorId: 'm',
  chosenId: null,
  currentId: null,
  isBound: false,
  host: '',
  ...given,
})

test.each([
  ['the agent with the fewest monitors', monitor(), candidates(), 'b'],
  ['the agent on the host of the target', monitor({ host: 'A.test' }), candidates(), 'a'],
  ['the chosen agent', monitor({ chosenId: 'a' }), candidates(), 'a'],
  ['another one while the chosen one is away', monitor({ chosenId: 'c' }), candidates(), 'b'],
  ['nobody else on a bound type', monitor({ chosenId: 'c', isBound: true }), candidates(), null],
  ['who collects already', monitor({ currentId: 'a' }), candidates(), 'a'],
  ['who is away for a moment', monitor({ currentId: 'c' }), candidates(), 'c'],
  ['the next one after a loss', monitor({ currentId: 'c' }), candidates({ isLost: id => id === 'c' }), 'b'],
  [
    'a lost one where nobody else is there',
    monitor({ currentId: 'c' }),
    candidates({ isLost: id => id === 'c', agents: [] }),
    'c',
  ],
  [
    'a lost one of a bound type',
    monitor({ currentId: 'c', isBound: true }),
    candidates({ isLost: id => id === 'c' }),
    'c',
  ],
  ['the chosen one when it is back', monitor({ chosenId: 'a', currentId: 'b' }), candidates(), 'a'],
  [
    'the deputy until the chosen one is steady',
    monitor({ chosenId: 'a', currentId: 'b' }),
    candidates({ isSteady: () => false }),
    'b',
  ],
])('%s', (_, toAssign, given, expected) => {
  expect(collectorOf(toAssign, given)).toBe(expected)
})
