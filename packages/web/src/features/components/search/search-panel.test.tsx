import { debugEventSchema } from '@pone/contract/link/debug.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { DebugDock } from '../debug/debug-dock.tsx'
import type { DockTab } from '../debug/dock-counts.ts'
import { type DebugRun, startingRun, withEvents } from '../exchange/debug-model.ts'
import { drawInEditor } from '../test-editor.tsx'

const exchange = (stepId: string, changes: object) =>
  debugEventSchema.parse({
    kind: 'exchange',
    stepId,
    user: 1,
    iteration: 1,
    exchange: {
      at: 0,
      method: 'GET',
      requestHeaders: [],
      requestBody: '',
      status: 200,
      responseHeaders: [],
      responseBody: '',
      responseBytes: 0,
      durationMs: 1,
      error: null,
      checkpoints: [],
      extracted: [],
      ...changes,
    },
  })
const json: [string, string][] = [['content-type', 'application/json']]
const run = withEvents({ ...startingRun(), debugId: 'd', state: 'running' }, [
  exchange('in', {
    label: 'sign in',
    method: 'POST',
    url: 'http://shop.example/sign-in',
    responseHeaders: json,
    responseBody: '{"data":{"token":"tok-4711"}}',
  }),
  exchange('list', {
    label: 'list goods',
    url: 'http://shop.example/goods?page=1',
    requestHeaders: [['Authorization', 'Bearer tok-4711']],
    responseHeaders: json,
    responseBody: '{"goods":[]}',
  }),
  exchange('db', {
    label: 'orders',
    method: '',
    url: 'postgres://db/shop',
    protocol: 'sql',
    sections: [
      { kind: 'table', key: 'result', columns: ['id', 'token'], rows: [['7', 'tok-4711']], rowCount: null },
    ],
  }),
  exchange('out', {
    label: 'sign out',
    url: 'http://shop.example/out',
    requestHeaders: [['X-Key', '••••••••']],
  }),
])
const request = (id: string) => ({
  kind: 'request',
  protocol: 'http',
  id,
  name: id,
  http: { url: 'http://shop.example/' },
})

async function open(first: DockTab = 'requests', results: DebugRun = run) {
  const revealed: string[] = []
  function Dock() {
    const [tab, setTab] = useState<DockTab | null>(first)
    const none = async () => {}
    const debug = { run: results, results, start: none, follow: none, stop: none, clear: () => {} }
    return <DebugDock debug={debug} tab={tab} onTab={setTab} onReveal={path => void revealed.push(path)} />
  }
  const drawn = await drawInEditor(<Dock />, { document: { steps: ['in', 'list', 'out'].map(request) } })
  return { ...drawn, revealed }
}
const field = () =>
  screen.getByRole<HTMLInputElement>('textbox', { name: 'Search all requests and responses' })
const status = () => document.querySelector('.cd-search-count [role=status]')?.textContent
const hits = () => screen.getByRole('listbox', { name: 'Search results' })
const openTab = () =>
  document.querySelector('.cd-exchange-detail [role=tab][aria-selected=true]')?.textContent

test('every hit is listed below its request, with place and context', async () => {
  const { user } = await open('search')
  expect(document.activeElement).toBe(field())
  await user.type(field(), 'TOK')
  await waitFor(() => expect(status()).toBe('Matches: 5, in 3 of 4 requests'))
  expect(outline(hits())).toMatchInlineSnapshot(`
    "listbox "Search results"
      1
      img "Passed"
      POST sign in
      option "Response body 1:11 {"data":{" tok en":"tok-4711"}}"
      option "Response body 1:19 …ta":{"token":" tok -4711"}}"
      2
      img "Passed"
      GET list goods
      option "Request header Authorization Bearer tok -4711"
      3
      img "Passed"
      orders
      option "Result table, column names tok en"
      option "Result table, row 1, token tok -4711""
  `)
})

