import { type DebugEvent } from '@pone/contract/link/debug.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { drawInEditor } from '../test-editor.tsx'
import { bought, Dock, type DockOptions, exchange, open, pause, runOf } from './test-dock.tsx'

/** The detail of a request, tab by tab. */
async function openDetail(event: DebugEvent, options: DockOptions = {}) {
  const drawn = await open(runOf(event), options)
  await drawn.user.click(screen.getByRole('option'))
  const show = async (name: string | RegExp) => {
    await drawn.user.click(
      within(document.querySelector('.cd-exchange-detail') as HTMLElement).getByRole('tab', { name }),
    )
    return outline(
      document.querySelector('.cd-exchange-detail [role=tabpanel][aria-hidden=false]') ?? document.body,
    )
  }
  return { ...drawn, show }
}

test('a failed request opens with its checkpoints and shows everything in tabs', async () => {
  const { show } = await openDetail(bought)
  const tabs = [...document.querySelectorAll('.cd-exchange-detail [role=tab]')]
  expect(
    tabs.map(tab => `${tab.textContent}${tab.getAttribute('aria-selected') === 'true' ? ' open' : ''}`),
  ).toEqual([
    'Response',
    'Request',
    'Checkpoints11 of 2 failed open',
    'Extracted variables2',
    'Embedded resources11 of 2 failed',
    'Time split',
  ])
  expect(
    [...document.querySelectorAll('.cd-exchange-detail .cd-count')].map(count => count.className),
  ).toEqual(['cd-count is-bad', 'cd-count', 'cd-count is-bad'])
  expect(await show(/Checkpoints/)).toMatchInlineSnapshot(`
    "tabpanel "Checkpoints 1 of 2 failed"
      table
        row: columnheader "Result" | columnheader "Checkpoint" | columnheader "Actual value"
        row: Failed | status = 200 | 503
        row: Passed | body contains yes | yes"
  `)
  expect(await show('Response')).toMatchInlineSnapshot(`
    "tabpanel "Response"
      radiogroup "Display mode"
        radio "Raw" [checked]
        Raw
        radio "Preview"
        Preview
      text/html 2 KiB
      button "copy Copy"
      <p>no</p>
      heading "Response headers"
      term: content-type
      definition: text/html
      term: x-node
      definition: n1"
  `)
  // The editor of the body is loaded when it is shown for the first time.
  await show('Request')
  await screen.findByRole('textbox', { name: 'Request' })
  expect(await show('Request')).toMatchInlineSnapshot(`
    "tabpanel "Request"
      POST http://shop.example/buy
      heading "Headers"
      term: Content-Type
      definition
        application/json
        button "Find source: Content-Type"
      radiogroup "Display mode"
        radio "Formatted" [checked]
        Formatted
        radio "Raw"
        Raw
      application/json
      button "copy Copy"
      status: Click a value, or select text, to find the response that it comes from.
      textbox "Request""
  `)
  expect(await show(/Extracted/)).toMatchInlineSnapshot(`
    "tabpanel "Extracted variables 2"
      table
        row: columnheader "token" | abc | matched
        row: columnheader "order" |  | no match"
  `)
  expect(await show(/Embedded resources/)).toMatchInlineSnapshot(`
    "tabpanel "Embedded resources 1 of 2 failed"
      table
        row: columnheader "Status code" | columnheader "Address" | columnheader "Response time" | columnheader "Response size"
        row: 200 | http://shop.example/a.css | 12 ms | 1 KiB
        row: timeout | http://shop.example/b.js | 30 ms | 0 B"
  `)
  expect(await show('Time split')).toMatchInlineSnapshot(`
    "tabpanel "Time split"
      table
        row: columnheader "Connect" | none (connection reused or not needed)
        row: columnheader "First byte" | 150 ms
        row: columnheader "Transfer" | 75 ms
        row: columnheader "Total" | 300 ms | 03:04:05.778"
  `)
  expect([...document.querySelectorAll<HTMLElement>('.cd-timing-bar i')].map(bar => bar.style.width)).toEqual(
    ['0%', '100%', '50%'],
  )
  expect(
    [...document.querySelectorAll('.cd-exchange-detail td[class*=ed]')].map(cell => cell.className),
  ).toEqual(['cd-failed', 'cd-passed', 'cd-passed', 'cd-failed', 'cd-passed', 'cd-failed'])
})

