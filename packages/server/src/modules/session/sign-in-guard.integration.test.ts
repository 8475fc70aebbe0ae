/** Password guessing from one address, from many, on many accounts, and with a stolen session. */
import { calls } from '@pone/contract/calls/registry.ts'
import { lockDurationMs, maxLoginFailures } from '@pone/schema/limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer, testCaptcha, testPassword } from '../../test-server.ts'

const server = await createTestServer({ isClockStopped: true })
afterAll(() => server.close())
const { auth } = calls

interface Guess {
  readonly account: string
  readonly from: string
  readonly password?: string
  readonly deviceToken?: string
}

const guess = async (
  { account, from, password = 'Wrong-1x', deviceToken = '' }: Guess,
  at: TestServer = server,
) => {
  const { captchaId } = await at.call(auth.captcha, {})
  const input = { account, password, deviceToken, captchaId, captchaCode: testCaptcha }
  return at.ask(auth.login, input, { from })
}
/** Code and parameters of the refusal; `in` when the sign-in succeeded. */
const answerTo = async (each: Guess, at?: TestServer): Promise<string> => {
  const { failure } = await guess(each, at)
  if (failure === undefined) return 'in'
  const { remaining, seconds } = failure.params ?? {}
  return [failure.code, remaining ?? seconds].filter(part => part !== undefined).join(' ')
}
const nth = (number: number) => `198.51.100.${number}`

describe('one attacker', () => {
  test('locks himself out of the account, and nobody else', async () => {
    await server.addUser('victim')
    const answers = []
    for (let count = 0; count <= maxLoginFailures; count += 1)
      answers.push(await answerTo({ account: 'victim', from: '203.0.113.9' }))
    expect(answers).toEqual([
      'LoginFailed 4',
      'LoginFailed 3',
      'LoginFailed 2',
      'LoginFailed 1',
      'AccountLocked',
      'AccountLocked',
    ])
    expect(await answerTo({ account: 'victim', from: '203.0.113.9', password: testPassword })).toBe(
      'AccountLocked',
    )
    server.advance(1_000)
    expect(await answerTo({ account: 'victim', from: '192.0.2.7', password: testPassword })).toBe('in')
  })

  test('has one address with all of his IPv6 network', async () => {
    await server.addUser('sixth')
    for (let count = 1; count <= maxLoginFailures; count += 1)
      await guess({ account: 'sixth', from: `2001:db8:1:2::${count}` })
    expect(await answerTo({ account: 'sixth', from: '2001:db8:1:2:ffff::1' })).toBe('AccountLocked')
    server.advance(1_000)
    expect(await answerTo({ account: 'sixth', from: '2001:db8:1:3::1' })).toBe('LoginFailed 4')
  })

  test('who tries one password on many accounts is slowed down by his address', async () => {
    const from = '203.0.113.10'
    for (let number = 0; number < 20; number += 1)
      expect(await answerTo({ account: `sprayed-${number}`, from })).toBe('LoginFailed 4')
    expect(await answerTo({ account: 'sprayed-20', from })).toBe('SignInDelayed 1')
    // A successful sign-in to an own account does not reset the counter of the address.
    await server.addUser('own.account')
    server.advance(1_000)
    expect(await answerTo({ account: 'own.account', from, password: testPassword })).toBe('in')
    expect(await answerTo({ account: 'sprayed-20', from })).toBe('LoginFailed 4')
    expect(await answerTo({ account: 'sprayed-21', from })).toBe('SignInDelayed 2')
  })
})

