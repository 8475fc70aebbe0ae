// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { draw, serve } from '../../test-page.tsx'
import { idOf, startedAt } from '../../test-runs.ts'
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
async function open(
  over: object = {},
  accessList: readonly ('component.edit' | 'scenario.edit' | 'run.execute')[] = [
    'component.edit',
    'scenario.edit',
    'run.execute',
  ],
) {
  await serve({ 'project/home': { ...figures, ...over } })
  const drawn = await draw(<Page />, { session: { projectName: 'Shop', accessList: [...accessList] } })
  await screen.findAllByRole('heading', { level: 2 })
  return drawn
}
const empty = {
  runs: { total: 0, complete: 0, failed: 0, stopped: 0, active: 0 },
  latestRuns: [],
  runsPerDay: [],
  latestChanges: [],
  slaPassedPercent: null,
  requests: 0,
}

test('a project shows its figures, last runs and changes', async () => {
  await open()
  expect(outline()).toMatchInlineSnapshot(`
    "banner
      heading "Shop"
    link "Components 3" → /pone/atf/projects/assembly
    link "Scenarios 2" → /pone/atf/projects/testset
    link "Runs 3 1 complete, 1 failed, 0 stopped" → /pone/atf/projects/logging
    Requests sent4,800
    SLA passed66.7 %
    link "Members 4" → /pone/atf/projects/projectManagement?tab=members
    region
      heading "Latest runs All execution records"
      table
        row: columnheader "Run" | columnheader "State" | columnheader "SLA" | columnheader "Started" | columnheader "Duration" | columnheader "Requests sent" | columnheader "Requests/s" | columnheader "P95" | columnheader "Errors"
        row: link "#1 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=11111111-e2bb-4255-8caf-4136c566a962 | Complete | Passed | 2020-11-22 08:00 | 1 min 00 s | 2,400 | 40 | 55 ms | 2.5 %
        row: link "#2 Black Friday" title "Black Friday" → /pone/atf/projects/realTimeMonitoring?id=22222222-e2bb-4255-8caf-4136c566a962 | Running | Pending | 2020-11-22 08:00 | – | 2,400 | 40 | – | 2.5 %
        row: link "#3 Black Friday" title "Black Friday" → /pone/atf/projects/analysisReports?id=33333333-e2bb-4255-8caf-4136c566a962 | of later versions |  | 2020-11-22 08:00 | 1 min 00 s | 2,400 | 40 | 55 ms | 2.5 %
    region
      heading "Runs of the last 14 days"
      figure
        list
          listitem "11-22: 1 complete, 0 stopped, 1 failed"
        Complete Stopped Failed
    region
      heading "Latest changes"
      list: listitem: li Save a component Cart2020-11-22 08:00"
  `)
})

test.each([
  ['a component', { components: 0, scenarios: 0 }],
  ['a scenario', { scenarios: 0 }],
  ['a run', {}],
])('what comes next is %s', async (_name, over) => {
  await open({ ...empty, ...over })
  expect(outline().split('\n').slice(-6).join('\n')).toMatchSnapshot()
})

test('without the permission the next step is not offered', async () => {
  await open({ ...empty }, ['component.edit', 'scenario.edit'])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a refusal is shown', async () => {
  await serve({ 'project/home': { status: 500, code: 'X', message: 'not yours' } })
  await draw(<Page />)
  expect(await screen.findByText('not yours')).toBeTruthy()
})
