// @vitest-environment happy-dom
import { type DebugEvent, debugEventSchema } from '@pone/contract/link/debug.ts'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { drawInEditor } from '../test-editor.tsx'
import { DebugDock } from './debug-dock.tsx'
import { type DebugRun, startingRun, withEvents } from './debug-model.ts'
import type { DockTab } from './dock-counts.ts'
import { JmeterTrial } from './jmeter-trial.tsx'
import { RunButton, type RunOptions } from './run-button.tsx'

/** 2026-01-02 in the time zone of the machine, so that the displayed times are the same everywhere. */
const startAt = new Date(2026, 0, 2, 3, 4, 5, 678).getTime()

interface ExchangeEvent {
  readonly stepId?: string
  readonly user?: number
  readonly iteration?: number
  readonly exchange?: object
}
const exchange = ({
  stepId = 's1',
  user = 1,
  iteration = 1,
  exchange: changes = {},
}: ExchangeEvent = {}): DebugEvent =>
  debugEventSchema.parse({
    kind: 'exchange',
    stepId,
    user,
    iteration,
    exchange: {
      at: startAt,
      label: 'GET /list',
      method: 'GET',
      url: 'http://shop.example/list',
      requestHeaders: [],
      requestBody: '',
      status: 200,
      responseHeaders: [],
      responseBody: '',
      responseBytes: 0,
      durationMs: 100,
      protocol: 'http',
      error: null,
      checkpoints: [],
      extracted: [],
      fromCache: null,
      ...changes,
    },
  })
const transaction = (name: string, passed: boolean): DebugEvent => ({
  kind: 'transaction',
  stepId: 't',
  user: 1,
  iteration: 2,
  name,
  durationMs: 1_234,
  passed,
})
const ended = (cause: 'finished' | 'stopped' | 'failed' | 'timeout', detail = ''): DebugEvent => ({
  kind: 'ended',
  cause,
  detail,
})
const runOf = (...events: DebugEvent[]): DebugRun =>
  withEvents({ ...startingRun(), debugId: 'd', state: 'running' }, events)

const bought = exchange({
  stepId: 's2',
  exchange: {
    at: startAt + 100,
    label: 'Buy',
    method: 'POST',
    url: 'http://shop.example/buy',
    status: 503,
    durationMs: 300,
    responseBytes: 2_048,
    requestHeaders: [['Content-Type', 'application/json']],
    requestBody: '{"id":1}',
    responseHeaders: [
      ['content-type', 'text/html'],
      ['x-node', 'n1'],
    ],
    responseBody: '<p>no</p>',
    phases: { connect: null, firstByte: 150, transfer: 75 },
    checkpoints: [
      { id: 'c1', summary: 'status = 200', passed: false, actual: '503' },
      { id: 'gone', summary: 'body contains yes', passed: true, actual: 'yes' },
    ],
    extracted: [
      { variable: 'token', value: 'abc', matched: true },
      { variable: 'order', value: '', matched: false },
    ],
    resources: [
      {
        url: 'http://shop.example/a.css',
        status: 200,
        durationMs: 12,
        receivedBytes: 1_024,
        errorCode: null,
      },
      {
        url: 'http://shop.example/b.js',
        status: null,
        durationMs: 30,
        receivedBytes: 0,
        errorCode: 'timeout',
      },
    ],
  },
})

interface DockOptions {
  readonly tab?: DockTab | null
  readonly tabs?: readonly DockTab[]
  readonly isTree?: boolean
  readonly canReveal?: boolean
}

function Dock({
  run,
  reported,
  options,
}: {
  readonly run: DebugRun | null
  readonly reported: string[]
  readonly options: DockOptions
}) {
  const { canReveal = true, tab: first = 'requests', ...rest } = options
  const [tab, setTab] = useState<DockTab | null>(first)
  const none = async () => {}
  const debug = {
    run,
    results: run,
    start: none,
    follow: none,
    stop: none,
    clear: () => void reported.push('clear'),
  }
  return (
    <DebugDock
      {...rest}
      debug={debug}
      tab={tab}
      onTab={setTab}
      onReveal={canReveal ? path => void reported.push(path) : undefined}
    />
  )
}
async function open(run: DebugRun | null, options: DockOptions = {}) {
  const reported: string[] = []
  const drawn = await draw(<Dock run={run} reported={reported} options={options} />)
  return { ...drawn, reported }
}
const bodyOf = (panel: Element | null) => outline(panel ?? document.body)
const dock = () => screen.getByRole('region', { name: 'Results and problems' })
const dockBody = () => bodyOf(document.querySelector('.cd-dock-body'))