test('a request without checkpoints, variables and body has texts that state this', async () => {
  const { show } = await openDetail(exchange({ exchange: { fromCache: 'fresh' } }))
  expect(screen.getByText('From the cache of the user; no request was sent.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.querySelector('.cd-exchange-detail [role=tab][aria-selected=true]')?.textContent).toBe(
    'Response',
  )
  expect(await show('Response')).toBe('tabpanel: No content. "Response"')
  expect(await show('Request')).toBe('tabpanel: GET http://shop.example/list "Request"')
  expect(await show('Checkpoints')).toContain('This request has no checkpoints.')
  expect(await show('Extracted variables')).toContain('This request extracts no variables.')
  expect(screen.queryByRole('tab', { name: /resources/i })).toBeNull()
})

test('a failed request shows its cause; the section of its protocol comes first', async () => {
  const section = { key: 'result', kind: 'text', text: 'one row' }
  await openDetail(
    exchange({
      exchange: {
        protocol: 'sql',
        sections: [section],
        error: { code: 'ECONNREFUSED', message: 'refused by db' },
      },
    }),
  )
  expect(outline(screen.getByRole('alert'))).toBe('alert: ECONNREFUSED refused by db')
  expect(document.querySelector('.cd-exchange-detail [role=tab]')?.getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText('one row')).toBeTruthy()
  expect(screen.queryByText(/From the cache of the user/)).toBeNull()
})

test('checkpoints of the component are described with their current text', async () => {
  const step = {
    id: 's2',
    name: 'Buy',
    enabled: true,
    kind: 'request',
    protocol: 'http',
    http: { method: 'POST', url: 'http://shop.example/buy' },
    checkpoints: [
      {
        id: 'c1',
        source: 'status',
        operator: 'equals',
        expected: '200',
        expression: '',
        onFailure: 'continue',
      },
    ],
    extractors: [],
  }
  const { user } = await drawInEditor(<Dock run={runOf(bought)} reported={[]} options={{}} />, {
    document: { steps: [pause, step] },
  })
  await user.click(screen.getByRole('option'))
  const cells = [...document.querySelectorAll('.cd-exchange-detail tbody tr td:nth-child(2)')]
  expect(cells.map(cell => cell.textContent)).toEqual(['Status code equals 200', 'body contains yes'])
})

test('a body is shown in its best mode and copied as shown', async () => {
  const copied: string[] = []
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
  let isAllowed = true
  const { user } = await openDetail(
    exchange({
      exchange: {
        responseBody: '{"a":1}',
        responseBytes: 7,
        responseHeaders: [['Content-Type', 'application/json']],
      },
    }),
  )
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: {
      writeText: async (text: string) => {
        if (!isAllowed) throw new DOMException('no', 'NotAllowedError')
        copied.push(text)
      },
    },
  })
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'clipboard', before)
  })
  const mode = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  expect(mode('Formatted').checked).toBe(true)
  await user.click(screen.getByRole('button', { name: /Copy/ }))
  expect(await screen.findByText('Copied')).toBeTruthy()
  fireEvent.click(mode('Raw'))
  await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toBe('{"a":1}'))
  await user.click(screen.getByRole('button', { name: /Copy/ }))
  expect(copied).toEqual(['{\n  "a": 1\n}', '{"a":1}'])
  isAllowed = false
  await user.click(screen.getByRole('button', { name: /Copy/ }))
  await waitFor(() =>
    expect(document.querySelector('.ant-message-notice-warning, .ant-message-warning')).not.toBeNull(),
  )
})

