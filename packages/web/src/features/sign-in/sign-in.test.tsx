import type { Session } from '@pone/contract/entities/user.ts'
import { act, configure, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../lib/session/session.ts'
import { outline } from '../../test-outline.ts'
import { type Answers, draw, serve } from '../../test-page.tsx'
import { LoginForm } from './login-form.tsx'

configure({ defaultHidden: true })

const answer: Session = {
  token: 'token-1',
  userId: 'u1',
  account: 'li',
  realName: 'Li Wei',
  email: 'li@pone.test',
  phone: '',
  organisation: 'Shop',
  isAdministrator: false,
  mustChangePassword: true,
  cloudMode: false,
}
async function open(answers: Answers = {}, isAdministrator = false) {
  const sent = await serve({
    'auth/captcha': { captchaId: 'c1', png: 'AAAA' },
    'auth/login': { ...answer, deviceToken: 'device-1' },
    ...answers,
  })
  const drawn = await draw(<LoginForm isAdministrator={isAdministrator} />)
  await waitFor(() => expect(document.querySelector('img')).toBeTruthy())
  const logins = () => sent.filter(({ call }) => call === 'auth/login').map(({ fields }) => fields)
  const captchas = () => sent.filter(({ call }) => call === 'auth/captcha').length
  return { ...drawn, logins, captchas }
}
const field = (at: number) =>
  document.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')[at] as HTMLInputElement
const submit = () => document.querySelector('button[type=submit]') as HTMLButtonElement
type User = Awaited<ReturnType<typeof open>>['user']
const fillIn = async (user: User) => {
  for (const [at, text] of ['li', 'Secret-99', 'AB12'].entries()) {
    await user.click(field(at))
    await user.paste(text)
  }
}

test('the form has account, password and CAPTCHA with its image', async () => {
  await open()
  expect(outline(document.querySelector('form') as HTMLElement)).toMatchInlineSnapshot(`
    "form
      Account
      textbox "Account" [required]
      alert
      Password
      button "Show password"
      alert
      Verification code
      textbox "Verification code" [required]
      button "Hard to read? Click to get a new code"
      alert
      checkbox "Keep me signed in on this device"
      Keep me signed in on this device
      button "Sign in""
  `)
  expect(document.activeElement).toBe(field(0))
})

test('signing in stores the session; account and device are stored in the browser if requested', async () => {
  const { user, logins, router } = await open()
  await fillIn(user)
  await user.click(screen.getByRole('checkbox'))
  await user.click(submit())
  await waitFor(() => expect(session.get().token).toBe('token-1'))
  expect(logins()[0]).toMatchInlineSnapshot(`
    {
      "account": "li",
      "captchaCode": "AB12",
      "captchaId": "c1",
      "deviceToken": "",
      "isAdministrator": "false",
      "password": "Secret-99",
      "rememberMe": "true",
    }
  `)
  expect(session.get()).toMatchObject({
    userLevel: 'user',
    isRemembered: true,
    account: 'li',
    mustChangePassword: true,
    organisation: 'Shop',
  })
  expect(localStorage.getItem('pone.lastAccount')).toBe('li')
  expect(localStorage.getItem('pone.devices')).toContain('device-1')
  expect(router.state.location.pathname).toBe('/')
})

test('the last account is prefilled for users, not for administrators', async () => {
  localStorage.setItem('pone.lastAccount', 'wang')
  const first = await open()
  expect([field(0).value, document.activeElement === field(1)]).toEqual(['wang', true])
  first.unmount()
  const { user } = await open({ 'auth/login': { ...answer, isAdministrator: true, deviceToken: 'd' } }, true)
  expect([field(0).value, document.activeElement === field(0)]).toEqual(['', true])
  await fillIn(user)
  await user.click(submit())
  await waitFor(() => expect(session.get().userLevel).toBe('administrator'))
  expect(localStorage.getItem('pone.lastAccount')).toBeNull()
})

test('an empty form is not submitted; its first invalid field is focused', async () => {
  const { user, logins } = await open()
  await user.click(submit())
  await waitFor(() => expect(field(0).getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field(0))
  expect(logins()).toEqual([])
  await user.type(field(0), 'li-wei')
  await waitFor(() => expect(field(0).getAttribute('aria-invalid')).not.toBe('true'))
})

test('leaving an empty field is no error; what is wrong is told in the language chosen meanwhile', async () => {
  const { user } = await open()
  await user.tab()
  expect([document.activeElement === field(0), field(0).getAttribute('aria-invalid')]).toEqual([
    false,
    'false',
  ])
  await user.click(submit())
  await screen.findAllByText('This field is required')
  act(() => session.set({ language: 'zh' }))
  await waitFor(() => expect(screen.getAllByText('不能为空')).toHaveLength(3))
  act(() => session.set({ language: 'en' }))
})

test('a wrong password is reported at its field, and the CAPTCHA is replaced', async () => {
  const { user, captchas } = await open({
    'auth/login': { status: 500, code: 'LoginFailed', message: 'Account or password is wrong' },
  })
  await fillIn(user)
  await user.click(submit())
  await screen.findByText('Account or password is wrong')
  expect([field(1).getAttribute('aria-invalid'), field(2).value]).toEqual(['true', ''])
  await waitFor(() => expect(captchas()).toBe(2))
  expect(submit().disabled).toBe(false)
  expect(session.get().token).toBe('')
})

test('an attempt right after a refused one waits for the new CAPTCHA instead of sending the used one', async () => {
  let count = 0
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>()
  const { user, logins } = await open({
    'auth/captcha': async () => {
      count += 1
      if (count > 1) await arrives
      return { captchaId: `c${count}`, png: 'AAAA' }
    },
    'auth/login': { status: 500, code: 'LoginFailed', message: 'Account or password is wrong' },
  })
  await fillIn(user)
  await user.click(submit())
  await screen.findByText('Account or password is wrong')
  await fillIn(user)
  await user.click(submit())
  arrive()
  await waitFor(() => expect(logins().map(({ captchaId }) => captchaId)).toEqual(['c1', 'c2']))
})

test('after too many attempts the button counts the seconds', async () => {
  const { user } = await open({
    'auth/login': {
      status: 500,
      code: 'SignInDelayed',
      message: 'Too many attempts',
      params: { seconds: 30 },
    },
  })
  await fillIn(user)
  await user.click(submit())
  await waitFor(() => expect(submit().disabled).toBe(true))
  expect(submit().textContent).toMatch(/30|29/)
})

test('a click on the image requests another one and empties the CAPTCHA field', async () => {
  const { user, captchas } = await open()
  await fillIn(user)
  await user.click(document.querySelector('img') as HTMLElement)
  expect(field(2).value).toBe('')
  await waitFor(() => expect(captchas()).toBe(2))
})
