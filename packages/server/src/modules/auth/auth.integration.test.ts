import { calls } from '@pone/contract/calls/registry.ts'
import {
  lockDurationMs,
  maxLoginFailures,
  rememberedSessionIdleMs,
  sessionIdleMs,
} from '@pone/schema/limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestServer, testCaptcha, testPassword } from '../../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())

const { auth } = calls
const captcha = async () => ({
  captchaId: (await server.call(auth.captcha, {})).captchaId,
  captchaCode: testCaptcha,
})
/** From an address of its own per account, unless the test is about addresses. */
const attempt = async (account: string, password: string, isAdministrator = false) =>
  server.ask(
    auth.login,
    { account, password, isAdministrator, ...(await captcha()) },
    { from: `${account}.test` },
  )

describe('signing in', () => {
  test('gives a token with which the session can be read', async () => {
    await server.addUser('reader')
    const session = await server.signIn('reader')
    const { token, deviceToken: _, ...own } = session
    expect(await server.call(auth.session, {}, { token })).toEqual(own)
    expect(own).toMatchObject({
      account: 'reader',
      isAdministrator: false,
      mustChangePassword: false,
      cloudMode: false,
    })
  })

  test('does not mind the case of the account', async () => {
    await server.addUser('Mixed.Case')
    expect((await server.signIn('mixed.case')).account).toBe('Mixed.Case')
  })

  test('is refused without a session, with HTTP 401', async () => {
    for (const token of [undefined, '', 'nonsense']) {
      const { httpStatus, failure } = await server.ask(auth.session, {}, { token })
      expect(httpStatus).toBe(401)
      expect(failure).toMatchObject({ status: 401, code: 'LoginTimeout' })
    }
  })

  test('takes each kind of account on its own page only, and says the same as for a wrong password', async () => {
    await server.addUser('plain')
    await server.addUser('chief', true)
    const answers = [
      await attempt('plain', testPassword, true),
      await attempt('chief', testPassword, false),
      await attempt('nobody', testPassword),
      await attempt('plain', 'Wrong-1x'),
    ]
    for (const { httpStatus, failure } of answers) {
      expect(httpStatus).toBe(200)
      expect(failure).toEqual({
        status: 500,
        code: 'LoginFailed',
        message: 'Wrong account or password. Attempts left: 4',
        params: { remaining: 4 },
      })
    }
    expect((await attempt('chief', testPassword, true)).data?.isAdministrator).toBe(true)
  })

  test('uses a verification code up, right or wrong', async () => {
    await server.addUser('coder')
    const { captchaId } = await server.call(auth.captcha, {})
    const login = { account: 'coder', password: testPassword, captchaId }
    expect((await server.fail(auth.login, { ...login, captchaCode: 'nope' })).code).toBe('CaptchaWrong')
    expect((await server.fail(auth.login, { ...login, captchaCode: testCaptcha })).code).toBe('CaptchaWrong')
  })

  test('refuses a verification code after five minutes', async () => {
    const answer = await captcha()
    server.advance(5 * 60_000)
    const login = { account: 'coder', password: testPassword, ...answer }
    expect((await server.fail(auth.login, login)).code).toBe('CaptchaWrong')
  })

  test('takes the drawn code in any case of letters', async () => {
    await server.addUser('drawer')
    const { captchaId, png } = await server.call(auth.captcha, {})
    expect(Buffer.from(png, 'base64').subarray(1, 4).toString('latin1')).toBe('PNG')
    const { code } = await server.database
      .selectFrom('captchas')
      .select('code')
      .where('id', '=', captchaId)
      .executeTakeFirstOrThrow()
    const login = { account: 'drawer', password: testPassword, captchaId, captchaCode: code.toUpperCase() }
    expect((await server.call(auth.login, login)).account).toBe('drawer')
  })
})

describe('wrong passwords', () => {
  for (const account of ['locked', 'unknown']) {
    test(`lock the account ${account} after ${maxLoginFailures} in a row, for a while`, async () => {
      if (account === 'locked') await server.addUser(account)
      for (let left = maxLoginFailures - 1; left > 0; left -= 1)
        expect((await attempt(account, 'Wrong-1x')).failure?.params).toEqual({ remaining: left })
      const { httpStatus, failure } = await attempt(account, 'Wrong-1x')
      expect(httpStatus).toBe(401)
      expect(failure?.code).toBe('AccountLocked')
      expect(failure?.message).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
      expect((await attempt(account, testPassword)).failure?.code).toBe('AccountLocked')
      server.advance(lockDurationMs + 1_000)
      expect((await attempt(account, 'Wrong-1x')).failure?.params).toEqual({
        remaining: maxLoginFailures - 1,
      })
    })
  }

  test('lock an account also when they come all at once', async () => {
    await server.addUser('besieged')
    const guesses = [...Array.from({ length: 30 }, () => 'Wrong-1x'), testPassword]
    const answers = await Promise.all(guesses.map(guess => attempt('besieged', guess)))
    expect(answers.filter(({ failure }) => failure?.code === 'LoginFailed')).toHaveLength(
      maxLoginFailures - 1,
    )
    expect(answers.at(-1)?.failure?.code).toBe('AccountLocked')
  })

  test('are forgotten after a right one', async () => {
    await server.addUser('forgetful')
    await attempt('forgetful', 'Wrong-1x')
    expect((await attempt('forgetful', testPassword)).data?.account).toBe('forgetful')
    expect((await attempt('forgetful', 'Wrong-1x')).failure?.params).toEqual({
      remaining: maxLoginFailures - 1,
    })
  })
})