describe('many attackers', () => {
  test.each(['besieged', 'absent'])('wait longer and longer for the account %s', async account => {
    if (account === 'besieged') await server.addUser(account)
    const answers = []
    for (let number = 1; number <= maxLoginFailures; number += 1)
      answers.push(await answerTo({ account, from: nth(number) }))
    for (const waitMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      answers.push(await answerTo({ account, from: nth(50) }))
      server.advance(waitMs)
      answers.push(await answerTo({ account, from: nth(60 + answers.length) }))
    }
    const failed = 'LoginFailed 4'
    const waits = [1, 2, 4, 8, 16, 32, 60, 60].flatMap(seconds => [`SignInDelayed ${seconds}`, failed])
    expect(answers).toEqual([failed, failed, failed, failed, failed, ...waits])
  })

  test('do not keep out the browser that the account has signed in from before', async () => {
    await server.addUser('traveller')
    const first = await guess({ account: 'traveller', from: '192.0.2.20', password: testPassword })
    const deviceToken = first.data?.deviceToken ?? ''
    for (let number = 1; number <= 8; number += 1) await guess({ account: 'traveller', from: nth(number) })
    const own = { account: 'traveller', from: nth(1), password: testPassword }
    expect(await answerTo(own)).toMatch(/^SignInDelayed/)
    expect(await answerTo({ ...own, deviceToken })).toBe('in')
    // The next character of the alphabet: for the last one it differs only in bits that decoding ignores.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const next = (character: string) => alphabet[(alphabet.indexOf(character) + 1) % 64] ?? ''
    for (const forged of [deviceToken.replace(/.$/, next), deviceToken.replace(/[^.](?=[^.]*$)/, next)])
      expect(await answerTo({ ...own, deviceToken: forged })).toMatch(/^SignInDelayed/)
    await server.addUser('neighbour')
    for (let number = 1; number <= 5; number += 1) await guess({ account: 'neighbour', from: nth(number) })
    const others = { account: 'neighbour', from: nth(9), password: testPassword, deviceToken }
    expect(await answerTo(others)).toBe('SignInDelayed 1')
  })

  test('with a stolen device token have five attempts like everybody', async () => {
    await server.addUser('robbed')
    const { data } = await guess({ account: 'robbed', from: '192.0.2.21', password: testPassword })
    const thief = { account: 'robbed', deviceToken: data?.deviceToken ?? '' }
    const answers = []
    for (let number = 1; number <= 6; number += 1)
      answers.push(await answerTo({ ...thief, from: nth(number) }))
    expect(answers.slice(3)).toEqual(['LoginFailed 1', 'AccountLocked', 'AccountLocked'])
    expect(await answerTo({ account: 'robbed', from: '192.0.2.22', password: testPassword })).toBe('in')
  })
})

test('the counters are the database’s: another server goes on with them, also after a restart', async () => {
  await server.addUser('counted')
  for (let count = 1; count <= 3; count += 1) await guess({ account: 'counted', from: '203.0.113.30' })
  const other = await createTestServer({ database: server.database, isClockStopped: true })
  other.advance(server.now() - other.now())
  expect(await answerTo({ account: 'counted', from: '203.0.113.30' }, other)).toBe('LoginFailed 1')
  expect(await answerTo({ account: 'counted', from: '203.0.113.30' }, other)).toBe('AccountLocked')
  expect(await answerTo({ account: 'counted', from: '203.0.113.30' })).toBe('AccountLocked')
  await other.close()
})

test('an administrator sees the lock and lifts it', async () => {
  const id = await server.addUser('lifted')
  await server.addUser('chief', true)
  const { token } = await server.signIn('chief', { isAdministrator: true })
  const admin = { token, isAdministrator: true }
  for (let count = 1; count <= maxLoginFailures; count += 1)
    await guess({ account: 'lifted', from: '203.0.113.40' })
  const locked = await server.call(calls.user.list, { lock: 'locked', search: 'lifted' }, admin)
  expect(locked.rows[0]?.lockedUntil).toBeGreaterThan(server.now() + lockDurationMs - 60_000)
  await server.call(calls.user.unlock, { ids: [id] }, admin)
  expect(await answerTo({ account: 'lifted', from: '203.0.113.40', password: testPassword })).toBe('in')
})

test('wrong current passwords count, and the last one ends the session', async () => {
  await server.addUser('guessed')
  const { token } = await server.signIn('guessed')
  const change = { current: 'Wrong-1x', password: 'Pass-word2', confirmation: 'Pass-word2' }
  const codes = []
  for (let count = 0; count < maxLoginFailures; count += 1)
    codes.push((await server.fail(auth.changePassword, change, { token })).code)
  expect(codes).toEqual([...Array<string>(maxLoginFailures - 1).fill('OldPasswordWrong'), 'AccountLocked'])
  expect((await server.fail(auth.session, {}, { token })).code).toBe('LoginTimeout')
  expect((await server.signIn('guessed')).account).toBe('guessed')
})

test('counters that nobody adds to are deleted', async () => {
  await guess({ account: 'forgotten', from: '203.0.113.50' })
  server.advance(2 * lockDurationMs + 60_001)
  await guess({ account: 'somebody', from: '203.0.113.51' })
  const rows = await server.database.selectFrom('sign_in_failures').select('key').execute()
  expect(rows.map(({ key }) => key).toSorted()).toEqual([
    'account user somebody',
    'address 203.0.113.51',
    'origin user somebody address 203.0.113.51',
  ])
})
