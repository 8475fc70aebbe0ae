import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { calls } from '@pone/contract/calls/registry.ts'
import { type LiveMessage, type LiveRequest, liveMessageSchema } from '@pone/contract/live.ts'
import { livePath } from '@pone/contract/live-path.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestServer } from '../test-server.ts'

const server = await createTestServer()
let port = 0
let projectId = ''
let manager: { token: string }
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
  await server.addUser('manager')
  manager = await server.signIn('manager')
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, manager)).id
})
afterAll(() => server.close())

interface Line {
  readonly socket: WebSocket
  send(request: LiveRequest): void
  /** The next message that was not returned yet. */
  next(): Promise<LiveMessage>
  closed: Promise<number>
}

async function open(): Promise<Line> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${livePath}`)
  const waiting: LiveMessage[] = []
  socket.on('message', (data: Buffer) => {
    waiting.push(liveMessageSchema.parse(JSON.parse(data.toString('utf8'))))
    socket.emit('taken')
  })
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await once(socket, 'open')
  return {
    socket,
    closed,
    send: request => socket.send(JSON.stringify(request)),
    next: async () => {
      for (;;) {
        const message = waiting.shift()
        if (message !== undefined) return message
        await once(socket, 'taken')
      }
    },
  }
}

const signedIn = async (token: string): Promise<Line> => {
  const line = await open()
  line.send({ kind: 'signIn', token, isAdministrator: false, language: 'en' })
  expect(await line.next()).toEqual({ kind: 'signedIn' })
  return line
}
const runs = (
  active: { id: string; number: number; scenarioName: string; state: string }[],
): LiveMessage => ({
  kind: 'projectRuns',
  projectId,
  active,
})
const one = { id: crypto.randomUUID(), number: 1, scenarioName: 'x', state: 'running' }

describe('a browser', () => {
  test('gets the present state when it subscribes, what is new after that, and nothing after it has left', async () => {
    const line = await signedIn(manager.token)
    line.send({ kind: 'subscribe', topic: 'projectRuns', projectId })
    expect(await line.next()).toEqual(runs([]))
    server.services.live.publish('projectRuns', projectId, projectId, runs([one]))
    expect(await line.next()).toEqual(runs([one]))
    line.send({ kind: 'unsubscribe', topic: 'projectRuns', projectId })
    line.send({ kind: 'subscribe', topic: 'debug', projectId, id: crypto.randomUUID() })
    expect(await line.next()).toMatchObject({ kind: 'refused', code: 'NotFound' })
    server.services.live.publish('projectRuns', projectId, projectId, runs([one]))
    line.send({ kind: 'subscribe', topic: 'projectRuns', projectId })
    expect(await line.next()).toEqual(runs([]))
    line.socket.close()
  })

  test('without a session is told so and left', async () => {
    const line = await open()
    line.send({ kind: 'signIn', token: 'nonsense', isAdministrator: false })
    expect(await line.next()).toMatchObject({
      kind: 'refused',
      code: 'LoginTimeout',
      message: expect.stringContaining('登录'),
    })
    expect(await line.closed).toBe(4401)
  })

  test('that has not signed in cannot subscribe', async () => {
    const line = await open()
    line.send({ kind: 'subscribe', topic: 'projectRuns', projectId })
    expect(await line.next()).toMatchObject({ kind: 'refused', code: 'LoginTimeout' })
    line.socket.close()
  })

  test('that speaks another language is left', async () => {
    const line = await open()
    line.socket.send('{"kind":"hack"}')
    expect(await line.closed).toBe(1008)
  })

  test('of an administrator, or of a user who claims to be one, is refused', async () => {
    await server.addUser('chief', true)
    const chief = await server.signIn('chief', { isAdministrator: true })
    for (const token of [chief.token, manager.token]) {
      const line = await open()
      line.send({ kind: 'signIn', token, isAdministrator: true })
      expect(await line.next()).toMatchObject({ kind: 'refused', code: 'Forbidden' })
      await line.closed
    }
  })

  test('may watch only what the role in the project allows', async () => {
    const outsiderId = await server.addUser('outsider')
    const as = await server.signIn('outsider')
    const line = await signedIn(as.token)
    line.send({ kind: 'subscribe', topic: 'projectRuns', projectId })
    expect(await line.next()).toMatchObject({ kind: 'refused', code: 'NotFound' })
    const functions = ['project.view'] as const
    const role = await server.call(
      calls.role.create,
      { projectId, name: 'R', functions: [...functions] },
      manager,
    )
    await server.call(calls.member.add, { projectId, userIds: [outsiderId], roleId: role.id }, manager)
    line.send({ kind: 'subscribe', topic: 'projectRuns', projectId })
    expect(await line.next()).toMatchObject({ kind: 'refused', code: 'Forbidden' })
    line.socket.close()
  })

  test('whose session is replaced is told so and left at once', async () => {
    await server.addUser('twice')
    const { token } = await server.signIn('twice')
    const line = await signedIn(token)
    await server.signIn('twice')
    expect(await line.next()).toMatchObject({ kind: 'refused', code: 'LoginRepeat' })
    expect(await line.closed).toBe(4401)
  })
})

test('a browser that reads too slowly misses increments and then gets the present state', async () => {
  const line = await signedIn(manager.token)
  line.send({ kind: 'subscribe', topic: 'projectRuns', projectId })
  await line.next()
  line.socket.pause()
  const big = runs([{ ...one, scenarioName: 'x'.repeat(512 * 1024) }])
  for (let index = 0; index < 64; index += 1)
    server.services.live.publish('projectRuns', projectId, projectId, big)
  line.socket.resume()
  let received = 0
  for (;;) {
    const message = await line.next()
    if (message.kind === 'projectRuns' && message.active.length === 0) break
    received += 1
  }
  expect(received).toBeLessThan(64)
  line.socket.close()
})
