import { expect, test } from 'vitest'
import { exclaimed, failureOf } from './api-error.ts'

test.each([
  ['保存失败', '保存失败！'],
  ['保存失败。', '保存失败！'],
  ['两次输入的密码不一致！', '两次输入的密码不一致！'],
  ['Stop failed', 'Stop failed!'],
  ['Stop failed.', 'Stop failed!'],
])('an exclamation mark ends every message: %s', (text, shown) => {
  expect(exclaimed(text)).toBe(shown)
})

test('a body is a failure only with status 500 or 401', () => {
  expect(failureOf({ status: 500, code: 'NotFound', message: 'x' })?.code).toBe('NotFound')
  expect(failureOf({ status: 401, code: 'LoginTimeout', message: 'x' })?.status).toBe(401)
  expect(failureOf({ status: 200, data: {} })).toBeNull()
  expect(failureOf('nonsense')).toBeNull()
})
