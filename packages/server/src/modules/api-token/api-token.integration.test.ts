import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { maxApiTokensPerUser } from '@pone/schema/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())
const { apiToken, projectApiToken, adminApiToken, project, component, operationRecord } = calls

let person: { token: string }
let admin: { token: string; isAdministrator: boolean }
let projectId = ''
beforeAll(async () => {
  await server.addUser('maker')
  await server.addUser('chief', true)
  person = { token: (await server.signIn('maker')).token }
  admin = { token: (await server.signIn('chief', { isAdministrator: true })).token, isAdministrator: true }
  projectId = (await server.call(project.create, { name: 'Shop', code: 'SHOP' }, person)).id
})

const make = (name: string, functions: ProjectFunction[], expiresInDays = 7) =>
  server.call(apiToken.create, { projectId, name, functions, expiresInDays }, person)

test('a token is shown once, stored as a hash, and works without signing its person out', async () => {
  const { token, ...made } = await make('pipeline', ['component.edit'])
  expect(token).toMatch(/^pone_[\w-]{43}$/)
  expect(made).toMatchObject({ name: 'pipeline', account: 'maker', projectName: 'Shop', lastUsedAt: null })
  expect(await server.call(apiToken.mine, {}, person)).toEqual([made])
  const rows = await server.database.selectFrom('api_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const [root] = await server.call(component.tree, { projectId }, { token })
  const folder = { projectId, parentId: root?.id ?? '', name: 'By pipeline' }
  await server.call(component.createFolder, folder, { token, from: '203.0.113.4' })
  expect(await server.call(apiToken.mine, {}, person)).toMatchObject([{ lastUsedFrom: '127.0.0.1' }])
  expect((await server.call(calls.auth.session, {}, person)).account).toBe('maker')
})

test('what is done with it is recorded under its name', async () => {
  const { rows } = await server.call(operationRecord.list, { search: 'By pipeline' }, admin)
  expect(rows).toMatchObject([{ account: 'maker', apiToken: 'pipeline', action: 'component.createFolder' }])
  const own = await server.call(operationRecord.list, { action: 'apiToken.create' }, admin)
  expect(own.rows).toMatchObject([{ apiToken: null, target: 'maker: pipeline' }])
  expect(JSON.stringify(own)).not.toContain('pone_')
})

test('it is taken as a bearer token too', async () => {
  const { token } = await make('bearer', ['project.view'])
  const ask = (authorization: string) =>
    server.app.inject({
      method: 'POST',
      url: `${apiBase}${project.get.path}`,
      headers: { authorization, 'content-type': 'application/json' },
      payload: { projectId },
    })
  expect((await ask(`Bearer ${token}`)).json()).toMatchObject({ status: 200, data: { name: 'Shop' } })
  const wrong = await ask(`Bearer ${token}x`)
  expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([401, 'ApiTokenUnknown'])
})

test('it shows its own project only', async () => {
  const { id } = await server.call(project.create, { name: 'Other', code: 'OTHER' }, person)
  const { token } = await make('narrow', ['project.view'])
  const { rows } = await server.call(project.mine, {}, { token })
  expect(rows.map(({ name }) => name)).toEqual(['Shop'])
  expect((await server.fail(project.get, { projectId: id }, { token })).code).toBe('NotFound')
})

test('nobody gives a token what he may not do, or too many of them', async () => {
  const id = await server.addUser('tester')
  const { token } = await server.signIn('tester')
  const roles = await server.call(calls.role.list, { projectId }, person)
  const roleId = roles.find(({ builtIn }) => builtIn === 'tester')?.id ?? ''
  await server.call(calls.member.add, { projectId, userIds: [id], roleId }, person)
  const order = { projectId, name: 'x', expiresInDays: 1 }
  const refused = await server.fail(apiToken.create, { ...order, functions: ['role.edit'] }, { token })
  expect(refused).toMatchObject({ code: 'FunctionNotHeld', params: { function: 'role.edit' } })
  const input = { ...order, functions: ['run.view' as const] }
  for (let count = 0; count < maxApiTokensPerUser; count += 1)
    await server.call(apiToken.create, input, { token })
  expect((await server.fail(apiToken.create, input, { token })).code).toBe('TooManyApiTokens')
})

test('managers of the project and administrators see and revoke it; others cannot', async () => {
  const { token, id } = await make('watched', ['project.view'])
  const listed = await server.call(projectApiToken.list, { projectId, search: 'watched' }, person)
  expect(listed.rows).toMatchObject([{ id, account: 'maker' }])
  const tester = { token: (await server.signIn('tester')).token }
  expect((await server.fail(projectApiToken.list, { projectId }, tester)).code).toBe('Forbidden')
  expect((await server.fail(apiToken.revoke, { id }, tester)).code).toBe('NotFound')
  expect((await server.call(adminApiToken.list, { search: 'watched' }, admin)).total).toBe(1)
  await server.call(adminApiToken.revoke, { id }, admin)
  expect((await server.fail(project.get, { projectId }, { token })).code).toBe('ApiTokenRevoked')
  expect(await server.fail(projectApiToken.revoke, { projectId, id }, person)).toMatchObject({
    code: 'ApiTokenAlreadyRevoked',
    params: { name: 'watched' },
  })
})

test('it ends at its time, and with its person', async () => {
  const { token } = await make('short', ['project.view'], 1)
  const made = await make('long', ['project.view'], 30)
  server.advance(24 * 3_600_000)
  expect((await server.fail(project.get, { projectId }, { token })).code).toBe('ApiTokenExpired')
  const { rows } = await server.call(
    calls.user.list,
    { search: 'maker' },
    {
      ...admin,
      token: (await server.signIn('chief', { isAdministrator: true })).token,
    },
  )
  await server.services.userRepository.update([rows[0]?.id ?? ''], { locked_by_administrator: true })
  const locked = await server.ask(project.get, { projectId }, { token: made.token })
  expect([locked.httpStatus, locked.failure?.code]).toEqual([401, 'AccountLockedByAdministrator'])
})
