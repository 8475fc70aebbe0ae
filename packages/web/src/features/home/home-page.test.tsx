import {
  changesSchema,
  type HomeRun,
  homeRunSchema,
  trendsSchema,
  waitingSchema,
} from '@pone/contract/entities/home.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { outline } from '../../test-outline.ts'
import { draw, serve } from '../../test-page.tsx'
import { idOf, runOf, startedAt } from '../../test-runs.ts'
import { Page } from './home-page.tsx'

const run = (number: number, over: object = {}) => ({
  id: idOf(number),
  number,
  scenarioId: null,
  scenarioName: 'Black Friday',
  state: 'complete',
  sla: 'passed',
  startedAt,
  durationMs: 60_000,
  requests: 2_400,
  requestsPerSecond: 40,
  p95Ms: 55,
  errorPercent: 2.5,
  ...over,
})
const figures = {
  components: 3,
  scenarios: 2,
  members: 4,
  runs: { total: 3, complete: 1, failed: 1, stopped: 0, active: 1 },
  requests: 4_800,
  slaPassedPercent: 66.7,
  runsPerDay: [{ day: '2020-11-22', complete: 1, failed: 1, stopped: 0 }],
  latestRuns: [
    run(1),
    run(2, { state: 'running', sla: 'pending', durationMs: null, p95Ms: null }),
    run(3, { state: 'of later versions', sla: 'unknown' }),
  ],
  latestChanges: [{ at: startedAt, account: 'li', action: 'component.save', target: 'Cart' }],
}
const homeRun = (number: number, over: Partial<HomeRun> = {}): HomeRun =>
  homeRunSchema.parse({
    id: idOf(number),
    number,
    state: 'complete',
    sla: 'passed',
    createdAt: startedAt - 2_000,
    startedAt,
    peakUsers: 20,
    requests: 2_400,
    requestsPerSecond: 40,
    p95Ms: 55,
    errorPercent: 2.5,
    ...over,
  })
const changes = changesSchema.parse({
  compared: 7,
  otherLoad: 2,
  isCut: true,
  worse: 4,
  rows: [
    {
      scenarioId: idOf(11),
      scenarioName: 'Checkout',
      latest: homeRun(9, { p95Ms: 240, errorPercent: 8, requestsPerSecond: 30 }),
      previous: homeRun(8, { p95Ms: 120 }),
      reasons: ['p95', 'errors', 'rate'],
      isLoadAlike: true,
    },
    {
      scenarioId: idOf(12),
      scenarioName: 'Sign in',
      latest: homeRun(7, { state: 'failed' }),
      previous: homeRun(6),
      reasons: ['failed'],
      isLoadAlike: false,
    },
    {
      scenarioId: idOf(13),
      scenarioName: 'Search',
      latest: homeRun(5, { sla: 'broken' }),
      previous: homeRun(4),
      reasons: ['sla'],
      isLoadAlike: true,
    },
  ],
})
const noChanges = changesSchema.parse({ compared: 3, otherLoad: 0, isCut: false, worse: 0, rows: [] })
const trends = trendsSchema.parse({
  scenarios: [
    {
      scenarioId: idOf(11),
      scenarioName: 'Checkout',
      runs: 30,
      points: [
        homeRun(6),
        homeRun(7, { state: 'failed', requests: 0, p95Ms: null, errorPercent: null }),
        homeRun(8, { p95Ms: 120 }),
        homeRun(9, { p95Ms: 240 }),
      ],
    },
  ],
})
const waiting = waitingSchema.parse({
  runs: { total: 100, limit: 100, rows: [{ ...homeRun(9), scenarioId: idOf(11), scenarioName: 'Checkout' }] },
  schedules: [{ id: idOf(1), setId: idOf(2), setName: 'Nightly', at: startedAt }],
  missed: [{ id: idOf(3), number: 4, setName: 'Weekly', engine: 'pr', dueAt: startedAt }],
  components: [{ id: idOf(4), name: 'Cart', errors: 2, firstError: 'A step needs an address' }],
})
const nothingWaits = waitingSchema.parse({
  runs: { total: 0, limit: 100, rows: [] },
  schedules: [],
  missed: [],
  components: [],
})
const active = runOf(3, {
  state: 'running',
  startedAt: Date.now() - 30_000,
  endedAt: null,
  plannedDurationMs: 600_000,
})
const quiet = {
  'project/home': figures,
  'run/list': { total: 0, page: 1, pageSize: 50, rows: [] },
  'home/changes': noChanges,
  'home/trends': { scenarios: [] },
  'home/waiting': nothingWaits,
}
const allFunctions = ['run.view', 'component.edit', 'scenario.edit', 'run.execute'] as const
type Held = (typeof allFunctions)[number] | 'monitor.view'

