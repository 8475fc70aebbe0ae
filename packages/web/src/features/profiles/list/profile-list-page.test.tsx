import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { Page as InfoPage } from '../info/profile-info-page.tsx'
import { Page } from './profile-list-page.tsx'

const id = '7d0f5a0e-8b1d-4a3b-9a53-0c4f5b6a7c8d'
const record: ProfileRecord = {
  id,
  name: 'peak',
  format: 'collapsed',
  fileName: 'peak.collapsed',
  fileBytes: 10,
  startedAt: null,
  durationMs: null,
  isCut: false,
  requests: null,
  run: null,
  origin: null,
  parts: [
    {
      kind: 'cpu',
      unit: 'samples',
      source: '',
      total: 5,
      nodes: 1,
      names: 1,
      deepest: 1,
      storedBytes: 1,
      topMethod: { name: 'shop.Price.of', self: 5 },
    },
  ],
  createdBy: '',
  createdAt: 0,
  isKept: false,
  expiresAt: null,
}
const answers = {
  'profile/list': { rows: [record], total: 1, page: 1, pageSize: 10 },
  'profile/get': record,
  'profiling/list': [],
}
const session = { accessList: ['monitor.view', 'monitor.edit'] } as const
const hrefOf = (name: string) => screen.findByRole('link', { name }).then(link => link.getAttribute('href'))

async function open(address: string, page = <Page />) {
  await serve(answers)
  return draw(page, {
    address: `/pone/atf/projects/${address}`,
    session: { accessList: [...session.accessList] },
  })
}

test('the list leads to its pages and begins new ones', async () => {
  await open('flameDiagram')
  expect(await hrefOf('peak')).toBe(`/pone/atf/projects/flameDiagramInfo?id=${id}`)
  expect(screen.getByRole('button', { name: /Take a flame diagram/ })).toBeTruthy()
})

test('the history leads to pages of the history, and begins nothing', async () => {
  await open('flameDiagramHistory')
  expect(await hrefOf('peak')).toBe(`/pone/atf/projects/flameDiagramInfoHistory?id=${id}`)
  expect(screen.queryByRole('button', { name: /Take a flame diagram/ })).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('from a flame diagram of the history its other pages are those of the history', async () => {
  await open(`flameDiagramInfoHistory?id=${id}`, <InfoPage />)
  expect(await hrefOf('Analyse')).toBe(`/pone/atf/projects/flameDiagramAnalysisHistory?id=${id}`)
  expect(await hrefOf('Compare')).toBe(`/pone/atf/projects/flameDiagramDifferenceHistory?id=${id}`)
})

test('a flame diagram that does not exist has a page that says so', async () => {
  await serve({ 'profile/get': { status: 500, code: 'NotFound', message: 'not found', params: {} } })
  const { router } = await draw(<InfoPage />, { address: `/pone/atf/projects/flameDiagramInfo?id=${id}` })
  await waitFor(() => expect(router.state.location.pathname).toBe('/noFlameDiagram'))
})
