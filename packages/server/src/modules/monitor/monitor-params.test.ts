import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { isBoundToMachine, type ParamValues } from '@pone/monitors/type.ts'
import { expect, it } from 'vitest'
import { checkParams, targetOf } from './monitor-params.ts'

const typeOf = (name: string) => {
  const type = monitorTypeOf(name)
  if (type === undefined) throw new Error(`there is no type ${name}`)
  return type
}

it('takes another access or another socket for another target, so that its password is asked for again', () => {
  const type = typeOf('postgresql')
  const target = (params: ParamValues) => targetOf(type, params)
  const socket = { access: 'socket', socket: '/run/postgresql', port: 5432 }
  expect(target({ ...socket, user: 'other', database: 'other' })).toBe(target(socket))
  expect(target({ ...socket, socket: '/run/other' })).not.toBe(target(socket))
  expect(target({ ...socket, port: 5433 })).not.toBe(target(socket))
  expect(target({ ...socket, access: 'tcp' })).not.toBe(target(socket))
  expect(target({ access: 'tcp', host: 'db' })).toBe(target({ host: 'db', port: 5432 }))
})

it.each([
  ['postgresql', { access: 'socket' }, true],
  ['postgresql', { access: 'tcp' }, false],
  ['postgresql', {}, false],
  ['docker', {}, true],
  ['docker', { access: 'socket' }, true],
  ['docker', { access: 'tcp' }, false],
  ['jvm', {}, true],
  ['nginx', { access: 'socket' }, false],
] as const)('%s with %j is bound to its machine: %s', (name, params, isBound) => {
  expect(isBoundToMachine(typeOf(name), params)).toBe(isBound)
})

it('asks for the host or the folder of the socket, as the access needs it', () => {
  const missing = (params: ParamValues) =>
    checkParams(typeOf('postgresql'), params).problems.map(({ param }) => param.key)
  expect(missing({})).toEqual(['host'])
  expect(missing({ access: 'socket' })).toEqual(['socket'])
  expect(missing({ access: 'socket', socket: '/run/postgresql' })).toEqual([])
  expect(missing({ access: 'pipe', host: 'db' })).toEqual(['access'])
})
