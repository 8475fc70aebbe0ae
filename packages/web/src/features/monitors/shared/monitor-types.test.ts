import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { expect, it } from 'vitest'
import { initialParams, isParamShown, paramsToSend, targetAddress } from './monitor-types.ts'

const type = monitorTypeOf('postgresql')

it.each([
  [{ host: 'db', port: 5432 }, 'db:5432'],
  [{ host: '::1', port: 5432 }, '[::1]:5432'],
  [{ access: 'socket', socket: '/run/postgresql', port: 5432 }, '/run/postgresql'],
  [{}, ''],
])('the target of %j is %s', (params, address) => {
  expect(targetAddress(type, params)).toBe(address)
})

it('asks for the host of a new monitor, and for the folder once its socket is chosen; only what is asked for is sent', () => {
  const asked = (values: object) =>
    type?.params.filter(param => isParamShown(param, { ...values })).map(({ key }) => key)
  const values = initialParams(type)
  expect(asked(values)).toEqual(['access', 'host', 'port', 'user', 'password', 'database', 'tls'])
  const chosen = { ...values, host: 'db', access: 'socket', socket: ' /run/postgresql ' }
  expect(asked(chosen)).toEqual(['access', 'socket', 'port', 'user', 'password', 'database'])
  expect(paramsToSend(type, chosen)).toEqual({
    access: 'socket',
    socket: '/run/postgresql',
    port: 5432,
    database: 'postgres',
  })
})
