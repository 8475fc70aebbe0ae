import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, testCaptcha, testPassword } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())
const { auth, system, user } = calls

const captcha = async () => ({
  captchaId: (await server.call(auth.captcha, {})).captchaId,
  captchaCode: testCaptcha,
})
const form = {
  account: 'newcomer',
  password: testPassword,
  confirmation: testPassword,
  realName: '新人',
  email: 'new@example.com',
  phone: '13800138000',
}
const register = async (account: string, password = testPassword) => ({
  ...form,
  account,
  password,
  confirmation: password,
  ...(await captcha()),
})

let admin: { token: string; isAdministrator: boolean }
beforeAll(async () => {
  await server.addUser('chief', true)
  admin = { token: (await server.signIn('chief', { isAdministrator: true })).token, isAdministrator: true }
})

describe('registering', () => {
  test('makes an account that can sign in, and whose name is then taken', async () => {
    expect(await server.call(auth.checkAccount, { account: 'newcomer' })).toEqual({ isFree: true })
    const made = await server.call(auth.register, await register('newcomer'))
    expect(made).toEqual({ account: 'newcomer', isWaiting: false })
    expect(await server.call(auth.checkAccount, { account: 'NewComer' })).toEqual({ isFree: false })
    expect(await server.signIn('newcomer')).toMatchObject({ realName: '新人', email: 'new@example.com' })
    const again = await server.fail(auth.register, await register('NEWCOMER'))
    expect(again).toMatchObject({ code: 'AccountExists', fields: [{ path: ['account'] }] })
  })

  test('names every wrong field in the caller’s language', async () => {
    const wrong = { ...form, account: '1', email: 'x', phone: '1', ...(await captcha()) }
    const { code, fields } = await server.fail(auth.register, wrong, { language: 'zh' })
    expect(code).toBe('BadInput')
    expect(fields).toEqual([
      { path: ['account'], message: expect.stringContaining('以字母开头') },
      { path: ['email'], message: expect.stringContaining('邮箱格式不正确') },
      { path: ['phone'], message: expect.stringContaining('电话格式不正确') },
    ])
  })

  test('needs the password twice the same', async () => {
    const wrong = { ...(await register('other')), confirmation: 'Pass-word2' }
    expect(await server.fail(auth.register, wrong)).toMatchObject({
      code: 'PasswordMismatch',
      message: 'The passwords entered twice are inconsistent!',
    })
  })
})

describe('a password', () => {
  const refusals: [string, string, string][] = [
    ['short.one', 'aB1!x', 'PasswordRule'],
    ['long.one', 'aB1!56789012x', 'PasswordRule'],
    ['kinds.one', 'Abcdefgh1', 'PasswordRule'],
    ['blank.one', 'aB1! xyz', 'PasswordRule'],
    ['zhao.yun7', 'Zhao.Yun7', 'PasswordIsAccount'],
    ['zhaozilong', 'Zhaozilong1!', 'PasswordIsAccount'],
    ['common.one', 'P@ssw0rd1', 'PasswordCommon'],
    ['common.two', 'Admin@123', 'PasswordCommon'],
    ['common.six', '1qaz@WSX', 'PasswordCommon'],
  ]
  test.each(refusals)('%s may not choose %s: %s', async (account, password, code) => {
    const failure = await server.fail(auth.register, await register(account, password), { language: 'zh' })
    expect(failure).toMatchObject({ code, fields: [{ path: ['password'] }] })
    const made = { account, password, realName: 'x' }
    expect((await server.fail(user.create, made, admin)).code).toBe(code)
    await server.addUser(account)
    const { token } = await server.signIn(account)
    const change = { current: testPassword, password, confirmation: password }
    expect((await server.fail(auth.changePassword, change, { token })).code).toBe(code)
  })

  test('may have the length that an administrator sets, everywhere', async () => {
    const password = { minLength: 14, maxLength: 64 }
    expect(await server.call(system.saveSecurity, { password }, admin)).toEqual({
      registration: 'open',
      password,
    })
    expect((await server.call(system.info, {})).passwordRule).toEqual(password)
    const refused = await server.fail(auth.register, await register('sentence', testPassword))
    expect(refused).toMatchObject({ code: 'PasswordRule', params: { min: 14, max: 64 } })
    const sentence = 'correct-horse-battery-staple-7'
    await server.call(auth.register, await register('sentence', sentence))
    expect((await server.signIn('sentence', { password: sentence })).account).toBe('sentence')
    const { id } = await server.call(
      user.create,
      { account: 'by.admin', password: sentence, realName: 'x' },
      admin,
    )
    expect((await server.call(user.resetPassword, { id }, admin)).defaultPassword).toHaveLength(14)
    const wrong = { password: { minLength: 10, maxLength: 9 } }
    expect((await server.fail(system.saveSecurity, wrong, admin)).code).toBe('PasswordLengths')
    await server.call(system.saveSecurity, { password: { minLength: 6, maxLength: 12 } }, admin)
  })
})

describe('registration', () => {
  test('by approval makes accounts that wait, and an administrator decides on them', async () => {
    await server.call(system.saveSecurity, { registration: 'approval' }, admin)
    for (const account of ['hopeful', 'unwanted'])
      expect((await server.call(auth.register, await register(account))).isWaiting).toBe(true)
    await expect(server.signIn('hopeful')).rejects.toThrow('AccountWaiting')
    await expect(server.signIn('hopeful', { password: 'Wrong-1x' })).rejects.toThrow('LoginFailed')
    expect(await server.call(system.notices, {}, admin)).toContainEqual({
      id: 'registrationsWaiting',
      severity: 'warning',
      params: { count: 2 },
    })
    const waiting = await server.call(user.list, { lock: 'waiting' }, admin)
    const idOf = (account: string) => waiting.rows.find(row => row.account === account)?.id ?? ''
    expect(waiting.total).toBe(2)
    await server.addUser('manager')
    const manager = { token: (await server.signIn('manager')).token }
    const { id: projectId } = await server.call(calls.project.create, { name: 'P', code: 'P' }, manager)
    expect(await server.call(calls.member.candidates, { projectId, search: 'hopeful' }, manager)).toEqual([])
    await server.call(user.approve, { ids: [idOf('hopeful')] }, admin)
    await server.call(user.refuse, { ids: [idOf('unwanted')] }, admin)
    expect((await server.signIn('hopeful')).account).toBe('hopeful')
    expect((await server.call(user.list, { search: 'unwanted' }, admin)).total).toBe(0)
    const refused = await server.fail(user.refuse, { ids: [idOf('hopeful')] }, admin)
    expect(refused).toMatchObject({ code: 'NotWaiting', params: { account: 'hopeful' } })
  })

  test('that is closed makes none, and tells nothing about accounts', async () => {
    await server.call(system.saveSecurity, { registration: 'closed' }, admin)
    expect((await server.fail(auth.register, await register('late'))).code).toBe('RegistrationClosed')
    for (const account of ['newcomer', 'nobody'])
      expect((await server.fail(auth.checkAccount, { account })).code).toBe('RegistrationClosed')
  })

  test('is by approval from the start where other machines can reach the server, and open where not', async () => {
    const exposed = await createTestServer({ isExposed: true })
    expect((await exposed.call(system.info, {})).registration).toBe('approval')
    await exposed.services.settings.saveSecurity({ registration: 'open' })
    expect((await exposed.call(system.info, {})).registration).toBe('open')
    await exposed.close()
  })
})
