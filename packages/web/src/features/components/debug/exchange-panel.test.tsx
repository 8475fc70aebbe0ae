import { type DebugEvent } from '@pone/contract/link/debug.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import {
  bought,
  dock,
  dockBody,
  ended,
  exchange,
  full,
  open,
  runOf,
  startAt,
  transaction,
} from './test-dock.tsx'

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
    'when it sent nothing': /This run sent no requests\.$/,
    'when it failed without a reason': /alert: Failed$/,
    'when it failed': /alert: no load machine$/,
  }
  expect(dockBody()).toMatch(texts[name] ?? /never/)
})

test('requests are listed with result, user, size, time and their place on the time axis', async () => {
  await open(full)
  expect(outline(dock())).toMatchInlineSnapshot(`
    "region "Results and problems"
      separator "Resize" [valuenow=320]
      tablist "Results and problems"
        tab "Requests 2 of 3 failed" [selected]
        tab "Search"
        tab "Transactions"
        tab "Variables"
        tab "Log"
        tab "Problems"
      status: Running · 3 requests, 2 failed
      button "Collapse" [expanded]
      tabpanel
        textbox "Filter by name, address, status or content" (Filter by name, address, status or content)
        button "close-circle"
        checkbox "Failed only"
        Failed only
        listbox "Requests"
          option "1 Passed GET /list user 1 · iteration 1 200 512 B 100 ms" [setsize=3, posinset=1]
          option "2 Failed POST Buy user 1 · iteration 1 503 2 KiB 300 ms" [setsize=3, posinset=2]
          option "3 Failed SELECT 1 user 2 · iteration 1 ECONNREFUSED 0 B 50 ms" [setsize=3, posinset=3]"
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
  const numbers = () => screen.queryAllByRole('option').map(row => row.dataset['row'])
  await user.click(screen.getByRole('checkbox', { name: 'Failed only' }))
  expect(numbers()).toEqual(['2', '3'])
  expect(screen.queryByText('No matching requests')).toBeNull()
  await user.type(screen.getByRole('textbox'), 'get /list')
  expect(numbers()).toEqual([])
  expect(screen.getByText('No matching requests')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Failed only' }))
  expect(numbers()).toEqual(['1'])
})

test('requests are selected with the arrow keys and closed with Escape', async () => {
  const { user, reported } = await open(full)
  const list = screen.getByRole('listbox')
  list.focus()
  const selected = () => screen.queryAllByRole('option', { selected: true }).map(row => row.dataset['row'])
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

test('of 2,000 requests only those in view are drawn; End and Home reach the last and the first', async () => {
  const requests = Array.from({ length: 2_000 }, (_, at) => exchange({ exchange: { at: startAt + at } }))
  const { user } = await open(runOf(...requests, ended('finished')))
  const list = screen.getByRole('listbox')
  const drawn = () => within(list).getAllByRole('option')
  expect(drawn().length).toBeLessThan(60)
  expect(drawn()[0]?.getAttribute('aria-setsize')).toBe('2000')
  expect(list.querySelector<HTMLElement>('.cd-exchange-lines')?.style.height).toBe('56000px')
  list.focus()
  const selected = () => screen.getByRole('option', { selected: true })
  await user.keyboard('{End}')
  expect(selected().dataset['row']).toBe('2000')
  expect(selected().getAttribute('aria-posinset')).toBe('2000')
  expect(selected().style.top).toBe('55972px')
  expect(document.getElementById(list.getAttribute('aria-activedescendant') ?? '')).toBe(selected())
  expect(drawn().length).toBeLessThan(60)
  await user.keyboard('{Home}')
  expect(selected().dataset['row']).toBe('1')
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
      option "3 Passed GET /list 200 0 B 100 ms" [setsize=3, posinset=1]
      img "Failed"
      Buy1.23 s
      option "1 Passed GET /list 200 0 B 100 ms" [setsize=3, posinset=2]
      option "2 Failed GET /b 500 0 B 100 ms" [setsize=3, posinset=3]"
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
