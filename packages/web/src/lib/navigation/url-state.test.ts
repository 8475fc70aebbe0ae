import { expect, test } from 'vitest'
import { readUrl, writeUrl } from './url-state.ts'

const defaults = { page: 1, search: '', descending: true }

test('missing and invalid values are replaced by the defaults', () => {
  expect(readUrl(new URLSearchParams('page=x&search=a%20b'), defaults)).toEqual({
    page: 1,
    search: 'a b',
    descending: true,
  })
})

test('defaults are left out of the address and other parameters are kept', () => {
  const query = new URLSearchParams('page=3&id=7')
  expect(writeUrl(query, defaults, { page: 1, search: 'x', descending: false }).toString()).toBe(
    'id=7&search=x&descending=false',
  )
})
