/** Pages that the accessibility journey checks: every page of the route table is among its places. */
import { routes } from '@pone/web/routes.ts'
import { expect, test } from 'vitest'
import { places } from '../e2e/accessibility/places.ts'

const checked = new Set(places.map(({ address }) => address.split('?')[0]))

test('every route with a page is checked for accessibility', () => {
  const pages = routes.filter(({ page }) => page !== undefined).map(({ path }) => path)
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.filter(path => !checked.has(path))).toEqual([])
})

test('every place is at an address of the route table', () => {
  const known = new Set(routes.map(({ path }) => path))
  expect([...checked].filter(path => !known.has(path as string))).toEqual([])
})
