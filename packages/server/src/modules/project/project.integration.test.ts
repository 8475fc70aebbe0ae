import { calls } from '@pone/contract/calls/registry.ts'
import { builtInRoles, defaultRoleFunctions } from '@pone/contract/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())
const { adminProject, project, projectTemplate } = calls

let admin: { token: string; isAdministrator: boolean }
let userId = ''
let user: { token: string }
beforeAll(async () => {
  await server.addUser('chief', true)
  admin = { token: (await server.signIn('chief', { isAdministrator: true })).token, isAdministrator: true }
  userId = await server.addUser('worker')
  user = { token: (await server.signIn('worker')).token }
})

let count = 0
const fields = (more: object = {}) => {
  count += 1
  return { name: `项目 ${count}`, code: `P-${count}`, ...more }
}
const day = 24 * 3_600_000

describe('a new project', () => {
  test('makes its creator the manager and has the built-in roles', async () => {
    const made = await server.call(project.create, fields({ name: '压测' }), user)
    expect(made).toMatchObject({
      name: '压测',
      type: 'test',
      status: 'notImplemented',
      isEnabled: true,
      role: 'projectManager',
      manager: { id: userId, account: 'worker' },
      memberCount: 1,
      lastRunAt: null,
    })
    const roles = await server.call(calls.role.list, { projectId: made.id }, user)
    expect(roles.map(role => role.builtIn)).toEqual([...builtInRoles])
    expect(roles.map(role => role.isFixed)).toEqual([true, false, false, false, false])
    for (const role of roles)
      expect(new Set(role.functions)).toEqual(new Set(defaultRoleFunctions[role.builtIn as 'tester']))
  })

  test('keeps every field of its form', async () => {
    const form = {
      ...fields(),
      description: '说明',
      type: 'large' as const,
      size: '100 人月',
      system: '网银',
      managerPhone: '13800138000',
      testManager: '李四',
      testManagerPhone: '010-12345678',
      plannedStartAt: 1 * day,
      plannedEndAt: 2 * day,
      actualStartAt: 3 * day,
      actualEndAt: 3 * day,
      estimatedResources: '4 台压力机',
      actualTesterCount: 5,
      requirementCode: 'REQ-1',
      defectHandler: '王五',
      status: 'inProgress' as const,
      isEnabled: true,
      dynamicProperties: [
        {
          name: '级别',
          displayType: 'select' as const,
          options: '高;中;低',
          defaultValue: '中',
          value: '高',
        },
        { name: '上线', displayType: 'date' as const, options: '', defaultValue: '', value: '2026-12-31' },
      ],
    }
    const { id } = await server.call(project.create, form, user)
    expect(await server.call(project.get, { projectId: id }, user)).toMatchObject(form)
  })

  test('needs a code that no project has, in any case of letters', async () => {
    await server.call(project.create, fields({ code: 'Unique' }), user)
    expect(await server.fail(project.create, fields({ code: 'UNIQUE' }), user)).toMatchObject({
      code: 'ProjectCodeExists',
      fields: [{ path: ['code'] }],
    })
  })

  const wrong: [string, object, string, (string | number)[]][] = [
    ['planned dates in order', { plannedStartAt: 2, plannedEndAt: 1 }, 'TimeOrder', ['plannedEndAt']],
    ['actual dates in order', { actualStartAt: 2, actualEndAt: 1 }, 'TimeOrder', ['actualEndAt']],
    ['a code without blanks', { code: 'a b' }, 'BadInput', ['code']],
    ['a phone number that is one', { managerPhone: '12' }, 'BadInput', ['managerPhone']],
    ['a status that can be chosen', { status: 'archived' }, 'BadInput', ['status']],
    [
      'no default for a date',
      { dynamicProperties: [{ name: 'd', displayType: 'date', defaultValue: '2026-01-01' }] },
      'DatePropertyDefault',
      ['dynamicProperties', 0, 'defaultValue'],
    ],
    [
      'options for a choice',
      { dynamicProperties: [{ name: 'd', displayType: 'select', options: ' ; ' }] },
      'BadInput',
      ['dynamicProperties', 0, 'options'],
    ],
    [
      'a value out of the options',
      { dynamicProperties: [{ name: 'd', displayType: 'select', options: 'a;b', value: 'c' }] },
      'BadInput',
      ['dynamicProperties', 0, 'value'],
    ],
    [
      'a number where one is wanted',
      { dynamicProperties: [{ name: 'd', displayType: 'number', value: 'x' }] },
      'BadInput',
      ['dynamicProperties', 0, 'value'],
    ],
    [
      'every property once',
      {
        dynamicProperties: [
          { name: 'd', displayType: 'text' },
          { name: 'D', displayType: 'text' },
        ],
      },
      'NameExists',
      ['dynamicProperties', 1, 'name'],
    ],
  ]
  test.each(wrong)('needs %s', async (_, more, code, path) => {
    const failure = await server.fail(project.create, fields(more), user)
    expect([failure.code, failure.fields?.[0]?.path]).toEqual([code, path])
  })
})

