/** The wall of monitors: states with causes, key figures, and filtering by state. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { idOf, startedAt } from '../../../test-runs.ts'
import { inProject, testMonitor } from '../test-monitors.ts'
import { Page } from './monitor-list-page.tsx'

const monitors = [
  testMonitor(1, { type: 'redis', params: { host: '10.20.1.4', port: 6379 } }),
  testMonitor(2, {
    state: 'noAgent',
    problem: { cause: 'noAgent', params: {}, detail: '' },
    collector: null,
  }),
]
const value = (counter: string, of: number) => ({
  section: 'server',
  counter,
  labels: {},
  at: startedAt,
  value: of,
})

async function open(rows = monitors) {
  const sent = await serve({
    'monitor/list': { rows, total: rows.length, page: 1, pageSize: 50 },
    'monitor/counts': {
      total: 2,
      running: 2,
      byState: { stopped: 0, waiting: 0, up: 1, partly: 0, down: 0, noAgent: 1 },
    },
    'monitor/latest': [
      {
        monitorId: idOf(1),
        revision: 1,
        state: 'up',
        problem: null,
        lastAt: startedAt,
        values: [value('connected_clients', 84)],
      },
    ],
  })
  return { ...(await draw(<Page />, { session: inProject })), sent }
}

test('a card says name, address, state with its cause, and key figures', async () => {
  await open()
  await screen.findByText('84')
  expect(outline(screen.getByRole('list', { name: 'Monitor list' }))).toMatchInlineSnapshot(`
    "list "Monitor list"
      listitem
        link "web-1 Redis 10.20.1.4:6379 Up Clients 84" → /pone/atf/projects/monitorInfo?id=11111111-e2bb-4255-8caf-4136c566a962
      listitem
        link "web-2 Host (agent) No agent No agent that may collect is online; start or assign one" → /pone/atf/projects/monitorInfo?id=22222222-e2bb-4255-8caf-4136c566a962"
  `)
})

test('a state filters the cards', async () => {
  const { user, sent, router } = await open()
  await user.click(await screen.findByText('No agent 1'))
  await screen.findByText('web-2')
  expect(router.state.location.search).toBe('?state=noAgent')
  await waitFor(() => {
    const asked = sent.filter(({ call }) => call === 'monitor/list').at(-1)
    expect(asked?.fields['states']).toBe('["noAgent"]')
  })
})

test('without monitors the wall leads to where they are made', async () => {
  await open([])
  await screen.findByText('No monitors yet')
  expect(screen.getByRole('link', { name: 'Monitors' }).getAttribute('href')).toBe(
    '/pone/atf/projects/monitorManager',
  )
})