async function open(answers: object = {}, accessList: readonly Held[] = allFunctions) {
  const sent = await serve({ ...quiet, ...answers })
  const drawn = await draw(<Page />, { session: { projectName: 'Shop', accessList: [...accessList] } })
  await screen.findAllByRole('heading', { level: 2 })
  return { ...drawn, sent }
}
/** The panel with this title, once it shows more than its skeleton. */
async function panel(title: RegExp): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  const section = heading.closest('section')
  if (section === null) throw new Error('the title stands in no panel')
  await vi.waitFor(() => expect(within(section).queryByRole('status')).toBeNull(), { timeout: 10_000 })
  return section
}
const empty = {
  runs: { total: 0, complete: 0, failed: 0, stopped: 0, active: 0 },
  latestRuns: [],
  runsPerDay: [],
  latestChanges: [],
  slaPassedPercent: null,
  requests: 0,
}
const emptyProject = (over: object = {}) => ({ 'project/home': { ...figures, ...empty, ...over } })

test('a project shows its figures, last runs and changes', async () => {
  await open()
  await panel(/Recent runs/)
  const lines = outline().split('\n')
  expect(lines.slice(0, 8).join('\n')).toMatchInlineSnapshot(`
    "banner
      heading "Shop"
    link "Components 3" → /pone/atf/projects/assembly
    link "Scenarios 2" → /pone/atf/projects/testset
    link "Runs 3 1 complete, 1 failed, 0 stopped" → /pone/atf/projects/logging
    Total requests4,800
    SLA pass rate66.7 %
    link "Members 4" → /pone/atf/projects/projectManagement?tab=members"
  `)
  expect(outline(await panel(/Recent runs/))).toMatchInlineSnapshot(`
    "region
      heading "Recent runs All execution records"
      table
        row: columnheader "Run" | columnheader "State" | columnheader "SLA" | columnheader "Start time" | columnheader "Duration" | columnheader "Total requests" | columnheader "Requests/s" | columnheader "P95" | columnheader "Error rate"
        row: link "#1 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=11111111-e2bb-4255-8caf-4136c566a962 | Complete | Passed | 2020-11-22 08:00 | 1 min 00 s | 2,400 | 40 | 55 ms | 2.5 %
        row: link "#2 Black Friday" title "Black Friday" → /pone/atf/projects/realTimeMonitoring?id=22222222-e2bb-4255-8caf-4136c566a962 | Running | Pending | 2020-11-22 08:00 | – | 2,400 | 40 | – | 2.5 %
        row: link "#3 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=33333333-e2bb-4255-8caf-4136c566a962 | of later versions |  | 2020-11-22 08:00 | 1 min 00 s | 2,400 | 40 | 55 ms | 2.5 %"
  `)
  expect(outline(await panel(/14 days/))).toMatchInlineSnapshot(`
    "region
      heading "Runs of the last 14 days"
      figure
        list
          listitem "11-22: 1 complete, 0 stopped, 1 failed"
        Complete Stopped Failed"
  `)
  expect(outline(await panel(/Recent changes/))).toMatchInlineSnapshot(`
    "region
      heading "Recent changes"
      list: listitem: li Save a component Cart2020-11-22 08:00"
  `)
})

