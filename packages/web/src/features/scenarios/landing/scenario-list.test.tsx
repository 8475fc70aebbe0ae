import { scenarioRowSchema } from '@pone/contract/entities/scenario.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, runOf, startedAt } from '../../../test-runs.ts'
import { ScenarioSets } from '../scenario-sets.tsx'

const row = (number: number, name: string, over: object = {}) =>
  scenarioRowSchema.parse({
    id: idOf(number),
    name,
    setName: '',
    engine: 'pr',
    updatedAt: startedAt,
    updatedBy: 'li',
    last: null,
    ...over,
  })
const node = (number: number, kind: string, name: string, parentId: string | null) => ({
  id: idOf(number),
  parentId,
  kind,
  name,
  position: 0,
  updatedAt: startedAt,
  updatedBy: 'li',
})
const rows = [
  row(1, 'Browse', { setName: 'Shop', last: runOf(4, { sla: 'passed', state: 'complete' }) }),
  row(2, 'Buy', { last: runOf(5, { sla: 'pending', state: 'running', endedAt: null }) }),
  row(3, 'Pay', {
    last: runOf(6, { sla: 'broken', state: 'failed', cause: 'timeout', requests: 0, failed: 0, p95Ms: null }),
  }),
  row(4, 'Search'),
]
const tree = [
  node(8, 'root', 'root', null),
  node(9, 'set', 'Shop', idOf(8)),
  node(1, 'scenario', 'Browse', idOf(9)),
]

async function open(address = '/', answers: Record<string, unknown> = {}, rights = ['run.execute'] as const) {
  const sent = await serve({
    'scenario/tree': tree,
    'scenario/list': { rows, total: 4, page: 1, pageSize: 10 },
    'run/start': runOf(7),
    ...answers,
  })
  const drawn = await draw(<ScenarioSets head={null} />, { address, session: { accessList: [...rights] } })
  const last = () => sent.findLast(({ call }) => call === 'scenario/list')?.fields
  return { ...drawn, sent, last }
}

test('without a chosen scenario all are listed with the result of their last run', async () => {
  await open()
  await screen.findByText('Pay')
  expect(outline(screen.getByRole('region', { name: 'Scenarios' }))).toMatchInlineSnapshot(`
    "region "Scenarios"
      img "search"
      textbox "Search by scenario or scenario set" (Search by scenario or scenario set)
      button "close-circle"
      All results
      combobox "Result of the last run" [haspopup=listbox]
      img "down"
      button "Select columns"
      table: row: columnheader "Scenario" | columnheader "Scenario set" | columnheader "Last run" | columnheader "SLA verdict" | columnheader "Start time" [sort=descending] | columnheader "Peak users" | columnheader "Requests/s" | columnheader "P95" | columnheader "Error rate" | columnheader "Actions" "Scenarios"
      table "Scenarios"
        row: columnheader "Scenario" | columnheader "Scenario set" | columnheader "Last run" | columnheader "SLA verdict" | columnheader "Start time" | columnheader "Peak users" | columnheader "Requests/s" | columnheader "P95" | columnheader "Error rate" | columnheader "Actions"
        row: button "Browse" | Shop | Complete | Passed | 2020-11-25 08:00 | 20 | 40 | 55 ms | 2.5 % | link "Report: Open run #4 of “Browse”" → /pone/atf/projects/analysisReports?id=44444444-e2bb-4255-8caf-4136c566a962; button "Run “Browse”"
        row: button "Buy" | – | Running | Pending | 2020-11-26 08:00 | 20 | 40 | 55 ms | 2.5 % | link "View live: Open run #5 of “Buy”" → /pone/atf/projects/realTimeMonitoring?id=55555555-e2bb-4255-8caf-4136c566a962; button "Run “Buy”" [disabled]
        row: button "Pay" | – | Failed | Failed | 2020-11-27 08:00 | 20 | 40 | – | – | link "Report: Open run #6 of “Pay”" → /pone/atf/projects/analysisReports?id=66666666-e2bb-4255-8caf-4136c566a962; button "Run “Pay”"
        row: button "Search" | – | Never run | – | – | – | – | – | – | button "Run “Search”"
      list
        listitem: 4 in total
        listitem [disabled] title "Previous Page"
          button "Previous page" [disabled]
        listitem title "1"
          link "Page 1" [current=page]
        listitem [disabled] title "Next Page"
          button "Next page" [disabled]
        listitem
          10 / page
          combobox "Page Size" [haspopup=listbox]
          img "down""
  `)
})

test('the list is searched, filtered and sorted by the server', async () => {
  const { user, last } = await open()
  await screen.findByText('Pay')
  await user.type(screen.getByRole('textbox', { name: /search by scenario or scenario set/i }), 'pay{Enter}')
  await waitFor(() => expect(last()).toMatchObject({ search: 'pay', sort: 'lastRun', state: 'all' }))
  await user.click(screen.getAllByRole('columnheader', { name: /p95/i })[0] as HTMLElement)
  await waitFor(() => expect(last()).toMatchObject({ sort: 'p95Ms', descending: 'true' }))
  await user.click(screen.getByRole('combobox', { name: /result of the last run/i }))
  await user.click((await screen.findAllByText('SLA failed')).at(-1) as HTMLElement)
  await waitFor(() => expect(last()).toMatchObject({ state: 'broken' }))
})

test('a scenario is run from the list, unless it is running', async () => {
  const { user, router, sent } = await open()
  const inRow = async (name: string) =>
    within((await screen.findByText(name)).closest('tr') as HTMLElement).getByRole('button', {
      name: /^run/i,
    })
  expect((await inRow('Buy')).hasAttribute('disabled')).toBe(true)
  await user.click(await inRow('Pay'))
  await waitFor(() => expect(router.state.location.search).toContain(idOf(7)))
  expect(sent.find(({ call }) => call === 'run/start')?.fields).toMatchObject({ scenarioId: idOf(3) })
})

test('a set lists its own, and what may not be run has no button', async () => {
  const { last } = await open(`/?id=${idOf(9)}`, {}, [] as never)
  await screen.findByRole('heading', { name: 'Shop' })
  await screen.findByText('Pay')
  expect(last()).toMatchObject({ setId: `"${idOf(9)}"` })
  expect(screen.queryByRole('button', { name: /^run/i })).toBeNull()
})

test('a project without scenarios asks for the first', async () => {
  await open('/', { 'scenario/tree': tree.slice(0, 1) })
  await screen.findByText(/no scenarios yet/i)
})