describe('a project template', () => {
  const properties = [
    { name: '级别', displayType: 'select' as const, options: '高;中;低', defaultValue: '中' },
    { name: '环境', displayType: 'text' as const, options: '', defaultValue: '预发' },
    { name: '上线', displayType: 'date' as const, options: '', defaultValue: '' },
  ]

  test('fills a project with the ticked properties, at least two', async () => {
    const template = await server.call(projectTemplate.save, { id: null, name: '标准', properties }, admin)
    const from = (templateProperties: string[]) => ({
      ...fields(),
      templateId: template.id,
      templateProperties,
    })
    for (const ticked of [[], ['级别'], ['级别', '没有的']])
      expect((await server.fail(project.create, from(ticked), user)).code).toBe('TemplateNeedsTwoProperties')
    const own = { name: '备注', displayType: 'text' as const, value: '自填' }
    const chosen = { name: '级别', displayType: 'select' as const, options: '高;中;低', value: '低' }
    const made = await server.call(
      project.create,
      { ...from(['级别', '环境']), dynamicProperties: [own, chosen] },
      user,
    )
    expect(made.dynamicProperties.map(({ name, value }) => [name, value])).toEqual([
      ['级别', '低'],
      ['环境', '预发'],
      ['备注', '自填'],
    ])
  })

  test('of fewer than two properties cannot be saved, because no project could be created from it', async () => {
    for (const few of [[], properties.slice(0, 1)]) {
      const refused = await server.fail(
        projectTemplate.save,
        { id: null, name: '少', properties: few },
        admin,
      )
      expect(refused).toMatchObject({ code: 'TemplateTooSmall', fields: [{ path: ['properties'] }] })
    }
  })

  test('is saved, renamed, listed and deleted; its name is unique and its properties follow the rules', async () => {
    const made = await server.call(projectTemplate.save, { id: null, name: '甲', properties }, admin)
    await server.call(projectTemplate.save, { id: made.id, name: '乙', properties }, admin)
    expect((await server.call(projectTemplate.list, {}, user)).map(({ name }) => name)).toContain('乙')
    const twice = { id: null, name: '乙', properties }
    expect((await server.fail(projectTemplate.save, twice, admin)).code).toBe('NameExists')
    const dated = [...properties, { name: 'd', displayType: 'date' as const, defaultValue: '2026-01-01' }]
    const refused = await server.fail(
      projectTemplate.save,
      { ...twice, name: '丙', properties: dated },
      admin,
    )
    expect(refused.code).toBe('DatePropertyDefault')
    await server.call(projectTemplate.delete, { id: made.id }, admin)
    expect((await server.fail(projectTemplate.delete, { id: made.id }, admin)).code).toBe('NotFound')
  })
})

