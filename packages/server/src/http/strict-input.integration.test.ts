/** Unknown fields are refused by name in every call; a field that an update leaves out keeps what is stored. */
import { allCalls, calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer } from '../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())

let person: { token: string }
let admin: { token: string; isAdministrator: boolean }
let projectId = ''
beforeAll(async () => {
  await server.addUser('person')
  const id = await server.addUser('chief', true)
  person = { token: (await server.signIn('person')).token }
  const token = await server.services.sessions.start({
    userId: id,
    kind: 'api',
    isRemembered: true,
    from: '',
  })
  admin = { token, isAdministrator: true }
  projectId = (await server.call(calls.project.create, { name: 'Strict', code: 'STRICT' }, person)).id
})

describe('an unknown field', () => {
  // Calls that take bytes or a file are refused for those first.
  const takers = allCalls.filter(({ call }) => call.bytes === undefined && call.upload === undefined)

  test.each(takers)('of $key is refused by its name', async ({ call }) => {
    const { kind } = call.permission
    const { token } = kind === 'administrator' ? admin : person
    const response = await server.app.inject({
      method: 'POST',
      url: `${apiBase}${call.path}`,
      headers: { token, 'is-admin': String(kind === 'administrator'), 'accept-language': 'en' },
      payload: { ...(kind === 'project' ? { projectId } : {}), projectNmae: 'x' },
    })
    const { code, fields } = response.json<{ code: string; fields?: unknown[] }>()
    expect(code).toBe('BadInput')
    expect(fields).toContainEqual({
      path: ['projectNmae'],
      message: 'There is no field projectNmae; check its spelling',
    })
  })
})

describe('a field that is left out', () => {
  test('of a project stays as it is', async () => {
    const fields = {
      name: 'Full',
      code: 'FULL',
      description: 'All of it',
      type: 'large',
      size: '12',
      system: 'shop',
      managerPhone: '13800138000',
      testManager: 'Li',
      plannedStartAt: 1_000,
      plannedEndAt: 2_000,
      actualTesterCount: 3,
      requirementCode: 'R-1',
      status: 'inProgress',
    } as const
    const { id } = await server.call(calls.project.create, fields, person)
    const named = { projectId: id, name: 'Renamed', code: 'FULL' }
    expect(await server.call(calls.project.edit, named, person)).toMatchObject({ ...fields, name: 'Renamed' })
    const { manager } = await server.services.projects.get(id)
    const again = { id, name: 'Again', code: 'FULL', managerId: manager.id }
    expect(await server.call(calls.adminProject.edit, again, admin)).toMatchObject({
      ...fields,
      name: 'Again',
    })
    const emptied = { ...again, description: '', actualTesterCount: null }
    expect(await server.call(calls.adminProject.edit, emptied, admin)).toMatchObject({
      ...fields,
      name: 'Again',
      description: '',
      actualTesterCount: null,
    })
    const inverted = { ...again, plannedStartAt: 3_000 }
    expect((await server.fail(calls.adminProject.edit, inverted, admin)).code).toBe('TimeOrder')
  })

  test('of an account stays as it is', async () => {
    const profile = { realName: 'Full', email: 'a@example.com', phone: '13800138000', organisation: 'QA' }
    const made = { ...profile, account: 'full.one', password: 'kX7#mQ2p' }
    const { id } = await server.call(calls.user.create, made, admin)
    const renamed = await server.call(calls.user.edit, { id, realName: 'Renamed' }, admin)
    expect(renamed).toMatchObject({ ...profile, realName: 'Renamed' })
    const emptied = await server.call(calls.user.edit, { id, realName: 'Renamed', email: '' }, admin)
    expect(emptied).toMatchObject({ ...profile, realName: 'Renamed', email: '' })
  })
})
