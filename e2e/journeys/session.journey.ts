/** Rules of the session: verification code, locking, one session per account, sign-out, forced and own change of password. */
import assert from 'node:assert/strict'
import { calls } from '@pone/contract/calls/registry.ts'
import { appErrorText, type ErrorCode } from '@pone/contract/errors.ts'
import { maxLoginFailures } from '@pone/schema/limits.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi, signInByApi } from '../driver/preparation.ts'
import { holds } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const account = 'han.meimei'
const first = { account, password: 'First1#' }
const second = { account, password: 'Second2#' }
const third = { account, password: 'Third3#' }
const choice = '/pone/atf/projectList/info'

/** The constant beginning of an error's text, before its first parameter. */
const beginningOf = (code: ErrorCode) => appErrorText(code, {}, 'zh').split('{')[0] ?? ''

async function changePassword(pone: Pone, from: string, to: string): Promise<void> {
  const form = pone.form(pone.dialog())
  await form.fill('password.current', from)
  await form.fill('password.new', to)
  await form.fill('password.confirmation', to)
  await form.submit('password.change')
  await pone.toast(pone.t('password.changed'))
}

async function run(world: World): Promise<void> {
  const { openBrowser, installation, check } = world
  const pone = await openBrowser()
  const administrator = await signInByApi(installation, installation.administrator, pone.captcha, true)
  await registerByApi(installation, first, pone.captcha, '韩梅梅')
  const { rows } = await administrator.send(calls.user.list, { search: account })
  const userId = rows[0]?.id ?? ''

  await check('a wrong verification code is reported at its field, and the input is kept', async () => {
    await pone.tryToSignIn(first, 'zzzz')
    assert.equal(await pone.form().faultAt('signIn.code'), appErrorText('CaptchaWrong', {}, 'zh'))
    await pone.form().seeValue('user.account', account)
  })
  await check('wrong passwords say how many attempts remain, then lock the account', async () => {
    for (let failure = 1; failure < maxLoginFailures; failure += 1) {
      await pone.tryToSignIn({ account, password: 'Wrong1#' })
      await pone.seeText(appErrorText('LoginFailed', { remaining: maxLoginFailures - failure }, 'zh'))
    }
    await pone.tryToSignIn({ account, password: 'Wrong1#' })
    await pone.toast(beginningOf('AccountLocked'))
  })
  await check('the right password does not help while the account is locked', async () => {
    await pone.open('/pone/login')
    await pone.tryToSignIn(first)
    await pone.toast(beginningOf('AccountLocked'))
    await pone.isAt('/pone/login')
  })
  await check('unlocked by an administrator it may sign in', async () => {
    await administrator.send(calls.user.unlock, { ids: [userId] })
    await pone.open('/pone/login')
    await pone.signIn(first)
    await pone.isAt(choice)
  })
  const elsewhere = await openBrowser()
  await check('a sign-in elsewhere ends the first session with a warning at the root', async () => {
    await elsewhere.signIn(first)
    await elsewhere.isAt(choice)
    await pone.page.reload()
    await pone.toast(beginningOf('LoginRepeat'))
    await pone.isAt('/pone/login')
    await holds(async () => assert.equal(await pone.token(), ''))
  })
  await check('after signing out, pages lead to the sign-in page', async () => {
    await elsewhere.signOut()
    await holds(async () => assert.equal(await elsewhere.token(), ''))
    assert.equal(await elsewhere.page.locator('.ant-message-notice').count(), 0)
    await elsewhere.open(choice)
    await elsewhere.isAt('/pone/login')
  })
  await checkPasswords(
    world,
    pone,
    async () => (await administrator.send(calls.user.resetPassword, { id: userId })).defaultPassword,
  )
}

/** Forced and own change of the password, and remember-me. */
async function checkPasswords(
  { check }: World,
  pone: Pone,
  resetPassword: () => Promise<string>,
): Promise<void> {
  await check('after a reset the default password must be changed before anything else', async () => {
    const defaultPassword = await resetPassword()
    await pone.signIn({ account, password: defaultPassword })
    await pone.see('password.forcedTitle')
    await pone.page.keyboard.press('Escape')
    await pone.see('password.forcedTitle')
    const form = pone.form(pone.dialog())
    await form.fill('password.current', defaultPassword)
    await form.fill('password.new', 'short')
    await form.fill('password.confirmation', 'short')
    await form.submit('password.change')
    assert.notEqual(await form.faultAt('password.new'), '')
    await changePassword(pone, defaultPassword, second.password)
    await pone.see('choice.title')
  })
  await check('the person changes the own password, and only the new one works', async () => {
    await pone.chooseMenu(pone.page.locator('.top-bar button:has(.avatar)'), pone.t('person.password'))
    await changePassword(pone, second.password, third.password)
    await pone.signOut()
    await pone.tryToSignIn(second)
    await pone.seeText(beginningOf('LoginFailed'))
    await pone.signIn(third)
    await pone.isAt(choice)
  })
  await check('remember-me survives closing the tab, and the tab after it', async () => {
    await pone.signOut()
    const form = pone.form()
    await form.tick('signIn.remember')
    await pone.signIn(third)
    await pone.isAt(choice)
    await pone.page.evaluate(() => sessionStorage.clear())
    await pone.open('/')
    await pone.isAt(choice)
  })
}

export const sessionJourney: Journey = { name: 'session', run }
