import { calls } from '@pone/contract/calls/registry.ts'
import type { BuiltInRole, ProjectFunction } from '@pone/contract/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())
const { member, role } = calls

let projectId = ''
let managerId = ''
let manager: { token: string }
let roles: Awaited<ReturnType<typeof server.call<typeof role.list>>>
beforeAll(async () => {
  managerId = await server.addUser('manager')
  manager = { token: (await server.signIn('manager')).token }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, manager)).id
  roles = await server.call(role.list, { projectId }, manager)
})
const roleId = (builtIn: BuiltInRole) => roles.find(each => each.builtIn === builtIn)?.id ?? ''
const join = async (account: string, builtIn: BuiltInRole) => {
  const userId = await server.addUser(account)
  await server.call(member.add, { projectId, userIds: [userId], roleId: roleId(builtIn) }, manager)
  return { userId, as: { token: (await server.signIn(account)).token } }
}

describe('members', () => {
  test('are found among the accounts, added, given another role, and removed', async () => {
    const userId = await server.addUser('candidate')
    const found = await server.call(member.candidates, { projectId, search: 'candi' }, manager)
    expect(found).toEqual([{ id: userId, account: 'candidate', realName: 'candidate name' }])
    await server.call(member.add, { projectId, userIds: [userId], roleId: roleId('tester') }, manager)
    expect(await server.call(member.candidates, { projectId, search: 'candi' }, manager)).toEqual([])
    const again = { projectId, userIds: [userId], roleId: roleId('tester') }
    expect((await server.fail(member.add, again, manager)).code).toBe('MemberExists')
    await server.call(member.setRole, { projectId, userId, roleId: roleId('testLeader') }, manager)
    const list = await server.call(member.list, { projectId, search: 'candidate' }, manager)
    expect(list).toMatchObject({ total: 1, rows: [{ account: 'candidate', roleBuiltIn: 'testLeader' }] })
    await server.call(member.remove, { projectId, userIds: [userId] }, manager)
    expect((await server.fail(member.remove, { projectId, userIds: [userId] }, manager)).code).toBe(
      'NotFound',
    )
  })

  test('are looked for with two letters at least', async () => {
    const failure = await server.fail(member.candidates, { projectId, search: 'c' }, manager)
    expect([failure.code, failure.fields?.[0]?.path]).toEqual(['BadInput', ['search']])
  })

  test('cannot be administrators', async () => {
    const userIds = [await server.addUser('chief', true)]
    const failure = await server.fail(member.add, { projectId, userIds, roleId: roleId('tester') }, manager)
    expect(failure).toMatchObject({ code: 'NotFound', params: { what: 'user' } })
  })

  test('do not include a second project manager, and the one there is stays', async () => {
    const { userId } = await join('hopeful', 'tester')
    const attempts = [
      server.fail(member.remove, { projectId, userIds: [managerId] }, manager),
      server.fail(member.setRole, { projectId, userId: managerId, roleId: roleId('tester') }, manager),
      server.fail(member.setRole, { projectId, userId, roleId: roleId('projectManager') }, manager),
      server.fail(
        member.add,
        { projectId, userIds: [await server.addUser('second')], roleId: roleId('projectManager') },
        manager,
      ),
    ]
    for (const failure of await Promise.all(attempts)) expect(failure.code).toBe('ProjectManagerFixed')
  })

  test('cannot be given functions that the giver lacks', async () => {
    const leader = await join('leader', 'testLeader')
    const { userId } = await join('climber', 'tester')
    const functions: ProjectFunction[] = ['role.edit']
    const power = await server.call(role.create, { projectId, name: 'Power', functions }, manager)
    const raise = { projectId, userId, roleId: power.id }
    expect((await server.fail(member.setRole, raise, leader.as)).code).toBe('Forbidden')
    await server.call(member.setRole, raise, manager)
    const remove = { projectId, userIds: [userId] }
    expect((await server.fail(member.remove, remove, leader.as)).code).toBe('Forbidden')
    await server.call(member.setRole, { ...raise, roleId: roleId('tester') }, manager)
    await server.call(member.remove, remove, leader.as)
  })
})

