import { calls } from '@pone/contract/calls/registry.ts'
import { defaultPasswordRule } from '@pone/contract/entities/security.ts'
import { fitsRule } from '@pone/contract/password-rule.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, testPassword } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())
const { user } = calls

let admin: { token: string; isAdministrator: boolean }
let adminId: string
beforeAll(async () => {
  adminId = await server.addUser('root-admin', true)
  const { token } = await server.signIn('root-admin', { isAdministrator: true })
  admin = { token, isAdministrator: true }
})

const form = (account: string) => ({
  account,
  password: testPassword,
  realName: `${account} 先生`,
  email: `${account}@example.com`,
  phone: '+4915112345678',
  organisation: 'QA',
})

describe('an account', () => {
  test('made by an administrator can sign in on its own page', async () => {
    const made = await server.call(user.create, form('made'), admin)
    expect(made).toMatchObject({ account: 'made', isAdministrator: false, projects: [], lockedUntil: null })
    expect((await server.signIn('made')).userId).toBe(made.id)
    const second = await server.call(user.create, { ...form('second-admin'), isAdministrator: true }, admin)
    expect(second.isAdministrator).toBe(true)
    expect((await server.signIn('second-admin', { isAdministrator: true })).isAdministrator).toBe(true)
  })

  test('cannot take a name that exists in any case of letters', async () => {
    const failure = await server.fail(user.create, form('MADE'), admin)
    expect(failure).toMatchObject({ code: 'AccountExists', params: { account: 'MADE' } })
  })

  test('can be edited but for its name and kind', async () => {
    const { id } = await server.addUser('edited').then(id => ({ id }))
    const profile = { id, realName: '新名', email: '', phone: '', organisation: '' }
    expect(await server.call(user.edit, profile, admin)).toMatchObject({
      account: 'edited',
      realName: '新名',
    })
    const missing = { ...profile, id: crypto.randomUUID() }
    expect(await server.fail(user.edit, missing, admin)).toMatchObject({
      code: 'NotFound',
      message: 'The user does not exist or has been deleted',
    })
  })

  test('that is locked is signed out and stays out until it is unlocked', async () => {
    const id = await server.addUser('lockee')
    const { token } = await server.signIn('lockee')
    await server.call(user.lock, { ids: [id] }, admin)
    const refused = await server.ask(calls.auth.session, {}, { token })
    expect([refused.httpStatus, refused.failure?.code]).toEqual([401, 'AccountLockedByAdministrator'])
    await expect(server.signIn('lockee')).rejects.toThrow('AccountLockedByAdministrator')
    await server.call(user.unlock, { ids: [id] }, admin)
    expect((await server.fail(calls.auth.session, {}, { token })).code).toBe('LoginTimeout')
    expect((await server.signIn('lockee')).account).toBe('lockee')
  })

  test('whose password is reset signs in with the default one and must change it first', async () => {
    const id = await server.addUser('reset')
    const { token } = await server.signIn('reset')
    const { defaultPassword } = await server.call(user.resetPassword, { id }, admin)
    expect(fitsRule(defaultPassword, defaultPasswordRule)).toBe(true)
    expect((await server.fail(calls.auth.session, {}, { token })).code).toBe('LoginTimeout')
    const session = await server.signIn('reset', { password: defaultPassword })
    expect(session.mustChangePassword).toBe(true)
    expect((await server.fail(calls.project.mine, {}, session)).code).toBe('PasswordMustChange')
    const change = { current: defaultPassword, password: testPassword, confirmation: testPassword }
    await server.call(calls.auth.changePassword, change, { token: session.token })
    expect((await server.call(calls.auth.session, {}, { token: session.token })).mustChangePassword).toBe(
      false,
    )
  })

  test('that is deleted is gone with its sessions; its records stay', async () => {
    const id = await server.addUser('gone')
    const { token } = await server.signIn('gone')
    await server.call(user.delete, { ids: [id] }, admin)
    expect((await server.fail(calls.auth.session, {}, { token })).code).toBe('LoginTimeout')
    const query = { search: 'gone' }
    expect((await server.call(user.list, query, admin)).total).toBe(0)
    const records = await server.call(calls.operationRecord.list, { account: 'gone' }, admin)
    expect(records.rows.map(row => row.action)).toContain('auth.login')
  })

  test('that manages projects cannot be deleted', async () => {
    const id = await server.addUser('boss')
    const { token } = await server.signIn('boss')
    await server.call(calls.project.create, { name: '大项目', code: 'BIG-1' }, { token })
    expect(await server.fail(user.delete, { ids: [id] }, admin)).toMatchObject({
      code: 'UserManagesProjects',
      params: { account: 'boss', projects: '大项目' },
    })
  })
})

describe('an administrator', () => {
  test('cannot lock or delete the own account', async () => {
    for (const call of [user.lock, user.delete])
      expect((await server.fail(call, { ids: [adminId] }, admin)).code).toBe('CannotTouchSelf')
  })

  test('who is the last working one cannot be locked or deleted', async () => {
    const other = await createTestServer()
    const onlyId = await other.addUser('only', true)
    const actor = crypto.randomUUID()
    await expect(other.services.users.lock([onlyId], actor)).rejects.toMatchObject({
      code: 'LastAdministrator',
    })
    await expect(other.services.users.delete([onlyId], actor)).rejects.toMatchObject({
      code: 'LastAdministrator',
    })
    await other.close()
  })
})

describe('the list', () => {
  test('is searched, filtered, sorted and paged', async () => {
    const other = await createTestServer()
    await other.addUser('chief', true)
    const chief = await other.signIn('chief', { isAdministrator: true })
    const as = { token: chief.token, isAdministrator: true }
    const ids: string[] = []
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
      ids.push(await other.addUser(`list-${String(number).padStart(2, '0')}`))
      other.advance(1_000)
    }
    const accounts = async (input: Parameters<typeof other.call<typeof user.list>>[1]) =>
      (await other.call(user.list, input, as)).rows.map(row => row.account)
    const page = await other.call(
      user.list,
      { page: 2, kind: 'user', sort: 'account', descending: false },
      as,
    )
    expect(page).toMatchObject({ total: 11, page: 2, pageSize: 10, rows: [{ account: 'list-11' }] })
    expect((await accounts({ search: 'list-0' })).length).toBe(9)
    expect(await accounts({ search: '%' })).toEqual([])
    expect(await accounts({ kind: 'administrator' })).toEqual(['chief'])
    await other.call(user.lock, { ids: ids.slice(0, 1) }, as)
    expect(await accounts({ lock: 'locked' })).toEqual(['list-01'])
    expect((await accounts({ lock: 'unlocked', pageSize: 20 })).length).toBe(11)
    expect((await accounts({ search: 'list' }))[0]).toBe('list-11')
    await other.close()
  })

  test('refuses a page size that is not offered', async () => {
    const { code, fields } = await server.fail(user.list, { pageSize: 11 as 10 }, admin)
    expect([code, fields?.[0]?.path]).toEqual(['BadInput', ['pageSize']])
  })
})
