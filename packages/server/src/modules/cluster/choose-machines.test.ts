import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import { expect, test } from 'vitest'
import { chooseMachines } from './choose-machines.ts'

const machine = (id: string, facts: Partial<LoadMachine> = {}): LoadMachine => ({
  id,
  name: id,
  host: id,
  address: '',
  port: null,
  socketPort: null,
  isOnline: true,
  isInService: true,
  isRevoked: false,
  since: 1,
  system: 'Linux',
  architecture: 'x64',
  version: '0.1.0',
  cores: 1,
  memoryBytes: 1,
  cpu01: null,
  memoryUsedBytes: null,
  maxUsers: 100,
  remainingUsers: 100,
  maxScripts: 4,
  remainingScripts: 4,
  runs: [],
  releaseAt: null,
  ...facts,
})

const choose = (machines: readonly LoadMachine[], users: number, scripts = 1) => {
  try {
    return chooseMachines({ cluster: 'c', machines, users, scripts })
  } catch (cause) {
    if (cause instanceof AppError) return { code: cause.code, ...cause.params }
    throw cause
  }
}

test('users go to machines that are online, in service, not revoked, and have scripts left', () => {
  const machines = [
    machine('fine'),
    machine('offline', { isOnline: false }),
    machine('draining', { isInService: false }),
    machine('revoked', { isRevoked: true }),
    machine('full', { remainingScripts: 1 }),
  ]
  expect(choose(machines, 80, 2)).toEqual([{ id: 'fine', users: 80 }])
})

const refusals: [why: string, machines: LoadMachine[], users: number, scripts: number, refusal: object][] = [
  ['nobody is there', [machine('a', { isOnline: false })], 1, 1, { code: 'NoMachineOnline', cluster: 'c' }],
  [
    'who is there is out of service',
    [machine('a', { isInService: false }), machine('b', { isOnline: false })],
    1,
    1,
    { code: 'NoMachineInService', cluster: 'c' },
  ],
  [
    'no machine has scripts left',
    [machine('a', { remainingScripts: 1 }), machine('b', { remainingScripts: 2 })],
    1,
    5,
    { code: 'ScriptsExceeded', cluster: 'c', wanted: 5, remaining: 2, missing: 3 },
  ],
  [
    'users are wanting',
    [machine('a'), machine('b', { remainingUsers: 20 })],
    150,
    1,
    { code: 'CapacityExceeded', cluster: 'c', wanted: 150, remaining: 120, missing: 30 },
  ],
  [
    'users are there, but on machines without scripts left',
    [machine('a'), machine('b', { remainingScripts: 0 })],
    150,
    1,
    { code: 'CapacityBehindScripts', cluster: 'c', wanted: 150, remaining: 100, missing: 50, full: 1 },
  ],
]
test.each(refusals)('when %s, the refusal tells the figures', (_, machines, users, scripts, refusal) => {
  expect(choose(machines, users, scripts)).toEqual(refusal)
})

test('users who have to meet on one machine get the one with the most room', () => {
  const machines = [machine('a', { remainingUsers: 40 }), machine('b', { remainingUsers: 70 })]
  const wanted = { cluster: 'c', machines, scripts: 1, isOneMachine: true }
  expect(chooseMachines({ ...wanted, users: 60 })).toMatchObject([{ id: 'b', users: 60 }])
  expect(() => chooseMachines({ ...wanted, users: 80 })).toThrow(
    new AppError('OneMachineExceeded', { wanted: 80, cluster: 'c', remaining: 70, missing: 10 }),
  )
})