const monitorCounts = (total: number) => ({
  total,
  running: total,
  byState: { up: 1, down: 1, partly: 0, waiting: 0, stopped: 0, noAgent: 0 },
})

test('a project without runs shows its monitors beside the first steps', async () => {
  await open({ ...emptyProject(), 'monitor/counts': monitorCounts(2) }, [...allFunctions, 'monitor.view'])
  expect(outline(await screen.findByRole('link', { name: /^Monitors/ }))).toMatchInlineSnapshot(
    `"link "Monitors 2 2 running, 1 down" → /pone/atf/projects/monitorList"`,
  )
})

test('a project without runs and monitors shows the first steps alone', async () => {
  const { sent } = await open({ ...emptyProject(), 'monitor/counts': monitorCounts(0) }, [
    ...allFunctions,
    'monitor.view',
  ])
  await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain('monitor/counts'), {
    timeout: 10_000,
  })
  expect(screen.queryByRole('link', { name: /^Monitors/ })).toBeNull()
})

const alertFigures = {
  open: { critical: 1, warning: 0, notice: 2, unacknowledged: 3 },
  lastDay: { critical: 5, warning: 0, notice: 2 },
}

test('open incidents are told by level beside those of the last day, and lead to their list', async () => {
  const answers = { 'monitor/counts': monitorCounts(2), 'alert/figures': alertFigures }
  await open(answers, [...allFunctions, 'monitor.view'])
  expect(outline(await screen.findByRole('link', { name: /^Open incidents/ }))).toMatchInlineSnapshot(
    `"link "Open incidents 3 1 critical, 0 warning, 2 notice 7 in the last 24 h" title "Incidents that are open, and those that were opened in the last 24 hours" → /pone/atf/projects/taskCenter/monitorWarning"`,
  )
})

test('incidents are not asked for by a role that may not see them', async () => {
  const { sent } = await open({ 'monitor/counts': monitorCounts(2), 'alert/figures': alertFigures })
  await panel(/Recent runs/)
  expect(screen.queryByRole('link', { name: /^Open incidents/ })).toBeNull()
  expect(sent.map(({ call }) => call)).not.toContain('alert/figures')
})

test('what runs now shows progress and figures since the start', async () => {
  await open({
    // When it is asked for: on a busy machine the tests before may take seconds.
    'run/list': () => ({
      total: 2,
      page: 1,
      pageSize: 50,
      rows: [{ ...active, startedAt: Date.now() - 30_000 }, runOf(4, { state: 'new', source: 'import' })],
    }),
  })
  const rows = within(await panel(/Active runs \(1\)/)).getAllByRole('row')
  expect(rows).toHaveLength(2)
  expect(outline(rows[1]).replaceAll(/\d+(\.\d)? s of/g, 'N s of')).toMatchInlineSnapshot(
    `"row: link "#3 Black Friday" title "Black Friday" → /pone/atf/projects/realTimeMonitoring?id=33333333-e2bb-4255-8caf-4136c566a962 | Running | progressbar "N s of 10 min 00 s" [valuenow=5]; N s of 10 min 00 s | 20 | 40 | 2.5 % | li"`,
  )
})

test('nothing runs, nothing became worse, nothing waits, nothing ran lately', async () => {
  await open()
  expect(outline(await panel(/Active runs/))).toMatchInlineSnapshot(`
    "region
      heading "Active runs"
      No active runs.
      link "Run a scenario" → /pone/atf/projects/testset"
  `)
  expect(outline(await panel(/worse than/))).toContain('Scenarios compared: 3; none is worse.')
  expect(outline(await panel(/Waiting for me/))).toContain('Nothing is waiting for you.')
  expect(outline(await panel(/Trends/))).toContain('No completed runs in the last 30 days.')
})

