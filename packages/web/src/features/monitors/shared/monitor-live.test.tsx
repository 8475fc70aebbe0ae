/** Newest values of the wall by the live stream, over a real WebSocket. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveMessage } from '@pone/contract/live.ts'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { happyWindow } from '../../../test-happy-window.ts'
import { draw } from '../../../test-page.tsx'
import { idOf, startedAt } from '../../../test-runs.ts'
import { inProject, testMonitor } from '../test-monitors.ts'
import { Page } from '../wall/monitor-list-page.tsx'

interface Wall {
  /** Calls so far. */
  readonly calls: string[]
  /** Subscriptions so far, as topics. */
  readonly topics: string[]
  clients: number
  tell(message: LiveMessage): void
}

/** A server that answers the wall's calls and its live stream. */
async function serveWall(): Promise<Wall> {
  const wall: Wall = { calls: [], topics: [], clients: 84, tell: () => undefined }
  const answers: Record<string, () => object> = {
    'monitor/list': () => ({
      rows: [testMonitor(1, { type: 'redis', params: { host: 'h', port: 6379 } })],
      total: 1,
      page: 1,
      pageSize: 50,
    }),
    'monitor/counts': () => ({
      total: 1,
      running: 1,
      byState: { stopped: 0, waiting: 0, up: 1, partly: 0, down: 0, noAgent: 0 },
    }),
    'monitor/latest': () => [
      {
        monitorId: idOf(1),
        revision: 1,
        state: 'up',
        problem: null,
        lastAt: startedAt,
        values: [
          { section: 'server', counter: 'connected_clients', labels: {}, at: startedAt, value: wall.clients },
        ],
      },
    ],
  }
  const server = createServer((request, response) => {
    const call = (request.url ?? '').replace('/apm-api/', '')
    wall.calls.push(call)
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 200, data: answers[call]?.() ?? [] }))
  })
  const stream = new WebSocketServer({ server })
  stream.on('connection', socket => {
    wall.tell = message => socket.send(JSON.stringify(message))
    socket.on('message', (data: Buffer) => {
      const { kind, topic } = JSON.parse(String(data)) as { kind: string; topic?: string }
      if (kind === 'signIn') socket.send('{"kind":"signedIn"}')
      else if (kind === 'subscribe') wall.topics.push(topic ?? '')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of stream.clients) socket.terminate()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  happyWindow().setURL(`http://127.0.0.1:${port}/`)
  return wall
}

test('a card shows what is told on the live stream, and asks only for what is shown', async () => {
  const wall = await serveWall()
  await draw(<Page />, { session: { ...inProject, projectId: 'p1', token: 't' } })
  await screen.findByText('84')
  await vi.waitFor(() => expect(wall.topics).toEqual(['monitors']), { timeout: 10_000 })
  const asked = () => wall.calls.filter(call => call === 'monitor/latest').length
  const before = asked()
  wall.clients = 85
  const news = { kind: 'monitorsNews' as const, projectId: 'p1', hasStates: false, hasLog: false }
  wall.tell({ ...news, monitorIds: [idOf(7)] })
  wall.tell({ ...news, monitorIds: [idOf(7), idOf(1)] })
  await screen.findByText('85')
  expect(asked()).toBe(before + 1)
  const lists = wall.calls.filter(call => call === 'monitor/list').length
  wall.tell({ ...news, monitorIds: [], hasStates: true })
  await vi.waitFor(
    () => expect(wall.calls.filter(call => call === 'monitor/list').length).toBeGreaterThan(lists),
    { timeout: 10_000 },
  )
})
