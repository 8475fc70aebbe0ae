import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { type As, createTestServer } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())
let as: As
beforeAll(async () => {
  await server.addUser('operator', true)
  const { token } = await server.signIn('operator', { isAdministrator: true })
  as = { token, isAdministrator: true, language: 'en' }
})

let count = 0
const host = (changes: object = {}) => {
  count += 1
  return { name: `host-${count}`, address: `10.1.0.${count}`, password: 'open-sesame', ...changes }
}

test.each(['999.1.1.1', '10.0.0', ':::1', 'a..b', 'http://a', ''])(
  'the address %j is refused at its field with what to enter',
  async address => {
    const refused = await server.fail(calls.host.create, host({ address }), as)
    expect(refused).toMatchObject({ code: 'BadInput', fields: [{ path: ['address'] }] })
  },
)

test.each(['fe80::1', 'DB.Example.com', 'load_01'])('the address %s is taken', async address => {
  const made = await server.call(calls.host.create, host({ address }), as)
  expect(made.address).toBe(address.toLowerCase())
})

test('a host is entered once per address and SSH port, whatever the writing', async () => {
  await server.call(calls.host.create, host({ name: 'first', address: '2001:db8::1', sshPort: 22 }), as)
  const twin = host({ address: '2001:DB8:0::01', sshPort: 22 })
  expect(await server.fail(calls.host.create, twin, as)).toMatchObject({
    code: 'HostExists',
    params: { host: 'first', address: '2001:db8::1', port: 22 },
    fields: [{ path: ['address'] }],
  })
  const beside = await server.call(calls.host.create, { ...twin, sshPort: 2222 }, as)
  const moved = { ...twin, id: beside.id, sshPort: 22, password: '' }
  expect((await server.fail(calls.host.edit, moved, as)).code).toBe('HostExists')
  await server.call(calls.host.edit, { ...moved, sshPort: 2222, name: 'renamed' }, as)
})

test('a project that is named twice is assigned once, and one that does not exist is refused', async () => {
  const projectId = await insertTestProject(server.database)
  const fields = host({ projectIds: [projectId, projectId] })
  const made = await server.call(calls.host.create, fields, as)
  expect(made.projects.map(({ id }) => id)).toEqual([projectId])
  const edited = await server.call(calls.host.edit, { ...fields, id: made.id, password: '' }, as)
  expect(edited.projects).toHaveLength(1)
  const nowhere = await server.fail(calls.host.create, host({ projectIds: [randomUUID()] }), as)
  expect(nowhere.code).not.toBe('OperationFailed')
})

test('of two that are entered at the same moment one is refused', async () => {
  const [one, other] = [host({ address: '10.2.0.1' }), host({ address: '10.2.0.1' })]
  const answers = await Promise.all([one, other].map(each => server.ask(calls.host.create, each, as)))
  expect(new Set(answers.map(({ failure }) => failure?.code))).toEqual(new Set(['HostExists', undefined]))
})

test('machines that are not reached by SSH may share an address', async () => {
  const address = '10.3.0.1'
  for (const name of ['container-a', 'container-b'])
    await server.call(calls.host.create, { name, address, hasSsh: false }, as)
})

test('hosts of earlier versions at one place can still be edited', async () => {
  const [one, other] = [host(), host()]
  await server.call(calls.host.create, one, as)
  const { id } = await server.call(calls.host.create, other, as)
  await server.database.updateTable('hosts').set({ address: one.address }).where('id', '=', id).execute()
  const renamed = { ...other, id, address: one.address, name: 'still there' }
  expect((await server.call(calls.host.edit, renamed, as)).name).toBe('still there')
})

test.each([
  [{ password: '' }, 'password'],
  [{ auth: 'key' as const, password: '', privateKey: ' ' }, 'privateKey'],
  [{ sshUser: '' }, 'sshUser'],
])('a host that nobody could sign in to is refused: %o', async (changes, field) => {
  const refused = await server.fail(calls.host.create, host(changes), as)
  expect(refused).toMatchObject({ code: 'BadInput', fields: [{ path: [field] }] })
})

test('an empty password keeps the stored one, and cannot stand for a key', async () => {
  const fields = host()
  const { id } = await server.call(calls.host.create, fields, as)
  const kept = await server.call(calls.host.edit, { ...fields, id, password: '' }, as)
  expect(kept.hasCredential).toBe(true)
  const changed = { ...fields, id, auth: 'key' as const, password: '' }
  expect((await server.fail(calls.host.edit, changed, as)).code).toBe('BadInput')
})