describe('an administrator', () => {
  test('creates projects for a manager, who must be a project user', async () => {
    const made = await server.call(adminProject.create, { ...fields(), managerId: userId }, admin)
    expect(made.manager.account).toBe('worker')
    const { userId: adminId } = await server.call(calls.auth.session, {}, admin)
    const refused = await server.fail(adminProject.create, { ...fields(), managerId: adminId }, admin)
    expect(refused).toMatchObject({ code: 'NotFound', params: { what: 'user' } })
    const managers = await server.call(adminProject.managers, { search: 'work' }, admin)
    expect(managers).toEqual([{ id: userId, account: 'worker', realName: 'worker name' }])
  })

  test('gives a project another manager; the former one stays as test leader', async () => {
    const made = await server.call(project.create, fields(), user)
    const nextId = await server.addUser('next-manager')
    const { code, name } = made
    await server.call(adminProject.edit, { code, name, id: made.id, managerId: nextId }, admin)
    const next = { token: (await server.signIn('next-manager')).token }
    const members = await server.call(calls.member.list, { projectId: made.id }, next)
    expect(members.rows.map(row => [row.account, row.roleBuiltIn])).toEqual([
      ['next-manager', 'projectManager'],
      ['worker', 'testLeader'],
    ])
  })

  test('archives a project that has no active runs, and brings it back as it was', async () => {
    const { id } = await server.call(project.create, fields({ status: 'inProgress' }), user)
    expect((await server.call(adminProject.archive, { id }, admin)).status).toBe('archived')
    const list = await server.call(adminProject.list, { status: 'archived' }, admin)
    expect(list.rows.map(row => row.id)).toContain(id)
    expect((await server.fail(project.edit, { projectId: id, ...fields() }, user)).code).toBe(
      'ProjectArchived',
    )
    expect((await server.call(adminProject.restore, { id }, admin)).status).toBe('inProgress')
  })

  test('deletes a project with all its data after typing its code', async () => {
    const { id, code } = await server.call(project.create, fields(), user)
    const [root] = await server.call(calls.component.tree, { projectId: id }, user)
    await server.call(calls.component.create, { projectId: id, parentId: root?.id ?? '', name: 'c' }, user)
    const refused = await server.fail(adminProject.delete, { id, confirmation: 'no' }, admin)
    expect(refused).toMatchObject({ code: 'BadInput', fields: [{ path: ['confirmation'] }] })
    await server.call(adminProject.delete, { id, confirmation: code }, admin)
    expect((await server.fail(project.get, { projectId: id }, user)).code).toBe('NotFound')
    const left = await server.database
      .selectFrom('catalogue_nodes')
      .selectAll()
      .where('project_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })

  test('finds projects by name, code, type and status', async () => {
    const found = async (query: object) =>
      (await server.call(adminProject.list, { pageSize: 50, ...query }, admin)).rows.map(row => row.code)
    await server.call(project.create, fields({ code: 'FIND-1', type: 'small', status: 'inProgress' }), user)
    expect(await found({ search: 'find-' })).toEqual(['FIND-1'])
    expect(await found({ type: 'small' })).toEqual(['FIND-1'])
    expect(await found({ search: 'FIND', status: 'notImplemented' })).toEqual([])
    expect(await found({ search: 'FIND', status: 'inProgress' })).toEqual(['FIND-1'])
  })
})

test('changes of a project are recorded with their values before and after', async () => {
  const made = await server.call(project.create, fields({ name: '旧名', code: 'AUDIT' }), user)
  await server.call(project.edit, { projectId: made.id, name: '新名', code: 'AUDIT' }, user)
  const { rows } = await server.call(
    calls.operationRecord.list,
    { action: 'project.edit', search: '旧名' },
    admin,
  )
  expect(rows).toMatchObject([
    {
      account: 'worker',
      asAdministrator: false,
      projectId: made.id,
      target: '旧名',
      before: { name: '旧名' },
      after: { name: '新名' },
      outcome: 'done',
    },
  ])
})

test('the home page of a new project shows zeros and its latest changes', async () => {
  const { id } = await server.call(project.create, fields(), user)
  const [root] = await server.call(calls.component.tree, { projectId: id }, user)
  await server.call(calls.component.create, { projectId: id, parentId: root?.id ?? '', name: '登录' }, user)
  const home = await server.call(project.home, { projectId: id }, user)
  expect(home).toMatchObject({
    components: 1,
    scenarios: 0,
    members: 1,
    runs: { total: 0, complete: 0, failed: 0, stopped: 0, active: 0 },
    requests: 0,
    slaPassedPercent: null,
    latestRuns: [],
  })
  expect(home.runsPerDay).toHaveLength(14)
  expect(home.latestChanges).toMatchObject([
    { account: 'worker', action: 'component.create', target: '登录' },
  ])
})
