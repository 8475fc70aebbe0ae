import { causeText } from '@pone/contract/told-cause.ts'
import { expect, test } from 'vitest'
import { firstFields, hindranceOf, isHostWrong, usualInterface, wishOf } from './machine-capture-model.ts'

const chosen = { ...firstFields, agentId: 'a', interface: 'lo' }

test('fields that are left empty filter nothing', () => {
  expect(wishOf({ ...chosen, host: ' ' })).toEqual({
    agentId: 'a',
    interface: 'lo',
    host: null,
    port: null,
    protocol: 'tcp',
    seconds: 120,
    megabytes: 50,
  })
})

test.each([
  { ...chosen, agentId: '' },
  { ...chosen, interface: '' },
  { ...chosen, host: 'shop.example' },
  { ...chosen, port: 0 },
  { ...chosen, megabytes: 201 },
])('%j cannot be ordered', fields => {
  expect(wishOf(fields)).toBeNull()
})

test('only a host that is no address is marked', () => {
  expect(['', ' 10.0.0.5 ', '::1', 'shop', '10.0.0.5 or port 1'].map(isHostWrong)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
})

const machine = { hasProgram: true, right: 'own', isOwn: true, interfaces: [] } as const
test.each([
  [machine, null],
  [{ ...machine, right: 'all', isOwn: false } as const, null],
  [{ ...machine, isOwn: false }, 'other projects may use the machine too'],
  [{ ...machine, right: 'off' } as const, 'the owner of the machine does not allow'],
  [{ ...machine, hasProgram: false }, 'the machine has no tcpdump'],
])('%j is hindered by %s', (answer, cause) => {
  const told = hindranceOf({ ...answer, interfaces: [] })
  if (cause === null) expect(told).toBeNull()
  else expect(causeText(told ?? '', 'en')).toContain(cause)
})

test('all interfaces together are proposed where the machine can', () => {
  const named = (...names: string[]) => ({
    ...machine,
    interfaces: names.map(name => ({ name, addresses: [] })),
  })
  expect(usualInterface(named('lo', 'eth0', 'any'))).toBe('any')
  expect(usualInterface(named('lo', 'eth0'))).toBe('lo')
  expect(usualInterface(named())).toBe('')
})
