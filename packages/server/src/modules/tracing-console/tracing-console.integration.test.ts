/** The tracing console of a project by its calls: what is refused, who may set it, and what another project sees. */
import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let as: As
let projectId = ''
const save = (address: string, who = as) =>
  server.call(calls.tracingConsole.save, { projectId, address }, who)
const get = (who = as) => server.call(calls.tracingConsole.get, { projectId }, who)

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
})
afterAll(() => server.close())

it('is set, changed and removed, and says who did it', async () => {
  expect(await get()).toBeNull()
  expect(await save(' https://sw.example.com/general?x=1 ')).toMatchObject({
    address: 'https://sw.example.com/general?x=1',
    updatedBy: 'manager',
  })
  expect((await save('http://10.0.0.7:8080/'))?.address).toBe('http://10.0.0.7:8080/')
  expect(await get()).toMatchObject({ address: 'http://10.0.0.7:8080/' })
  expect(await save('')).toBeNull()
  expect(await get()).toBeNull()
})

it.each(['sw.example.com', 'javascript:alert(1)', 'file:///etc/passwd', 'https://me:word@sw.example.com'])(
  'refuses %s',
  async address => {
    const refused = await server.fail(calls.tracingConsole.save, { projectId, address }, as)
    expect(refused).toMatchObject({ code: 'BadInput' })
  },
)

const saveTrace = (traceAddress: string, address = '') =>
  server.ask(calls.tracingConsole.save, { projectId, address, traceAddress }, as)

it('takes the address of one trace, which stays while only the other one is changed', async () => {
  await save('')
  const traceAddress = 'https://jaeger.example.com/trace/{traceId}?ui=1'
  expect((await saveTrace(traceAddress)).data).toMatchObject({ address: '', traceAddress })
  expect(await save('https://sw.example.com/')).toMatchObject({ traceAddress })
  expect((await saveTrace('')).data).toBeNull()
})

it.each([
  'https://jaeger.example.com/trace/',
  'https://{traceId}.example.com/',
  'https://{traceId}@example.com/{traceId}',
  'javascript:alert({traceId})',
])('refuses %s as the address of a trace', async address => {
  expect((await saveTrace(address)).failure).toMatchObject({ code: 'BadInput' })
})

it('is set by who may edit the project, and does not exist for others', async () => {
  await save('https://sw.example.com')
  const role = { projectId, name: 'Viewer', functions: ['project.view' as const] }
  const { id: roleId } = await server.call(calls.role.create, role, as)
  const userId = await server.addUser('viewer')
  await server.call(calls.member.add, { projectId, userIds: [userId], roleId }, as)
  const viewer = { token: (await server.signIn('viewer')).token }
  expect(await get(viewer)).toMatchObject({ address: 'https://sw.example.com' })
  const order = { projectId, address: 'https://other.example.com' }
  expect(await server.fail(calls.tracingConsole.save, order, viewer)).toMatchObject({ code: 'Forbidden' })
  await server.addUser('stranger')
  const stranger = { token: (await server.signIn('stranger')).token }
  expect(await server.fail(calls.tracingConsole.get, { projectId }, stranger)).toMatchObject({
    code: 'NotFound',
  })
})