test('scenarios that became worse name what, with both figures, report and comparison', async () => {
  await open({ 'home/changes': changes })
  expect(outline(await panel(/worse than/))).toMatchInlineSnapshot(`
    "region
      heading "Scenarios worse than last time"
      group
        button "The last complete or failed run of each scenario in the last 30 days, compared with the last complete run before it"
        Listed if at least one condition applies: the run failed; the SLA changed from passed to failed; P95 increased by ≥ 20 % and ≥ 10 ms; the error rate increased by ≥ 1 percentage points; requests/s decreased by ≥ 10 %. P95 and requests/s are not compared if peak users differ by more than 10 %. Data covers whole runs including ramp-up; runs stopped by users are excluded. At most the last 2,000 runs are examined.
      list
        listitem
          link "#9 Checkout" title "Checkout" → /pone/atf/projects/analysisReports?id=99999999-e2bb-4255-8caf-4136c566a962
          2020-11-22 08:00
          Slower, Higher error rate, Lower throughputP95 120 ms → 240 ms2.5 % → 8 %40 → 30 /s
          link "Compare with #8" → /pone/atf/projects/prReportsCompare?runs=88888888-e2bb-4255-8caf-4136c566a962_99999999-e2bb-4255-8caf-4136c566a962
        listitem
          link "#7 Sign in" title "Sign in" → /pone/atf/projects/analysisReports?id=77777777-e2bb-4255-8caf-4136c566a962
          2020-11-22 08:00
          Run failed
          link "Compare with #6" → /pone/atf/projects/prReportsCompare?runs=66666666-e2bb-4255-8caf-4136c566a962_77777777-e2bb-4255-8caf-4136c566a962
        listitem
          link "#5 Search" title "Search" → /pone/atf/projects/analysisReports?id=55555555-e2bb-4255-8caf-4136c566a962
          2020-11-22 08:00
          SLA failed
          link "Compare with #4" → /pone/atf/projects/prReportsCompare?runs=44444444-e2bb-4255-8caf-4136c566a962_55555555-e2bb-4255-8caf-4136c566a962
      Further scenarios that are worse but not listed: 1. 2 of 7 scenarios ran with a different number of users; only SLA and error rate were compared. Only the last 2,000 runs were examined."
  `)
})

test('what waits for the person is listed by kind', async () => {
  sessionStorage.setItem(`pone.componentDraft.${idOf(5)}`, '{}')
  sessionStorage.setItem(`pone.jmeterDraft.${idOf(6)}`, '{}')
  await open({
    'home/waiting': waiting,
    'component/get': { id: idOf(5), name: 'Login' },
  })
  await screen.findByText('Login')
  expect(outline(await panel(/Waiting for me/))).toMatchInlineSnapshot(`
    "region
      heading "Waiting for me"
      heading "Unsaved changes in this tab"
      list
        listitem
          link "Login" → /pone/atf/projects/prComponentDesign?id=55555555-e2bb-4255-8caf-4136c566a962
      heading "My completed runs not viewed yet (100+)"
      list
        listitem
          link "#9 Checkout" → /pone/atf/projects/analysisReports?id=99999999-e2bb-4255-8caf-4136c566a962
          2020-11-22 08:00
          CompleteSLA Passed
      heading "Task sets that missed their schedule in the last 7 days"
      list
        listitem
          link "#4 Weekly" → /pone/atf/projects/taskCenter/PRPerformanceTask?open=33333333-e2bb-4255-8caf-4136c566a962
          2020-11-22 08:00
      heading "Components I edited recently that cannot run because of errors"
      list
        listitem
          link "Cart" → /pone/atf/projects/prComponentDesign?id=44444444-e2bb-4255-8caf-4136c566a962
          Errors: 2. First error: A step needs an address
      heading "Upcoming task sets"
      list
        listitem
          link "Nightly" → /pone/atf/projects/testset?tree=tasks&id=22222222-e2bb-4255-8caf-4136c566a962
          2020-11-22 08:00"
  `)
})