test('Enter and F3 go from hit to hit and open its tab with the hit marked', async () => {
  const { user } = await open('search')
  await user.type(field(), 'tok-4711')
  await waitFor(() => expect(status()).toBe('Matches: 3, in 3 of 4 requests'))
  await user.keyboard('{Enter}')
  expect(status()).toBe('Match 1 of 3, in 3 of 4 requests')
  expect(openTab()).toBe('Response')
  await screen.findByText('$.data.token = tok-4711', { exact: false })
  await user.keyboard('{Enter}')
  expect(openTab()).toBe('Request')
  expect(document.querySelector('.found-text')?.textContent).toBe('tok-4711')
  await user.keyboard('{F3}')
  expect(openTab()).toBe('Result table')
  expect(document.querySelector('.found-text')?.closest('td')).not.toBeNull()
  await user.keyboard('{Enter}')
  expect(status()).toMatch(/^Match 1 of 3/)
  await user.keyboard('{Shift>}{F3}{/Shift}')
  expect(status()).toMatch(/^Match 3 of 3/)
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(status()).toMatch(/^Match 2 of 3/)
  await user.keyboard('{Escape}')
  expect(field().value).toBe('')
})

test('hits are chosen by arrow keys and by a click', async () => {
  const { user } = await open('search')
  await user.type(field(), 'tok-4711')
  await waitFor(() => expect(status()).toMatch(/^Matches: 3,/))
  hits().focus()
  await user.keyboard('{End}')
  expect(status()).toMatch(/^Match 3 of 3/)
  await user.click(within(hits()).getAllByRole('option')[0] ?? hits())
  expect(status()).toMatch(/^Match 1 of 3/)
  expect(within(hits()).getByRole('option', { selected: true }).textContent).toContain('Response body 1:19')
})

test('case, expressions and one side narrow the search', async () => {
  const { user } = await open('search')
  await user.type(field(), 'TOK-')
  await waitFor(() => expect(status()).toMatch(/^Matches: 3,/))
  await user.click(screen.getByRole('button', { name: 'Match case' }))
  await waitFor(() => expect(status()).toBe('No matches'))
  await user.click(screen.getByRole('button', { name: 'Match case' }))
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Search in' }))
  fireEvent.click(await screen.findByText('Responses only'))
  await waitFor(() => expect(status()).toBe('Matches: 2, in 2 of 4 responses'))
})

test('an expression that is not valid is said at once', async () => {
  const { user } = await open('search')
  await user.type(field(), 'tok(')
  await waitFor(() => expect(status()).toBe('No matches'))
  await user.click(screen.getByRole('button', { name: 'Regular expression' }))
  expect(status()).toMatch(/^Invalid regular expression/)
  expect(field().getAttribute('aria-invalid')).toBe('true')
})

test('Ctrl+F within the dock opens the search', async () => {
  const { user } = await open()
  screen.getByRole('tab', { name: 'Log' }).focus()
  await user.keyboard('{Control>}f{/Control}')
  await waitFor(() => expect(document.activeElement).toBe(field()))
})

test('without results the search says that there is nothing to search', async () => {
  await open('search', startingRun())
  expect(screen.getByText('Nothing to search yet. Run the component first.')).toBeTruthy()
})

test('from a header of a request to the response that it comes from, and on to an extractor', async () => {
  const { user, document: edited, revealed } = await open()
  await user.click(screen.getByText('list goods'))
  await user.click(screen.getByRole('tab', { name: 'Request' }))
  await user.click(screen.getByRole('button', { name: 'Find source: Authorization' }))
  await waitFor(() => expect(status()).toBe('Match 1 of 2, in 2 of 4 responses'))
  expect(openTab()).toBe('Response')
  await screen.findByText('$.data.token = tok-4711', { exact: false })
  await user.click(screen.getAllByRole('button', { name: 'Extract to variable' })[0] ?? field())
  expect(edited().steps[0]).toMatchObject({
    id: 'in',
    extractors: [{ variable: 'token', source: 'jsonPath', expression: '$.data.token' }],
  })
  expect(revealed).toEqual(['in:extractors.0'])
})

test('a hidden value cannot be searched for', async () => {
  const { user } = await open()
  await user.click(screen.getByText('sign out'))
  await user.click(screen.getByRole('tab', { name: 'Request' }))
  await user.click(screen.getByRole('button', { name: 'Find source: X-Key' }))
  expect(await screen.findByText(/cannot be searched:/)).toBeTruthy()
  expect(screen.getByRole('tab', { name: /^Requests/ }).getAttribute('aria-selected')).toBe('true')
})