test('before the first execution the dock describes what it will show', async () => {
  await open(null)
  expect(outline(dock())).toMatchInlineSnapshot(`
    "region "Results and problems"
      separator "Resize" [valuenow=320]
      tablist "Results and problems"
        tab "Requests" [selected]
        tab "Transactions"
        tab "Variables"
        tab "Log"
        tab "Problems"
      button "Close" [expanded]
      tabpanel
        heading "No requests"
        Press Run or Ctrl+Enter to see every request and response, checkpoint, variable and log line here."
  `)
})

test.each([
  ['while it runs', runOf(), false],
  ['while a plan of JMeter runs', runOf(), true],
  ['when it sent nothing', runOf(ended('finished')), false],
  ['when it failed without a reason', runOf(ended('failed')), false],
  ['when it failed', runOf(ended('failed', 'no load machine')), false],
])('without requests the list shows a message: %s', async (name, run, isTree) => {
  await open(run, { isTree })
  const texts: Readonly<Record<string, RegExp>> = {
    'while it runs': /^tabpanel: Waiting for the first request…$/,
    'while a plan of JMeter runs': /^tabpanel: (?!Waiting for the first request)\S.*…$/,
    'when it sent nothing': /This run sent no request\.$/,
    'when it failed without a reason': /alert: Failed$/,
    'when it failed': /alert: no load machine$/,
  }
  expect(dockBody()).toMatch(texts[name] ?? /never/)
})

const full = runOf(
  exchange({ exchange: { responseBytes: 512, label: 'GET /list' } }),
  bought,
  exchange({
    stepId: 's3',
    user: 2,
    exchange: {
      at: startAt + 350,
      durationMs: 50,
      status: null,
      method: '',
      label: 'SELECT 1',
      error: { code: 'ECONNREFUSED', message: 'refused by db' },
    },
  }),
)

test('requests are listed with result, user, size, time and their place on the time axis', async () => {
  await open(full)
  expect(outline(dock())).toMatchInlineSnapshot(`
    "region "Results and problems"
      separator "Resize" [valuenow=320]
      tablist "Results and problems"
        tab "Requests 2 of 3 failed" [selected]
        tab "Transactions"
        tab "Variables"
        tab "Log"
        tab "Problems"
      status: Running 3 requests, 2 failed
      button "Close" [expanded]
      tabpanel
        textbox "Filter by name, address, status or content" (Filter by name, address, status or content)
        button "close-circle"
        checkbox "Failed only"
        Failed only
        listbox "Requests"
          option "1 Passed GET /list user 1 · iteration 1 200 512 B 100 ms"
          option "2 Failed POST Buy user 1 · iteration 1 503 2 KiB 300 ms"
          option "3 Failed SELECT 1 user 2 · iteration 1 ECONNREFUSED 0 B 50 ms""
  `)
  const bars = [...document.querySelectorAll<HTMLElement>('.cd-waterfall > i')]
  expect(
    bars.map(bar => [bar.style.left, bar.style.width, (bar.firstElementChild as HTMLElement).style.width]),
  ).toEqual([
    ['0%', '25%', '0%'],
    ['25%', '75%', '50%'],
    ['87.5%', '12.5%', '0%'],
  ])
  const rows = screen.getAllByRole('option')
  expect(rows.map(row => row.className)).toEqual([
    'cd-exchange',
    'cd-exchange is-failed',
    'cd-exchange is-failed',
  ])
  expect(rows.map(row => row.querySelector('b')?.className)).toEqual([
    'cd-method is-GET',
    'cd-method is-POST',
    undefined,
  ])
})

test('the user is shown beside a request only if there are several users', async () => {
  await open(runOf(exchange(), bought))
  expect(screen.queryByText(/user 1/)).toBeNull()
})

