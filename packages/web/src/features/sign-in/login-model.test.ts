import { authCalls } from '@pone/contract/calls/auth.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { faultsOfLogin } from './login-check.ts'
import { fieldFaults } from './login-model.ts'

const refusal = (code: string, fields?: { path: string[]; message: string }[]) =>
  new ApiError({ status: 500, code, message: `said: ${code}`, ...(fields && { fields }) })

test.each([
  ['CaptchaWrong', { captchaCode: 'said: CaptchaWrong' }],
  ['LoginFailed', { password: 'said: LoginFailed' }],
  ['SignInDelayed', { password: 'said: SignInDelayed' }],
  ['AccountWaiting', { account: 'said: AccountWaiting' }],
  ['AccountLocked', {}],
])('a refusal %s is shown at %o', (code, faults) => {
  expect(fieldFaults(refusal(code))).toEqual(faults)
})

test('errors of fields that the server names are shown at the field of the form', () => {
  const fields = [
    { path: ['account'], message: 'too long' },
    { path: ['deviceToken'], message: 'unknown' },
  ]
  expect(fieldFaults(refusal('InputInvalid', fields))).toEqual({ account: 'too long' })
})

test('missing values are reported per field, in the current language', () => {
  const empty = { account: ' ', password: '', captchaCode: '' }
  expect(Object.keys(faultsOfLogin(empty, 'en')).sort()).toEqual(['account', 'captchaCode', 'password'])
  expect(faultsOfLogin(empty, 'zh').account).toMatch(/[一-龥]/)
  expect(faultsOfLogin({ account: 'li', password: 'x', captchaCode: '1234' }, 'en')).toEqual({})
})

test.each(['account', 'password', 'captchaCode'] as const)(
  'the bounds of %s are those of the contract',
  field => {
    const schema = authCalls.login.input.pick({ account: true, password: true, captchaCode: true })
    const valid = { account: 'li', password: 'x', captchaCode: '1234' }
    for (const length of [0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129]) {
      for (const text of ['a'.repeat(length), ' '.repeat(length), ` ${'a'.repeat(length)} `]) {
        const values = { ...valid, [field]: text }
        const issue = schema.safeParse(values, { reportInput: true }).error?.issues[0]
        expect(faultsOfLogin(values, 'en')).toEqual(issue ? { [field]: issueText(issue, 'en') } : {})
      }
    }
  },
)
