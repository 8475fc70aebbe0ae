import { act, createEvent, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { resizeWindow } from '../../../test-happy-window.ts'
import { outline } from '../../../test-outline.ts'
import { draw } from '../../../test-page.tsx'
import { type DebugRun, startingRun } from '../exchange/debug-model.ts'
import { drawInEditor } from '../test-editor.tsx'
import { DebugDock } from './debug-dock.tsx'
import {
  bought,
  Dock,
  dock,
  dockBody,
  ended,
  exchange,
  full,
  open,
  pause,
  runOf,
  startAt,
  transaction,
} from './test-dock.tsx'

test('before the first execution the dock describes what it will show', async () => {
  await open(null)
  expect(outline(dock())).toMatchInlineSnapshot(`
    "region "Results and problems"
      separator "Resize" [valuenow=320]
      tablist "Results and problems"
        tab "Requests" [selected]
        tab "Search"
        tab "Transactions"
        tab "Variables"
        tab "Log"
        tab "Problems"
      button "Collapse" [expanded]
      tabpanel
        heading "No requests"
        Click “Run standalone” or press Ctrl+Enter to see requests, responses, checkpoints, variables and log here."
  `)
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
      group "Transactions"
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
        row: columnheader "Variable name" | columnheader "Last value"
        row: columnheader "city" | 杭州
        row: columnheader "zip" | empty text"
  `)
  await user.click(screen.getByRole('tab', { name: 'Log 1 of 2 failed' }))
  expect(dockBody()).toMatchInlineSnapshot(`
    "tabpanel
      textbox "Filter log" (Filter log)
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

test('of thousands of transactions only those in view are drawn', async () => {
  const run = runOf(
    ...Array.from({ length: 3_000 }, (_, at) => transaction(`Buy ${at}`, true)),
    ended('finished'),
  )
  await open(run, { tab: 'transactions' })
  const table = screen.getByRole('table')
  const names = () =>
    within(table)
      .getAllByRole('button')
      .map(button => button.textContent)
  expect(names()[0]).toBe('Buy 0')
  expect(names().length).toBeLessThan(100)
  expect(table.getAttribute('aria-rowcount')).toBe('3001')
  const box = screen.getByRole('group', { name: 'Transactions' })
  await act(async () => {
    box.scrollTop = 1_500 * 31
    fireEvent.scroll(box)
  })
  expect(names()).toContain('Buy 1500')
  expect(names()).not.toContain('Buy 0')
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
  ['running', runOf(exchange()), 'is-running', 'Running · 1 request, 0 failed'],
  ['stopping', { ...runOf(), state: 'stopping' } as DebugRun, 'is-running', 'Stopping…'],
  [
    'finished',
    runOf(exchange(), exchange(), ended('finished')),
    'is-passed',
    'Finished · 2 requests, 0 failed · elapsed 100 ms · total response time 200 ms',
  ],
  [
    'finished with failures',
    runOf(bought, ended('finished')),
    'is-failed',
    'Finished · 1 request, 1 failed · elapsed 300 ms',
  ],
  [
    'stopped',
    runOf(exchange(), ended('stopped')),
    'is-off',
    'Stopped · 1 request, 0 failed · elapsed 100 ms',
  ],
  [
    'stopped with failures',
    runOf(bought, ended('stopped')),
    'is-failed',
    'Stopped · 1 request, 1 failed · elapsed 300 ms',
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
  const toggle = () => screen.getByRole('button', { name: /^(Expand|Collapse)$/ })
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
  expect(counts()).toEqual(['cd-count is-bad', 'none', 'none', 'none', 'none', 'cd-count is-bad'])
  expect(dockBody()).toMatchInlineSnapshot(`
    "tabpanel
      list
        listitem
          button "Error Enter a request address List""
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
  expect(counts()).toEqual(['cd-count', 'none', 'none', 'none', 'none', 'cd-count'])
  expect(dockBody()).toMatchInlineSnapshot(`
    "tabpanel
      list
        listitem
          button "Warning Variable \${nobody} is not defined and is sent unchanged List""
  `)
})

test('a failed script is counted as such, and no request is said to have failed', async () => {
  const line = { at: startAt, level: 'error', source: 'script', message: 'no key' } as const
  const failed = { kind: 'log', line, fault: { stepId: 'g', line: 2 } } as const
  await open(runOf(exchange(), failed, ended('finished')))
  expect(screen.getByRole('status').textContent.trim()).toBe(
    'Finished · 1 request · 1 script failure · elapsed 100 ms',
  )
  expect(screen.getByRole('status').className).toContain('is-failed')
})

test('without problems the dock shows a message', async () => {
  await drawInEditor(<Dock run={null} reported={[]} options={{ tab: 'problems' }} />, {
    document: { steps: [pause] },
  })
  expect(document.querySelector('.cd-dock-hint')?.className).toBe('cd-dock-hint cd-passed')
})

test('the height of the dock can be changed within bounds, and is kept', async () => {
  resizeWindow({ height: 1_000 })
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

test('results stay until the next execution has any', async () => {
  const old = runOf(exchange(), ended('finished'))
  const next = { ...runOf(), debugId: 'next' }
  const none = async () => {}
  const debug = { run: next, results: old, start: none, follow: none, stop: none, clear: () => {} }
  await draw(<DebugDock debug={debug} tab="requests" onTab={() => {}} />)
  expect(document.querySelectorAll('[data-row]')).toHaveLength(1)
  expect(screen.getByText('Results of the previous run')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('Running')
})
