import { calls } from '@pone/contract/calls/registry.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { draw, serve } from '../../test-page.tsx'
import { startedAt } from '../../test-runs.ts'
import { Page } from './admin-home-page.tsx'

const gib = 1024 ** 3
const machine = (name: string, over: object = {}) => ({
  name,
  isOnline: true,
  isInService: true,
  version: '0.9.0',
  isOutdated: false,
  runs: 0,
  cpu01: 0.25,
  disk: { freeBytes: 50 * gib, totalBytes: 100 * gib },
  maxUsers: 1_000,
  remainingUsers: 400,
  ...over,
})
const overview = calls.system.overview.output.parse({
  users: 3,
  lockedUsers: 1,
  onlineUsers: 2,
  projects: { notImplemented: 1, inProgress: 2, archived: 3 },
  activeRuns: [
    {
      id: 'r',
      number: 7,
      projectName: 'Shop',
      engine: 'jmeter',
      scenarioName: 'Checkout',
      state: 'running',
      startedAt,
      users: 600,
    },
  ],
  runsPerDay: [],
  machines: [
    machine('gone', { isOnline: false, cpu01: null, disk: null, version: '' }),
    machine('full', { disk: { freeBytes: gib / 4, totalBytes: 100 * gib } }),
    machine('old', { version: '0.8.0', isOutdated: true, runs: 2, cpu01: 0.9 }),
    machine('resting', { isInService: false }),
  ],
  machineCounts: { total: 120, online: 3, busy: 1, outdated: 1, maxUsers: 3_000, remainingUsers: 1_200 },
  licensedUsers: { total: 5_000, left: 900 },
  databaseBytes: 2 * gib,
  storage: {
    databaseBytes: 2 * gib,
    resultBytes: gib,
    growth: { bytesPerDay: 10 * 1024 ** 2, since: startedAt },
    filesDisk: { freeBytes: 50 * gib, totalBytes: 100 * gib },
    databaseDisk: { freeBytes: gib / 4, totalBytes: 100 * gib },
  },
})
const licence = calls.licence.get.output.parse({
  state: 'valid',
  grant: null,
  expiresAt: startedAt,
  remainingDays: 5,
  usedUsers: 600,
  peakUsers: 700,
  peakAt: startedAt,
  judgedAt: startedAt,
  isClockTurnedBack: false,
  trustedKeys: 1,
})

async function open(answers: object = {}) {
  await serve({ 'system/overview': overview, 'system/notices': [], 'licence/get': licence, ...answers })
  return draw(<Page />, { session: { isAdministrator: true } })
}
async function panel(title: RegExp): Promise<HTMLElement> {
  const section = (await screen.findByRole('heading', { level: 2, name: title })).closest('section')
  if (section === null) throw new Error('the title stands in no panel')
  return section
}

test('machines are listed with what is wrong with them, and lead to where it is repaired', async () => {
  await open()
  expect(outline(await panel(/Load machines/))).toMatchInlineSnapshot(`
    "region
      heading "Load machines Manage load machines"
      120 in total: 3 online, 1 in use, 1 outdated. 4 listed: those that need attention first, then the busiest.
      table
        row: columnheader "Name" | columnheader "State" | columnheader "Version" | columnheader "Active runs" | columnheader "CPU" | columnheader "Free disk" | columnheader "Remaining / max users"
        row: gone | Offline | – | 0 | – | – | 400 / 1,000
        row: full | Online | 0.9.0 | 0 | progressbar "CPU full" [valuenow=25] | 256 MiB free of 100 GiB | 400 / 1,000
        row: old | Online | 0.8.0; link "Upgrade" → /pone/atf/downloadCenter | 2 | progressbar "CPU old" [valuenow=90] | 50 GiB free of 100 GiB | 400 / 1,000
        row: resting | Out of service | 0.9.0 | 0 | progressbar "CPU resting" [valuenow=25] | 50 GiB free of 100 GiB | 400 / 1,000"
  `)
})

test('storage says size, growth and room; licence says use and end', async () => {
  await open()
  expect(outline(await panel(/Storage/))).toMatchInlineSnapshot(`
    "region
      heading "Storage"
      term: Database
      definition: 2 GiB, of which execution results and reports 1 GiB
      term: Database growth
      definition: 10 MiB per day (average since 2020-11-22 08:00:00)
      term: Database disk
      definition: 256 MiB free of 100 GiB
      term: File disk
      definition: 50 GiB free of 100 GiB
      term: Retention
      definition: Execution records, reports and files are kept until deleted; operation records are cleaned up by administrators
      term: Retention of monitoring data
      definition
        button "Set default periods""
  `)
  const text = (await screen.findByText('Licence')).closest('p')
  expect(text?.textContent).toContain('Valid · 600 of 0 virtual users in use, historical peak 700 · Expires')
  expect(
    within(text ?? document.body)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/pone/atf/license')
})

test('growth is unknown within the first day, and a database elsewhere has no disk here', async () => {
  const storage = { ...overview.storage, growth: null, databaseDisk: null }
  await open({ 'system/overview': { ...overview, storage } })
  const lines = outline(await panel(/Storage/))
  expect(lines).toContain('Available after one day')
  expect(lines).not.toContain('Database disk')
})

test('active runs lead to the task centre of their engine', async () => {
  await open()
  const link = await screen.findByRole('link', { name: '#7 Checkout' })
  expect(link.getAttribute('href')).toBe('/pone/atf/adminTaskCenter/adminJMeterPerformanceTask')
})

test('open incidents of all projects are told by level, and lead to their list', async () => {
  const counts = { critical: 2, warning: 1, notice: 0, unacknowledged: 3 }
  const lastDay = { critical: 4, warning: 6, notice: 2 }
  await open({ 'adminAlert/figures': { open: counts, lastDay } })
  const link = await screen.findByRole('link', { name: /Open incidents/ })
  expect(link.textContent).toBe('Open incidents32 critical, 1 warning, 0 notice12 in the last 24 h')
  expect(link.getAttribute('href')).toBe('/pone/atf/adminTaskCenter/adminMonitorWarning')
})

test('notices lead to where their condition is ended', async () => {
  await open({
    'system/notices': [
      { id: 'licenceUnusable', severity: 'error', params: {} },
      { id: 'machinesOffline', severity: 'warning', params: { machines: 'gone' } },
      { id: 'certificateEnds', severity: 'warning', params: { date: '2030-01-31' } },
    ],
  })
  const section = await panel(/Needs attention/)
  expect(
    within(section)
      .getAllByRole('link')
      .map(link => link.getAttribute('href')),
  ).toEqual(['/pone/atf/license', '/pone/atf/clusterManager?tab=machines'])
})

test('a refused licence does not take the page', async () => {
  await open({ 'licence/get': { status: 500, code: 'X', message: 'keys are away' } })
  expect((await screen.findByRole('alert')).textContent).toContain('keys are away')
  await panel(/Storage/)
})
