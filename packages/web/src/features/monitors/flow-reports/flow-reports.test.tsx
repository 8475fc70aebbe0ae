/** Monitoring streams: lists, a report with its slider, statistics and events, exports, deletion and comparison. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { idOf } from '../../../test-runs.ts'
import { inProject } from '../test-monitors.ts'
import { Page as HistoryListPage } from './history-list-page.tsx'
import { Page as HistoryPage } from './history-report-page.tsx'
import { Page as RunningListPage } from './running-list-page.tsx'
import { Page as RunningPage } from './running-report-page.tsx'
import { testReport, testSession } from './test-flow-report.ts'

// The window of the tests has no canvas; what is drawn is seen in a real browser.
vi.mock('uplot', () => ({
  default: class {
    static readonly paths = {}
    setSize() {}
    setData() {}
    setScale() {}
    destroy() {}
  },
}))

const page = (rows: readonly unknown[]) => ({ rows, total: rows.length, page: 1, pageSize: 20 })

async function open(given = testReport()) {
  const sent = await serve({
    'flowReport/get': given,
    'flowReport/delete': {},
    'flowReport/exportExcel': 'x',
    'monitorType/usable': [],
    'monitorLink/sessions': page([]),
  })
  const Page = given.session.stoppedAt === null ? RunningPage : HistoryPage
  const drawn = await draw(<Page />, { address: `/?id=${idOf(1)}`, session: inProject })
  await screen.findByRole('heading', { name: 'Orders' })
  return { ...drawn, sent }
}
const texts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(cell => cell.textContent)

test('the report has the slider at the end of the values, charts, statistics with their basis, and events', async () => {
  const { user } = await open()
  const slider = await screen.findByRole('slider', { name: 'Instant that is shown' })
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^0:01 \(/)
  expect(screen.getByRole('img', { name: /^Worst state/ }).getAttribute('aria-label')).toBe(
    'Worst state of the nodes: Waiting for data, Up, Down',
  )
  expect(await screen.findByText('web-1 · Disks')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Statistics' }))
  const rows = (await screen.findAllByRole('row')).map(row => row.textContent)
  expect(rows[1]).toMatch(/^web-1Busy · sda2.*samples$/)
  expect(rows[2]).toMatch(/means over up to 1 min/)
  expect(screen.getByText(/^P95: the value at place/)).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Events 2' }))
  const link = await screen.findByRole('link', { name: 'Open the load test' })
  expect(link.getAttribute('href')).toBe(`/pone/atf/projects/analysisReports?id=${idOf(7)}`)
})

test('the slider shows the state of another instant', async () => {
  const { user } = await open()
  const slider = await screen.findByRole('slider', { name: 'Instant that is shown' })
  // The slider reads the number of the key, which simulated typing does not send.
  fireEvent.keyDown(slider, { key: 'End', keyCode: 35 })
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('8000'))
  await user.click(screen.getByRole('button', { name: 'Latest' }))
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).not.toBe('8000'))
})

test('a session that runs is marked and cannot be deleted', async () => {
  await open(testReport({ session: testSession(1, { stoppedAt: null, stoppedBy: '' }), isKept: false }))
  expect(screen.getByText('Running')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a session that is being kept says so', async () => {
  await open(testReport({ isKept: false }))
  expect(screen.getByText(/last values are being collected and kept/)).toBeTruthy()
})

test('a session without samples says that nothing was collected', async () => {
  const { monitoring } = testReport()
  const { user } = await open(
    testReport({
      lengthMs: 0,
      statistics: [],
      health: [],
      monitoring: { ...monitoring, series: [], charts: [] },
      notes: [{ name: 'web-1', text: { zh: '没有', en: 'No data was collected' }, isProblem: true }],
    }),
  )
  expect(screen.getByText('No data was collected')).toBeTruthy()
  expect(await screen.findByText('No values were collected')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Statistics' }))
  expect((await screen.findAllByText('No values were collected')).length).toBeGreaterThan(0)
})

test('the report is deleted after a question, and the list is shown', async () => {
  const { user, sent, router } = await open()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/pone/atf/projects/dataFlowReportManager'))
  expect(sent.find(({ call }) => call === 'flowReport/delete')?.fields['ids']).toBe(JSON.stringify([idOf(1)]))
})

test('the lists show those that run and those that are over; two of one link are compared, the earlier one first', async () => {
  const sent = await serve({
    'monitorLink/sessions': page([
      testSession(2),
      testSession(1),
      testSession(3, { linkId: idOf(8), linkName: 'Other', isLinkDeleted: true }),
    ]),
    'monitorType/usable': [],
  })
  const { user, router } = await draw(<HistoryListPage />, { session: inProject })
  expect(await screen.findByText('· link deleted', { exact: false })).toBeTruthy()
  const boxes = screen.getAllByRole('checkbox')
  await user.click(boxes[1] as HTMLElement)
  await user.click(boxes[3] as HTMLElement)
  const compare = screen.getByRole('button', { name: 'Compare' })
  expect(compare.hasAttribute('disabled')).toBe(true)
  await user.click(boxes[3] as HTMLElement)
  await user.click(boxes[2] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  expect(router.state.location.search).toBe(`?id=${idOf(1)}&with=${idOf(2)}`)
  await draw(<RunningListPage />, { session: inProject })
  await waitFor(() => expect(sent.at(-1)?.fields['isRunning']).toBe('true'))
})

test('a comparison has the difference of every counter with both numbers of samples', async () => {
  const statistics = { n: 4, min: 1, mean: 2, max: 3, p95: 3, basisMs: 0 }
  const counter = {
    monitorId: idOf(4),
    monitorName: 'web-1',
    section: 'cpu',
    counter: 'busy',
    labels: {},
    names: { zh: 'CPU', en: 'CPU' },
    unit: '%',
  }
  await serve({
    'flowReport/compare': {
      base: testSession(1),
      other: testSession(2),
      counters: [
        { ...counter, base: statistics, other: { ...statistics, n: 9, mean: 3 } },
        { ...counter, counter: 'gone', base: statistics, other: null },
      ],
    },
  })
  await draw(<HistoryPage />, { address: `/?id=${idOf(1)}&with=${idOf(2)}`, session: inProject })
  await screen.findByRole('heading', { name: 'Comparison of monitoring streams' })
  const [, first, second] = await screen.findAllByRole('row')
  expect(first && texts(first)).toEqual([
    'web-1',
    'CPU',
    '4',
    '9',
    '2 %',
    '3 %',
    '+1 %',
    '+50',
    '3 %',
    '3 %',
    '0 %',
  ])
  expect(second && texts(second).slice(2)).toEqual(['4', '–', '2 %', '–', '–', '–', '3 %', '–', '–'])
})