test('the list is filtered by text and by failure', async () => {
  const { user } = await open(full)
  const numbers = () => screen.queryAllByRole('option').map(row => row.dataset['number'])
  await user.click(screen.getByRole('checkbox', { name: 'Failed only' }))
  expect(numbers()).toEqual(['2', '3'])
  expect(screen.queryByText('No request matches')).toBeNull()
  await user.type(screen.getByRole('textbox'), 'get /list')
  expect(numbers()).toEqual([])
  expect(screen.getByText('No request matches')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Failed only' }))
  expect(numbers()).toEqual(['1'])
})

test('requests are selected with the arrow keys and closed with Escape', async () => {
  const { user, reported } = await open(full)
  const list = screen.getByRole('listbox')
  list.focus()
  const selected = () => screen.queryAllByRole('option', { selected: true }).map(row => row.dataset['number'])
  expect(selected()).toEqual([])
  await user.keyboard('{ArrowDown}')
  expect(selected()).toEqual(['1'])
  await user.keyboard('{ArrowDown}')
  expect(selected()).toEqual(['2'])
  expect(list.getAttribute('aria-activedescendant')).toBe('cd-exchange-2')
  expect(document.querySelector('.cd-exchanges')?.className).toBe('cd-exchanges has-detail')
  await user.keyboard('{End}')
  expect(selected()).toEqual(['3'])
  expect(fireEvent.keyDown(list, { key: 'Home' })).toBe(false)
  expect(fireEvent.keyDown(list, { key: 'x' })).toBe(true)
  await user.keyboard('{Escape}')
  expect(selected()).toEqual([])
  expect(list.hasAttribute('aria-activedescendant')).toBe(false)
  expect(document.querySelector('.cd-exchanges')?.className).toBe('cd-exchanges')
  fireEvent.doubleClick(list)
  expect(reported).toEqual([])
})

test('a link leads from a request to its step', async () => {
  const { user, reported } = await open(full)
  await user.dblClick(screen.getAllByRole('option')[1] as HTMLElement)
  expect(reported).toEqual(['s2:'])
  await user.click(screen.getByRole('button', { name: 'Go to step' }))
  expect(reported).toEqual(['s2:', 's2:'])
  await user.click(
    within(document.querySelector('.cd-exchange-detail') as HTMLElement).getByRole('button', {
      name: 'Close',
    }),
  )
  expect(screen.queryByRole('option', { selected: true })).toBeNull()
})

test('without steps there is no link to a step', async () => {
  const { user, reported } = await open(full, { canReveal: false })
  await user.dblClick(screen.getAllByRole('option')[1] as HTMLElement)
  expect(screen.queryByRole('button', { name: 'Go to step' })).toBeNull()
  expect(reported).toEqual([])
})

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
    'Extracted2',
    'Resources11 of 2 failed',
    'Timing',
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
      radiogroup "Shown as"
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
  expect(await show('Request')).toMatchInlineSnapshot(`
    "tabpanel "Request"
      POST http://shop.example/buy
      heading "Headers"
      term: Content-Type
      definition: application/json
      radiogroup "Shown as"
        radio "Pretty" [checked]
        Pretty
        radio "Raw"
        Raw
      application/json
      button "copy Copy"
      { "id": 1 }"
  `)
  expect(await show(/Extracted/)).toMatchInlineSnapshot(`
    "tabpanel "Extracted 2"
      table
        row: columnheader "token" | abc | matched
        row: columnheader "order" |  | no match"
  `)
  expect(await show(/Resources/)).toMatchInlineSnapshot(`
    "tabpanel "Resources 1 of 2 failed"
      table
        row: columnheader "Status" | columnheader "Address" | columnheader "Response time" | columnheader "Size"
        row: 200 | http://shop.example/a.css | 12 ms | 1 KiB
        row: timeout | http://shop.example/b.js | 30 ms | 0 B"
  `)
  expect(await show('Timing')).toMatchInlineSnapshot(`
    "tabpanel "Timing"
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
  expect(screen.getByText('From the user’s cache, without a request.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.querySelector('.cd-exchange-detail [role=tab][aria-selected=true]')?.textContent).toBe(
    'Response',
  )
  expect(await show('Response')).toBe('tabpanel: No content. "Response"')
  expect(await show('Request')).toBe('tabpanel: GET http://shop.example/list "Request"')
  expect(await show('Checkpoints')).toContain('This request has no checkpoints.')
  expect(await show('Extracted')).toContain('This request extracts no variables.')
  expect(screen.queryByRole('tab', { name: /Resources/ })).toBeNull()
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
  expect(screen.queryByText(/From the user’s cache/)).toBeNull()
})

const pause = {
  id: 'p',
  name: '',
  enabled: true,
  kind: 'thinkTime',
  distribution: 'fixed',
  durationMs: 1,
  spreadMs: 0,
}

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
  expect(cells.map(cell => cell.textContent)).toEqual(['Status equals 200', 'body contains yes'])
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
  expect(mode('Pretty').checked).toBe(true)
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
    document.body.textContent.includes('A long body (1.0 MB in all)') ||
      document.body.textContent.includes('only its first 256 KiB'),
  ).toBe(isCut)
})

test('a body that was not kept is reported as not kept', async () => {
  await openDetail(exchange({ exchange: { responseBytes: 1 } }))
  expect(screen.getByText(/this body was not kept/)).toBeTruthy()
})

const jmeter = runOf(
  exchange({ stepId: '2.1' }),
  exchange({
    stepId: '2.2',
    exchange: { label: 'GET /b', status: 500, error: { code: '500', message: 'no' } },
  }),
  { ...transaction('Buy', false), stepId: '2' } as DebugEvent,
  { ...transaction('Look', true), stepId: '1' } as DebugEvent,
  exchange({ stepId: '1.1' }),
)

test('results of JMeter are nested in their transactions', async () => {
  const { user } = await open(jmeter, { isTree: true, tabs: ['requests', 'log'] })
  expect(outline(screen.getByRole('listbox'))).toMatchInlineSnapshot(`
    "listbox "Requests"
      img "Passed"
      Look1.23 s
      option "3 Passed GET /list 200 0 B 100 ms"
      img "Failed"
      Buy1.23 s
      option "1 Passed GET /list 200 0 B 100 ms"
      option "2 Failed GET /b 500 0 B 100 ms""
  `)
  const lines = [...document.querySelectorAll<HTMLElement>('.cd-exchange:not(.cd-exchange-head)')]
  expect(lines.map(line => line.className.replace('cd-exchange', '').trim())).toEqual([
    'is-transaction',
    '',
    'is-transaction is-failed',
    '',
    'is-failed',
  ])
  const indents = lines.map(line => line.querySelector<HTMLElement>('.cd-ellipsis')?.style.paddingInlineStart)
  expect(indents).toEqual(['0', '16px', '0', '16px', '16px'])
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(['Requests11 of 3 failed', 'Log'])
  await user.click(screen.getByRole('checkbox', { name: 'Failed only' }))
  expect([...document.querySelectorAll('.cd-exchange:not(.cd-exchange-head)')]).toHaveLength(2)
})

test('results of other components are a flat list', async () => {
  await open(jmeter)
  expect(document.querySelectorAll('.is-transaction')).toHaveLength(0)
})

test('transactions, variables and log each have a table', async () => {
  const log = (level: 'info' | 'error', message: string, source = 'script') =>
    ({ kind: 'log', line: { at: startAt, level, source, message } }) as const
  const run = runOf(
    transaction('Buy', true),
    transaction('Pay', false),
    { kind: 'variables', user: 1, iteration: 1, values: { zip: '', city: '杭州' } },
    log('info', 'Hello there'),
    log('error', 'broken', 'engine'),
    ended('finished'),
  )
  const { user, reported } = await open(run, { tab: 'transactions' })
  expect(dockBody()).toMatchInlineSnapshot(`
    "tabpanel
      table
        row: columnheader "Result" | columnheader "Name" | columnheader "User" | columnheader "Iteration" | columnheader "Time"
        row: Passed | button "Buy" | 1 | 2 | 1.23 s
        row: Failed | button "Pay" | 1 | 2 | 1.23 s"
  `)
  expect([...document.querySelectorAll('td[class*=ed]')].map(cell => cell.className)).toEqual([
    'cd-passed',
    'cd-failed',
  ])
  await user.click(screen.getByRole('button', { name: 'Pay' }))
  expect(reported).toEqual(['t:'])
  await user.click(screen.getByRole('tab', { name: 'Variables' }))
  expect(dockBody()).toMatchInlineSnapshot(`
    "tabpanel
      table
        row: columnheader "Variable" | columnheader "Latest value"
        row: columnheader "city" | 杭州
        row: columnheader "zip" | empty text"
  `)
  await user.click(screen.getByRole('tab', { name: 'Log 1 of 2 failed' }))
  expect(dockBody()).toMatchInlineSnapshot(`
    "tabpanel
      textbox "Filter the log" (Filter the log)
      button "close-circle"
      log
        03:04:05.678infoscriptHello there
        03:04:05.678errorenginebroken"
  `)
  const shown = () =>
    [...document.querySelectorAll('.cd-log-line')].map(line => line.lastElementChild?.textContent)
  await user.type(screen.getByRole('textbox'), ' HELLO ')
  expect(shown()).toEqual(['Hello there'])
  await user.clear(screen.getByRole('textbox'))
  await user.type(screen.getByRole('textbox'), 'engine')
  expect(shown()).toEqual(['broken'])
})

test.each(['transactions', 'variables', 'log'] as const)(
  'without results %s say where they come from',
  async tab => {
    await open(runOf(), { tab })
    expect(dockBody()).toMatch(/^tabpanel: (No transactions yet|No variables yet|No log lines)/)
  },
)

test.each([
  ['starting', { ...startingRun() }, 'is-running', 'Starting…'],
  ['running', runOf(exchange()), 'is-running', 'Running 1 request, 0 failed'],
  ['stopping', { ...runOf(), state: 'stopping' } as DebugRun, 'is-running', 'Stopping…'],
  [
    'finished',
    runOf(exchange(), exchange(), ended('finished')),
    'is-passed',
    'Finished 2 requests, 0 failed · elapsed 100 ms · response times in total 200 ms',
  ],
  [
    'finished with failures',
    runOf(bought, ended('finished')),
    'is-failed',
    'Finished 1 request, 1 failed · elapsed 300 ms',
  ],
  ['stopped', runOf(exchange(), ended('stopped')), 'is-off', 'Stopped 1 request, 0 failed · elapsed 100 ms'],
  [
    'stopped with failures',
    runOf(bought, ended('stopped')),
    'is-failed',
    'Stopped 1 request, 1 failed · elapsed 300 ms',
  ],
  ['failed', runOf(ended('failed', 'no load machine')), 'is-failed', 'Failed · no load machine'],
  ['timed out', runOf(ended('timeout')), 'is-failed', 'Timed out'],
  ['lost', { ...runOf(), state: 'ended' } as DebugRun, 'is-failed', 'Failed'],
])('the bar shows the result: %s', async (_, run, look, text) => {
  await open(run)
  const state = screen.getByRole('status')
  expect(state.className).toBe(`cd-debug-state ${look}`)
  expect(state.textContent.replace(/\s+/g, ' ').trim()).toBe(text)
})

test('a tab opens and closes its panel; an ended execution can be cleared', async () => {
  const { user, reported } = await open(full, { tab: null })
  expect(document.querySelector('.cd-dock-body')).toBeNull()
  expect(screen.queryByRole('separator')).toBeNull()
  const toggle = () => screen.getByRole('button', { name: /^(Open|Close)$/ })
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
  await user.click(toggle())
  expect(screen.getByRole('tab', { name: 'Requests 2 of 3 failed' }).getAttribute('aria-selected')).toBe(
    'true',
  )
  expect(toggle().getAttribute('aria-expanded')).toBe('true')
  await user.click(screen.getByRole('tab', { name: 'Requests 2 of 3 failed' }))
  expect(document.querySelector('.cd-dock-body')).toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Log' }))
  expect(screen.getByRole('tab', { name: 'Log' }).getAttribute('aria-selected')).toBe('true')
  await user.click(toggle())
  expect(document.querySelector('.cd-dock-body')).toBeNull()
  expect(screen.queryByRole('button', { name: /Clear$/ })).toBeNull()
  expect(reported).toEqual([])
})

test('clearing is offered once it has ended', async () => {
  const { user, reported } = await open(runOf(exchange(), ended('finished')))
  await user.click(screen.getByRole('button', { name: /Clear$/ }))
  expect(reported).toEqual(['clear'])
})

test('counts of failed requests and of errors are highlighted, warnings are not', async () => {
  const broken = {
    id: 'r',
    name: 'List',
    enabled: true,
    kind: 'request',
    protocol: 'http',
    http: { url: '' },
    checkpoints: [],
    extractors: [],
  }
  const counts = () =>
    [...document.querySelectorAll('.cd-dock-tab')].flatMap(
      tab => tab.querySelector('.cd-count')?.className ?? 'none',
    )
  const reported: string[] = []
  const first = await drawInEditor(<Dock run={full} reported={reported} options={{ tab: 'problems' }} />, {
    document: { steps: [broken] },
  })
  expect(counts()).toEqual(['cd-count is-bad', 'none', 'none', 'none', 'cd-count is-bad'])
  expect(dockBody()).toMatchInlineSnapshot(`
    "tabpanel
      list
        listitem
          button "Error Enter the address List""
  `)
  await first.user.click(
    within(document.querySelector('.cd-problems') as HTMLElement).getAllByRole('button')[0] as HTMLElement,
  )
  expect(reported).toEqual(['r:http.url'])
  first.unmount()
  const warned = { ...broken, http: { url: 'http://a.example/${nobody}' } }
  await drawInEditor(<Dock run={runOf(exchange())} reported={[]} options={{ tab: 'problems' }} />, {
    document: { steps: [warned], parameters: [] },
  })
  expect(counts()).toEqual(['cd-count', 'none', 'none', 'none', 'cd-count'])
  expect(dockBody()).toMatchInlineSnapshot(`
    "tabpanel
      list
        listitem
          button "Warning Nothing defines the variable \${nobody}; it will be sent as written List""
  `)
})

test('without problems the dock shows a message', async () => {
  await drawInEditor(<Dock run={null} reported={[]} options={{ tab: 'problems' }} />, {
    document: { steps: [pause] },
  })
  expect(document.querySelector('.cd-dock-hint')?.className).toBe('cd-dock-hint cd-passed')
})

test('the height of the dock can be changed within bounds, and is kept', async () => {
  Object.defineProperty(window, 'innerHeight', { configurable: true, value: 1_000 })
  const { unmount } = await open(full)
  const grip = () => screen.getByRole('separator')
  const height = () => grip().getAttribute('aria-valuenow')
  expect(height()).toBe('320')
  fireEvent.keyDown(grip(), { key: 'ArrowUp' })
  expect(height()).toBe('344')
  fireEvent.keyDown(grip(), { key: 'ArrowDown' })
  fireEvent.keyDown(grip(), { key: 'ArrowDown' })
  expect(height()).toBe('296')
  expect(fireEvent.keyDown(grip(), { key: 'x' })).toBe(true)
  grip().setPointerCapture = () => {}
  const pointer = (kind: 'pointerDown' | 'pointerMove' | 'pointerUp', y: number) => {
    const event = createEvent[kind](grip())
    Object.defineProperty(event, 'clientY', { value: y })
    fireEvent(grip(), event)
  }
  pointer('pointerMove', 400)
  expect(height()).toBe('296')
  pointer('pointerDown', 500)
  pointer('pointerMove', 400.4)
  expect(height()).toBe('396')
  pointer('pointerMove', 0)
  expect(height()).toBe('750')
  pointer('pointerMove', 2_000)
  expect(height()).toBe('140')
  pointer('pointerMove', 450)
  pointer('pointerUp', 450)
  pointer('pointerMove', 0)
  expect(height()).toBe('346')
  expect(document.querySelector<HTMLElement>('.cd-dock-body')?.style.height).toBe('346px')
  unmount()
  await open(full)
  expect(height()).toBe('346')
})

test.each(['0', 'wide', ''])('a stored height of "%s" is not used', async kept => {
  localStorage.setItem('pone.componentDockHeight', kept)
  await open(full)
  expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('320')
})

// The button

const group = {
  threads: 3,
  rampUpSeconds: 10,
  loops: 5,
  durationSeconds: 0,
  startDelaySeconds: 0,
  reuseThreads: true,
}
async function openButton(run: DebugRun | null, first: RunOptions, threadGroup = group) {
  const reported: string[] = []
  function Button() {
    const [options, setOptions] = useState(first)
    return (
      <RunButton
        run={run}
        options={options}
        threadGroup={threadGroup}
        onOptions={next => {
          reported.push(JSON.stringify(next))
          setOptions(next)
        }}
        onRun={() => void reported.push('run')}
        onStop={() => void reported.push('stop')}
      />
    )
  }
  const drawn = await drawInEditor(<Button />)
  return { ...drawn, reported }
}
const given = { load: 'given', users: 1, loops: 1 } as const

test.each([
  [given, 'Run'],
  [{ ...given, users: 2 }, 'Run 2 × 1'],
  [{ ...given, loops: 2 }, 'Run 1 × 2'],
  [{ ...given, load: 'threadGroup' as const }, 'Run 3 × 5'],
])('with %j the label of the button is %s', async (options, text) => {
  const { user, reported } = await openButton(null, options)
  const [button] = screen.getAllByRole('button')
  expect(button?.textContent).toBe(text)
  await user.click(button as HTMLElement)
  expect(reported).toEqual(['run'])
})

test('a run in progress is stopped once the server has confirmed it', async () => {
  const { user, reported, unmount } = await openButton(runOf(), given)
  await user.click(screen.getByRole('button', { name: /Stop/ }))
  expect(reported).toEqual(['stop'])
  unmount()
  const starting = await openButton(startingRun(), given)
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  starting.unmount()
  const stopping = await openButton({ ...runOf(), state: 'stopping' }, given)
  expect(screen.getByRole('button').className).toContain('ant-btn-loading')
  stopping.unmount()
  await openButton(runOf(ended('finished')), given)
  expect(screen.queryByRole('button', { name: /Stop/ })).toBeNull()
})

test('options of the run are users and loops, or those of the thread group', async () => {
  const { user, reported } = await openButton(null, given)
  await user.click(screen.getByRole('button', { name: 'Options of the run' }))
  const options = () => outline(document.querySelector('.cd-run-options') ?? document.body)
  expect(options()).toMatchInlineSnapshot(`
    "radiogroup "Options of the run"
      radio "So many users and loops" [checked]
      So many users and loops
      radio "As the thread group says"
      As the thread group says
    Users
    spinbutton "Users" = "1" [valuenow=1]
    button "Increase Value"
    button "Decrease Value" [disabled]
    Loops per user
    spinbutton "Loops per user" = "1" [valuenow=1]
    button "Increase Value"
    button "Decrease Value" [disabled]
    A standalone execution is for debugging; its results are not kept."
  `)
  const users = screen.getByRole('spinbutton', { name: 'Users' })
  await user.type(users, '{Backspace}3')
  fireEvent.blur(users)
  expect(JSON.parse(reported.at(-1) ?? '{}')).toEqual({ load: 'given', users: 3, loops: 1 })
  await user.click(screen.getByRole('radio', { name: 'As the thread group says' }))
  expect(JSON.parse(reported.at(-1) ?? '{}')).toEqual({ load: 'threadGroup', users: 3, loops: 1 })
  expect(options()).toMatchInlineSnapshot(`
    "radiogroup "Options of the run"
      radio "So many users and loops"
      So many users and loops
      radio "As the thread group says" [checked]
      As the thread group says
    3 threads within 10 s, loops: 5; start delay and duration count too.
    A standalone execution is for debugging; its results are not kept."
  `)
  await user.click(screen.getByRole('radio', { name: /So many/ }))
  expect(JSON.parse(reported.at(-1) ?? '{}')).toMatchObject({ load: 'given' })
})

test.each([
  ['one loop too many', { loops: 1_000_000 }, true],
  ['one user too many', { threads: 1_000_000 }, true],
  ['no end', { loops: 0 }, true],
  ['few', {}, false],
])('a thread group with %s shows the limits: %j', async (_, changes, isShown) => {
  const { user } = await openButton(null, { ...given, load: 'threadGroup' }, { ...group, ...changes })
  await user.click(screen.getByRole('button', { name: 'Options of the run' }))
  const text = document.querySelector('.cd-run-options')?.textContent ?? ''
  expect(text.includes('A standalone execution has at most')).toBe(isShown)
  expect(text.includes('forever') || text.includes('Forever')).toBe('loops' in changes && changes.loops === 0)
})

// Following an execution

const trial = (reported: string[], isOff = false) => (
  <JmeterTrial
    componentId="k1"
    isOff={isOff}
    withPlan={use => {
      reported.push('plan')
      use(new File(['<plan/>'], 'plan.jmx'))
    }}
  >
    {({ button, dock: results, run }: { button: ReactNode; dock: ReactNode; run: (plan: File) => void }) => (
      <>
        {button}
        <button type="button" onClick={() => run(new File(['<other/>'], 'other.jmx'))}>
          Other plan
        </button>
        {results}
      </>
    )}
  </JmeterTrial>
)

test('a plan is run, its events are fetched from where the last ones ended, and it is stopped', async () => {
  let isStopped = false
  const asked: string[] = []
  const sent = await serve({
    'jmeterComponent/startTrial': { debugId: 'd1' },
    'component/debugEvents': ({ from }: { from: string }) => {
      asked.push(from)
      const events = [exchange(), bought, ...(isStopped ? [ended('stopped')] : [])]
      return { events: events.slice(Number(from)), isEnded: isStopped }
    },
    'component/stopDebug': () => {
      isStopped = true
      return null
    },
  })
  const reported: string[] = []
  const { user } = await draw(trial(reported))
  expect(document.querySelector('.cd-dock')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Run/ }))
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  expect(screen.getByRole('status').textContent).toContain('Running')
  await user.click(screen.getByRole('button', { name: 'Other plan' }))
  await user.click(screen.getByRole('button', { name: /Stop/ }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Stopped'))
  expect(screen.getAllByRole('option')).toHaveLength(2)
  expect(reported).toEqual(['plan'])
  expect(sent.filter(({ call }) => call !== 'component/debugEvents').map(({ call }) => call)).toEqual([
    'jmeterComponent/startTrial',
    'component/stopDebug',
  ])
  expect(sent.find(({ call }) => call === 'component/stopDebug')?.fields).toMatchObject({
    projectId: 'p1',
    debugId: 'd1',
  })
  expect(new Set(asked)).toEqual(new Set(['0', '2']))
  await user.click(screen.getByRole('button', { name: /Clear$/ }))
  expect(document.querySelector('.cd-dock')).toBeNull()
})

test('an execution that cannot be started shows the reason', async () => {
  await serve({
    'jmeterComponent/startTrial': { status: 500, code: 'NoMachine', message: 'No load machine is free' },
  })
  const { user } = await draw(trial([]))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Failed · No load machine is free')).toBeTruthy()
})

test('an execution that no longer exists on the server ends', async () => {
  await serve({
    'jmeterComponent/startTrial': { debugId: 'd1' },
    'component/debugEvents': { status: 500, code: 'NotFound', message: 'It is gone' },
  })
  const { user } = await draw(trial([]))
  await user.click(screen.getByRole('button', { name: 'Other plan' }))
  expect(await screen.findByText('Failed · It is gone')).toBeTruthy()
})

test('an execution whose end event is missing ends as well', async () => {
  await serve({
    'jmeterComponent/startTrial': { debugId: 'd1' },
    'component/debugEvents': { events: [], isEnded: true },
  })
  const { user } = await draw(trial([]))
  await user.click(screen.getByRole('button', { name: 'Other plan' }))
  expect(await screen.findByText(/^Failed/)).toBeTruthy()
})

test('without the right to run there is neither button nor run', async () => {
  const sent = await serve({})
  const { user } = await draw(trial([], true))
  await user.click(screen.getByRole('button', { name: 'Other plan' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.queryByRole('button', { name: /Run/ })).toBeNull()
  expect(sent).toEqual([])
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
  await user.click(document.querySelector('[data-number="1"]') as HTMLElement)
  await user.click(screen.getByRole('tab', { name: 'Response' }))
  await user.click(await screen.findByRole('button', { name: 'Extract to a variable: x-node' }))
  await user.click(screen.getByRole('button', { name: 'Add a checkpoint: x-node' }))
  expect(reported).toEqual(['s2:extractors.0', 's2:checkpoints.0'])
  expect(edited().steps[0]).toMatchObject({
    extractors: [{ variable: 'x_node', source: 'header', expression: 'x-node' }],
    checkpoints: [{ source: 'header', expression: 'x-node', operator: 'equals', expected: 'n1' }],
  })
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
  await user.click(document.querySelector('[data-number="1"]') as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Status equals 200' }))
  expect(reported).toEqual(['s2:checkpoints.1'])
})

test('results stay until the next execution has any', async () => {
  const old = runOf(exchange(), ended('finished'))
  const next = { ...runOf(), debugId: 'next' }
  const none = async () => {}
  const debug = { run: next, results: old, start: none, follow: none, stop: none, clear: () => {} }
  await draw(<DebugDock debug={debug} tab="requests" onTab={() => {}} />)
  expect(document.querySelectorAll('[data-number]')).toHaveLength(1)
  expect(screen.getByText('Results of the run before')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('Running')
})