describe('roles', () => {
  test('can be made, edited and deleted; a change counts from the next call on', async () => {
    const made = await server.call(
      role.create,
      { projectId, name: '观察员', functions: ['project.view'] },
      manager,
    )
    expect(made).toMatchObject({ builtIn: null, isFixed: false, memberCount: 0, functions: ['project.view'] })
    const { userId, as } = await join('watcher', 'tester')
    await server.call(member.setRole, { projectId, userId, roleId: made.id }, manager)
    expect((await server.fail(calls.run.list, { projectId }, as)).code).toBe('Forbidden')
    const edited = {
      projectId,
      id: made.id,
      name: '观察员',
      functions: ['run.view', 'project.view'] as ProjectFunction[],
    }
    await server.call(role.edit, edited, manager)
    expect((await server.call(calls.run.list, { projectId }, as)).total).toBe(0)
    expect(await server.fail(role.delete, { projectId, id: made.id }, manager)).toMatchObject({
      code: 'RoleInUse',
      params: { name: '观察员', count: 1 },
    })
    await server.call(member.remove, { projectId, userIds: [userId] }, manager)
    await server.call(role.delete, { projectId, id: made.id }, manager)
  })

  test('hold what their functions imply, also those that an earlier version stored without it', async () => {
    const form = { projectId, name: '设计', functions: ['scenario.edit'] as ProjectFunction[] }
    const made = await server.call(role.create, form, manager)
    const wanted = ['project.view', 'component.view', 'scenario.view', 'scenario.edit']
    expect(made.functions).toEqual(wanted)
    const { userId, as } = await join('designer', 'tester')
    await server.call(member.setRole, { projectId, userId, roleId: made.id }, manager)
    await server.database
      .updateTable('project_roles')
      .set({ functions: JSON.stringify(['scenario.edit']) })
      .where('id', '=', made.id)
      .execute()
    expect((await server.call(calls.project.get, { projectId }, as)).functions).toEqual(wanted)
    expect(await server.call(calls.component.tree, { projectId }, as)).toHaveLength(1)
    expect((await server.fail(calls.run.list, { projectId }, as)).code).toBe('Forbidden')
  })

  test('of the project manager are fixed', async () => {
    const id = roleId('projectManager')
    const edit = { projectId, id, name: 'Boss', functions: [] }
    expect((await server.fail(role.edit, edit, manager)).code).toBe('RoleFixed')
    expect((await server.fail(role.delete, { projectId, id }, manager)).code).toBe('RoleFixed')
  })

  test('need a name of their own, the built-in ones’ names in both languages included', async () => {
    await server.call(role.create, { projectId, name: 'Guest', functions: [] }, manager)
    for (const name of ['guest', '测试人员', 'Test leader']) {
      const failure = await server.fail(role.create, { projectId, name, functions: [] }, manager)
      expect(failure).toMatchObject({ code: 'NameExists', params: { name } })
    }
  })

  test('that are built in can be edited, and become custom ones by a new name', async () => {
    const id = roleId('developmentEngineer')
    const kept = {
      projectId,
      id,
      name: 'Development engineer',
      functions: ['project.view'] as ProjectFunction[],
    }
    expect(await server.call(role.edit, kept, manager)).toMatchObject({ builtIn: 'developmentEngineer' })
    const renamed = await server.call(role.edit, { ...kept, name: '外包' }, manager)
    expect(renamed).toMatchObject({ builtIn: null, name: '外包', functions: ['project.view'] })
  })

  test('cannot be given functions by someone who lacks them', async () => {
    const functions: ProjectFunction[] = ['role.edit', 'member.view', 'project.view']
    const clerkRole = await server.call(role.create, { projectId, name: 'Clerk', functions }, manager)
    const { userId, as } = await join('clerk', 'tester')
    await server.call(member.setRole, { projectId, userId, roleId: clerkRole.id }, manager)
    const grab: ProjectFunction[] = [...functions, 'run.delete']
    const edit = { projectId, id: clerkRole.id, name: 'Clerk', functions: grab }
    expect((await server.fail(role.edit, edit, as)).code).toBe('Forbidden')
    expect((await server.fail(role.create, { projectId, name: 'X', functions: grab }, as)).code).toBe(
      'Forbidden',
    )
  })
})
