/** The glossary page: both languages, search, links to terms. */
import { allTerms } from '@pone/contract/glossary/glossary.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findRoute } from '../../routes.ts'
import { draw } from '../../test-page.tsx'
import { findTerms } from './glossary-model.ts'
import { Page } from './glossary-page.tsx'

const address = '/pone/atf/projects/glossary'
const names = (search: string) => findTerms(search).flatMap(({ terms }) => terms.map(({ en }) => en))

test('shows every term in both languages, that of the page first', async () => {
  await draw(<Page />, { address, session: { language: 'zh' } })
  expect(screen.getAllByRole('article').length).toBe(allTerms.length)
  const term = screen.getByRole('heading', { name: /^压力机.*load machine/ })
  expect(
    [...term.querySelectorAll('span[lang]')].map(part => [part.getAttribute('lang'), part.textContent]),
  ).toEqual([
    ['zh', '压力机'],
    ['en', 'load machine'],
  ])
})

test.each([
  ['压力机', 'load machine'],
  ['ramp', 'ramp-up'],
  ['load GENERATOR', 'load machine'],
  ['QPS', 'requests per second (RPS)'],
])('a search for %s finds %s', (search, name) => {
  expect(names(search)).toContain(name)
})

test('a search that finds nothing says so, and clearing it brings all back', async () => {
  const { user } = await draw(<Page />, { address })
  const field = screen.getByLabelText('Search terms in Chinese or English')
  await user.type(field, 'zzz')
  expect(screen.queryAllByRole('article')).toEqual([])
  expect(screen.getByText('No results for “zzz”')).toBeTruthy()
  await user.clear(field)
  expect(screen.getAllByRole('article').length).toBe(allTerms.length)
})

test('the term of the address is focused, and a link to another one moves there', async () => {
  const { user } = await draw(<Page />, { address: `${address}#load-machine` })
  expect(document.activeElement?.id).toBe('load-machine')
  await user.click(within(document.activeElement as HTMLElement).getByRole('link', { name: 'cluster' }))
  expect(document.activeElement?.id).toBe('cluster')
})

test('every page that a term names exists', () => {
  const pages = allTerms.flatMap(({ page }) => page ?? [])
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.filter(page => findRoute(page) === undefined)).toEqual([])
})

test('terms of an administrator have no links into a project', async () => {
  await draw(<Page />, { address: '/pone/atf/glossary' })
  expect(screen.queryByRole('link', { name: 'Open related page' })).toBeNull()
})
