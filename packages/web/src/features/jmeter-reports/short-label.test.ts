import { expect, test } from 'vitest'
import { shortLabel } from './short-label.ts'

test('a long name keeps its beginning and its end, a short one all of it', () => {
  expect(shortLabel('GET /\nhome')).toBe('GET / home')
  expect(shortLabel('x'.repeat(52))).toHaveLength(52)
  const cut = shortLabel(`/api/v3/tenants/${'x'.repeat(100)}/items/42?expand=lots`)
  expect(cut).toHaveLength(52)
  expect(cut).toMatch(/^\/api\/v3\/tenants\/.*…x*\/items\/42\?expand=lots$/)
})

test('characters of two code units are not cut in two', () => {
  expect(shortLabel('😀'.repeat(60)).isWellFormed()).toBe(true)
})