test('a page is rendered in a frame without scripts', async () => {
  await openDetail(
    exchange({
      exchange: {
        responseBody: '<p>hi</p>',
        responseBytes: 9,
        responseHeaders: [['content-type', 'text/html']],
      },
    }),
  )
  await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toBe('<p>hi</p>'))
  fireEvent.click(screen.getByRole('radio', { name: 'Preview' }))
  expect(document.querySelector('iframe')?.getAttribute('sandbox')).toBe('')
  expect(document.querySelector('iframe')?.getAttribute('srcdoc')).toBe('<p>hi</p>')
})

test.each([
  [262_144, true],
  [262_143, false],
])('a body of %i characters is marked as truncated: %j', async (length, isCut) => {
  await openDetail(exchange({ exchange: { responseBody: 'x'.repeat(length), responseBytes: 1_048_576 } }))
  expect(
    document.body.textContent.includes(
      'The content is large (1 MiB in total); only the first 256 KiB are shown.',
    ),
  ).toBe(isCut)
})

test('a body that was not kept is reported as not kept', async () => {
  await openDetail(exchange({ exchange: { responseBytes: 1 } }))
  expect(screen.getByText(/this response body was not kept/)).toBeTruthy()
})

test('a header becomes an extractor and a checkpoint of its step, which are shown in its form', async () => {
  const step = {
    id: 's2',
    name: 'Buy',
    kind: 'request',
    protocol: 'http',
    http: { method: 'POST', url: '/buy', query: [], headers: [], body: { kind: 'none' } },
  }
  const reported: string[] = []
  const dockOf = <Dock run={runOf(bought)} reported={reported} options={{}} />
  const { user, document: edited } = await drawInEditor(dockOf, { document: { steps: [step] } })
  await user.click(document.querySelector('[data-row="1"]') as HTMLElement)
  await user.click(screen.getByRole('tab', { name: 'Response' }))
  await user.click(await screen.findByRole('button', { name: 'Extract to variable: x-node' }))
  await user.click(screen.getByRole('button', { name: 'Add checkpoint: x-node' }))
  expect(reported).toEqual(['s2:extractors.0', 's2:checkpoints.0'])
  expect(edited().steps[0]).toMatchObject({
    extractors: [{ variable: 'x_node', source: 'header', expression: 'x-node' }],
    checkpoints: [{ source: 'header', expression: 'x-node', operator: 'equals', expected: 'n1' }],
  })
})

test('a response that differs from the recorded one is told, and taken as the new one or no longer compared', async () => {
  const step = {
    id: 's2',
    name: '',
    kind: 'request',
    protocol: 'http',
    http: { method: 'POST', url: '/buy', query: [], headers: [], body: { kind: 'none' } },
    recorded: { status: 201, contentType: 'application/json', parts: ['id'] },
  }
  const shown = <Dock run={runOf(bought)} reported={[]} options={{}} />
  const { user, document: edited } = await drawInEditor(shown, { document: { steps: [step] } })
  await user.click(screen.getByRole('option'))
  const notice = () => document.querySelector('.cd-recorded')
  expect(outline(notice() ?? document.body)).toMatchInlineSnapshot(`
    "status
      The response differs from the recording: status 503 instead of 201; type text/html instead of application/json
      button "Compare with this response from now on"
      button "Compare no longer""
  `)
  await user.click(screen.getByRole('button', { name: 'Compare with this response from now on' }))
  expect(edited().steps[0]).toMatchObject({
    recorded: { status: 503, contentType: 'text/html', size: 9, parts: [] },
  })
  expect(notice()).toBeNull()
})

test('a failed checkpoint leads to its row in the form', async () => {
  const check = { id: 'c1', source: 'status', operator: 'equals', expected: '200' }
  const step = {
    id: 's2',
    name: 'Buy',
    kind: 'request',
    protocol: 'http',
    http: { method: 'POST', url: '/buy', query: [], headers: [], body: { kind: 'none' } },
    checkpoints: [{ ...check, id: 'c0' }, check],
  }
  const reported: string[] = []
  const dockOf = <Dock run={runOf(bought)} reported={reported} options={{}} />
  const { user } = await drawInEditor(dockOf, { document: { steps: [step] } })
  await user.click(document.querySelector('[data-row="1"]') as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Status code equals 200' }))
  expect(reported).toEqual(['s2:checkpoints.1'])
})