describe('a session', () => {
  test('ends when its account signs in elsewhere', async () => {
    await server.addUser('twice')
    const first = await server.signIn('twice')
    const second = await server.signIn('twice')
    const { httpStatus, failure } = await server.ask(auth.session, {}, { token: first.token, language: 'zh' })
    expect(httpStatus).toBe(401)
    expect(failure).toMatchObject({ status: 401, code: 'LoginRepeat', message: '账号已在其他地方登录' })
    expect((await server.call(auth.session, {}, second)).account).toBe('twice')
  })

  test('of kind api lives beside the browser', async () => {
    const userId = await server.addUser('machine')
    const api = { userId, kind: 'api', isRemembered: true, from: 'local' } as const
    const token = await server.services.sessions.start(api)
    const browser = await server.signIn('machine')
    for (const each of [token, browser.token])
      expect((await server.call(auth.session, {}, { token: each })).account).toBe('machine')
  })

  test('ends after hours without traffic, later when it is remembered', async () => {
    await server.addUser('idle')
    await server.addUser('remembered')
    const { token } = await server.signIn('idle')
    const remembered = await server.call(auth.login, {
      account: 'remembered',
      password: testPassword,
      rememberMe: true,
      ...(await captcha()),
    })
    server.advance(sessionIdleMs - 60_000)
    await server.call(auth.session, {}, { token })
    server.advance(sessionIdleMs - 60_000)
    await server.call(auth.session, {}, { token })
    server.advance(sessionIdleMs + 1)
    expect((await server.fail(auth.session, {}, { token })).code).toBe('LoginTimeout')
    await server.call(auth.session, {}, { token: remembered.token })
    server.advance(rememberedSessionIdleMs + 1)
    expect((await server.fail(auth.session, {}, { token: remembered.token })).code).toBe('LoginTimeout')
  })

  test('ends with signing out', async () => {
    await server.addUser('leaver')
    const { token } = await server.signIn('leaver')
    await server.call(auth.logout, {}, { token })
    expect((await server.fail(auth.session, {}, { token })).code).toBe('LoginTimeout')
  })

  test('keeps no token in the database', async () => {
    await server.addUser('secretive')
    const { token } = await server.signIn('secretive')
    const rows = await server.database.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('the own account', () => {
  test('gets a new password when the current one is right, and its other sessions end', async () => {
    const userId = await server.addUser('changer')
    const { token } = await server.signIn('changer')
    const other = await server.services.sessions.start({ userId, kind: 'api', isRemembered: false, from: '' })
    const change = (current: string, password: string, confirmation = password) =>
      server.ask(auth.changePassword, { current, password, confirmation }, { token })
    expect((await change('Wrong-1x', 'Pass-word2')).failure?.code).toBe('OldPasswordWrong')
    expect((await change(testPassword, 'Pass-word2', 'Pass-word3')).failure?.code).toBe('PasswordMismatch')
    expect((await change(testPassword, testPassword)).failure?.code).toBe('PasswordUnchanged')
    expect((await change(testPassword, 'Pass-word2')).failure).toBeUndefined()
    expect((await server.ask(auth.session, {}, { token })).data?.account).toBe('changer')
    expect((await server.fail(auth.session, {}, { token: other })).code).toBe('LoginTimeout')
    expect((await attempt('changer', testPassword)).failure?.code).toBe('LoginFailed')
    expect((await attempt('changer', 'Pass-word2')).data?.account).toBe('changer')
  })

  test('takes new personal information, and the change is recorded', async () => {
    await server.addUser('mover')
    const { token } = await server.signIn('mover')
    const profile = { realName: '搬家', email: '', phone: '', organisation: '测试部' }
    expect(await server.call(auth.updateProfile, profile, { token })).toMatchObject(profile)
    const { rows } = await server.services.operationRecords.list({
      range: '1d',
      outcome: 'all',
      action: 'auth.updateProfile',
      account: 'mover',
      search: '',
      page: 1,
      pageSize: 10,
    })
    expect(rows).toMatchObject([
      { target: 'mover', before: { realName: 'mover name' }, after: profile, outcome: 'done' },
    ])
  })
})

test('refused sign-ins are recorded, without the password', async () => {
  await attempt('intruder', 'Secret-pw1')
  const rows = await server.database
    .selectFrom('operation_records')
    .selectAll()
    .where('account', '=', 'intruder')
    .execute()
  expect(rows).toMatchObject([{ action: 'auth.login', outcome: 'refused', error_code: 'LoginFailed' }])
  expect(JSON.stringify(rows)).not.toContain('Secret-pw1')
})
