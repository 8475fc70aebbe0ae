import type { LabelStatistics } from '@pone/contract/entities/run.ts'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../../../test-page.tsx'
import { statisticsOf } from '../../../test-runs.ts'
import { StatisticsTable } from './statistics-table.tsx'

const label = (index: number, name: string, kind: 'request' | 'transaction', parent?: number) =>
  ({
    ...statisticsOf(),
    label: { index, name, component: 'Shop', kind, ...(parent !== undefined && { parent }) },
    phases: null,
  }) as LabelStatistics
/** A transaction with this many requests, and one with two. */
const labelsOf = (requests: number) => [
  label(0, 'Buy', 'transaction'),
  label(1, 'Leave', 'transaction'),
  label(2, 'Log out', 'request', 1),
  label(3, 'Goodbye', 'request', 1),
  ...Array.from({ length: requests }, (_, at) => label(at + 4, `Request ${at}`, 'request', 0)),
]
const drawn = () => document.querySelectorAll('tbody .ant-table-row').length

test('requests stand open under their transactions, and close', async () => {
  const { user } = await draw(<StatisticsTable labels={labelsOf(3)} total={statisticsOf()} />)
  expect(drawn()).toBe(7)
  await user.click(screen.getAllByRole('button', { name: /collapse/i })[0] as HTMLElement)
  expect(drawn()).toBe(4)
  await user.click(screen.getByRole('button', { name: /expand/i }))
  expect(drawn()).toBe(7)
})

test('of 10,000 requests in a transaction none are drawn until it is opened', async () => {
  const { user } = await draw(<StatisticsTable labels={labelsOf(10_000)} total={statisticsOf()} />)
  expect(drawn()).toBe(2)
  await user.click(screen.getAllByRole('button', { name: /expand/i })[1] as HTMLElement)
  expect(drawn()).toBe(4)
  await user.click(screen.getByRole('button', { name: /collapse/i }))
  expect(drawn()).toBe(2)
})

test('a transaction that was closed by hand stays closed when live labels exceed one page', async () => {
  function Live() {
    const [requests, setRequests] = useState(3)
    return (
      <>
        <button type="button" onClick={() => setRequests(60)}>
          more
        </button>
        <StatisticsTable labels={labelsOf(requests)} total={statisticsOf()} />
      </>
    )
  }
  const { user } = await draw(<Live />)
  await user.click(screen.getAllByRole('button', { name: /collapse/i })[1] as HTMLElement)
  expect(drawn()).toBe(5)
  await user.click(screen.getByRole('button', { name: 'more' }))
  expect(drawn()).toBe(2)
})

test('of 10,000 requests without transactions one page is drawn', async () => {
  const requests = Array.from({ length: 10_000 }, (_, at) => label(at, `Request ${at}`, 'request'))
  await draw(<StatisticsTable labels={requests} total={statisticsOf()} />)
  expect(drawn()).toBe(50)
})

test('requests and transactions lead to the nodes that serve them, what stands for labels beyond the limit does not', async () => {
  const other: LabelStatistics = {
    ...label(6, 'other', 'request'),
    label: { ...label(6, 'other', 'request').label, component: '' },
  }
  await draw(<StatisticsTable labels={[...labelsOf(2), other]} total={statisticsOf()} runId="run-1" />)
  expect(screen.getAllByRole('link').map(link => link.getAttribute('aria-label'))).toEqual([
    'Full link of Buy',
    'Full link of Request 0',
    'Full link of Request 1',
    'Full link of Leave',
    'Full link of Log out',
    'Full link of Goodbye',
  ])
  expect(screen.getAllByRole('link')[1]?.getAttribute('href')).toBe(
    '/pone/atf/projects/traceMonitor?run=run-1&label=4',
  )
})