test('a trend shows the latest run, and the one that is pointed at or reached by arrow keys', async () => {
  const { user } = await open({ 'home/trends': trends })
  const section = await panel(/Trends/)
  expect(outline(section)).toMatchInlineSnapshot(`
    "region
      heading "Trends of main scenarios"
      The 4 scenarios with the most runs in the last 30 days, with the last 20 completed runs of each; data of whole runs including ramp-up. The y axis starts at 0. Hollow points are failed or stopped runs and are not connected.
      article
        heading "Checkout Last runs: 4"
        P95240 msmax 240 ms
        Requests/s40max 40
        Error rate2.5 %max 2.5 %
        list "Runs of Checkout; use the left and right arrow keys to select a run"
          listitem
            link "#6, 2020-11-22 08:00:00, Complete, P95 55 ms, requests/s 40, errors 2.5 %, open the report" → /pone/atf/projects/analysisReports?id=66666666-e2bb-4255-8caf-4136c566a962
          listitem
            link "#7, 2020-11-22 08:00:00, Failed, P95 –, requests/s –, errors –, open the report" → /pone/atf/projects/analysisReports?id=77777777-e2bb-4255-8caf-4136c566a962
          listitem
            link "#8, 2020-11-22 08:00:00, Complete, P95 120 ms, requests/s 40, errors 2.5 %, open the report" → /pone/atf/projects/analysisReports?id=88888888-e2bb-4255-8caf-4136c566a962
          listitem
            link "#9, 2020-11-22 08:00:00, Complete, P95 240 ms, requests/s 40, errors 2.5 %, open the report" → /pone/atf/projects/analysisReports?id=99999999-e2bb-4255-8caf-4136c566a962
        #9 2020-11-22 08:00 Complete 20 peak users"
  `)
  expect(section.querySelectorAll('.trend-line:first-child line')).toHaveLength(1)
  expect(section.querySelectorAll('.trend-line:first-child .trend-point')).toHaveLength(3)
  const columns = within(section).getAllByRole('link', { name: /^#/ })
  columns.at(-1)?.focus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(columns[1])
  expect(section.querySelector('.trend-run')?.textContent).toContain('#7')
  expect(section.querySelector('.trend-value')?.textContent).toBe('–max 240 ms')
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(columns[0])
  await user.unhover(section)
})

test('a panel that fails is retried alone', async () => {
  let refusals = 1
  const { user, sent } = await open({
    'home/changes': () =>
      refusals-- > 0 ? { status: 500, code: 'X', message: 'database is away' } : changes,
  })
  const section = await panel(/worse than/)
  expect(within(section).getByRole('alert').textContent).toContain('database is away')
  expect(outline(await panel(/Waiting for me/))).toContain('Nothing is waiting for you.')
  await user.click(within(section).getByRole('button', { name: 'Retry' }))
  expect(await within(section).findByText('#9 Checkout')).toBeTruthy()
  expect(sent.filter(({ call }) => call === 'home/changes')).toHaveLength(2)
})

test.each([
  ['a component', { components: 0, scenarios: 0 }],
  ['a scenario', { scenarios: 0 }],
  ['a run', {}],
])('what comes next in a new project is %s', async (_name, over) => {
  await open(emptyProject(over))
  expect(outline(await panel(/First steps/))).toMatchSnapshot()
  expect(screen.queryByRole('heading', { name: /Trends|Worse|Running/ })).toBeNull()
})

test('without the permissions steps are not offered, and runs are neither shown nor asked for', async () => {
  const { sent } = await open(emptyProject(), ['component.edit'])
  const section = await panel(/First steps/)
  expect(within(section).getAllByRole('link')).toHaveLength(1)
  expect(within(section).getAllByText('Your role does not have this permission.')).toHaveLength(2)
  await panel(/Waiting for me/)
  expect(new Set(sent.map(({ call }) => call))).toEqual(new Set(['project/home', 'home/waiting']))
})

test('a refusal of the figures is shown', async () => {
  await open({ 'project/home': { status: 500, code: 'X', message: 'not yours' } })
  expect(await screen.findByText('not yours')).toBeTruthy()
})
