import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import websocket from '@fastify/websocket'
import type { Batch } from '@pone/contract/link/batch.ts'
import { linkPath } from '@pone/contract/link/connection.ts'
import { type AgentMessage, type ServerMessage, serverMessageSchema } from '@pone/contract/link/messages.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { until } from './harness-ledger.ts'
import { createLinkServer, type LinkServer } from './link-server.ts'
import { mountLink } from './mount-link.ts'

let app: FastifyInstance
let link: LinkServer
let port = 0
const clients: WebSocket[] = []

beforeEach(async () => {
  link = createLinkServer({
    admission: {
      admit: async ({ agentId }) =>
        agentId === undefined ? { isAdmitted: false, reason: 'nothingGiven' } : { isAdmitted: true, agentId },
    },
    now: Date.now,
    warn: () => undefined,
  })
  app = Fastify()
  await app.register(websocket)
  await app.register(async scope =>
    mountLink(scope, {
      takeSampleLog: async () => false,
      link,
      admission: { isAgent: async (agentId, key) => agentId === 'a' && key === 'key' },
      needsFile: async (_agentId, id) => id !== 'foreign',
      openFile: async id => (id !== 'absent' ? { sizeBytes: 4, body: Readable.from(['data']) } : null),
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const client of clients) client.terminate()
  link.close()
  await app.close()
})

const hello = (agentId?: string): AgentMessage => ({
  kind: 'hello',
  ...(agentId === undefined ? {} : { agentId, key: 'key' }),
  name: 'machine',
  host: 'host',
  system: 'Linux',
  architecture: 'x64',
  cores: 1,
  memoryBytes: 1,
  version: '0.1.0',
  incarnation: randomUUID(),
  runs: [{ runId: 'run', isDriving: true, shareIds: [] }],
})
const batch = (workerId: string, seq: number): Batch => ({
  runId: 'run',
  workerId,
  seq,
  second: seq,
  users: 1,
  targetUsers: 1,
  iterations: 0,
  lateStarts: 0,
  droppedStarts: 0,
  sent: 0,
  completed: 0,
  labels: [],
  errors: [],
  log: [],
  health: null,
  end: null,
})

/** A client that sends `first` on connection and stores what it receives. */
async function connect(first: object | string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${linkPath}`)
  clients.push(socket)
  const received: ServerMessage[] = []
  const changes = new EventEmitter()
  let closeCode: number | null = null
  socket.on('message', (data: Buffer) => {
    received.push(serverMessageSchema.parse(JSON.parse(data.toString())))
    changes.emit('change')
  })
  socket.on('close', code => {
    closeCode = code
    changes.emit('change')
  })
  const say = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  await once(socket, 'open')
  say(first)
  return {
    received,
    say,
    receives: (kind: ServerMessage['kind'], count = 1) =>
      until(
        changes,
        `${kind} is received`,
        () => received.filter(each => each.kind === kind).length >= count,
      ),
    closed: async () => {
      await until(changes, 'the line is closed', () => closeCode !== null)
      return closeCode
    },
    leave: () => socket.terminate(),
  }
}

test.each([
  ['something that is no message', 'nonsense'],
  ['a message before its hello', { kind: 'runStarted', runId: 'run', at: 1 } as const],
  ['a hello of a megabyte', { ...hello('a'), host: 'x'.repeat(1024 ** 2) } as AgentMessage],
])('whoever sends %s is shut out', async (_, first) => {
  const client = await connect(first)
  expect(await client.closed()).toBe(1008)
  expect(client.received).toEqual([])
})

test('who is not admitted is told so and shut out', async () => {
  const client = await connect(hello())
  expect(await client.closed()).toBe(1008)
  expect(client.received).toEqual([{ kind: 'refused', reason: 'nothingGiven' }])
})

test('batches are acknowledged once they are stored, however often storing fails', async () => {
  let attempts = 0
  const stored: number[] = []
  link.on({
    batches: async (_agentId, { batches }) => {
      attempts += 1
      if (attempts < 3) throw new Error('the database is away')
      stored.push(...batches.map(each => each.seq))
    },
  })
  const client = await connect(hello('a'))
  await client.receives('welcome')
  client.say({ kind: 'batches', runId: 'run', batches: [batch('a/1.1', 1), batch('a/1.1', 2)] })
  client.say({ kind: 'batches', runId: 'run', batches: [batch('a/1.1', 3), batch('a/2.1', 1)] })
  await client.receives('ackBatches', 3)
  expect(client.received.slice(1)).toEqual([
    { kind: 'ackBatches', runId: 'run', workerId: 'a/1.1', seq: 2 },
    { kind: 'ackBatches', runId: 'run', workerId: 'a/1.1', seq: 3 },
    { kind: 'ackBatches', runId: 'run', workerId: 'a/2.1', seq: 1 },
  ])
  expect(stored).toEqual([1, 2, 3, 1])
})

test('an agent cannot report for another one', async () => {
  const client = await connect(hello('a'))
  await client.receives('welcome')
  client.say({ kind: 'batches', runId: 'run', batches: [batch('b/1.1', 1)] })
  expect(await client.closed()).toBe(1008)
})

test('a command goes again after a reconnect until the agent has received it', async () => {
  const first = await connect(hello('a'))
  await first.receives('welcome')
  expect(link.send('a', { kind: 'stopRun', id: 'one', runId: 'run', force: false })).toBe(true)
  await first.receives('stopRun')
  first.leave()
  const second = await connect(hello('a'))
  await second.receives('stopRun')
  second.say({ kind: 'received', id: 'one' })
  second.say(hello('a'))
  await second.closed()
  const third = await connect(hello('a'))
  link.send('a', { kind: 'forgetRun', runId: 'other' })
  await third.receives('forgetRun')
  expect(third.received.map(each => each.kind)).toEqual(['welcome', 'forgetRun'])
})

test('a new line of an agent takes the place of the old one, and nobody is told that it was away', async () => {
  const reported: string[] = []
  link.on({
    agentOnline: agentId => reported.push(`${agentId} online`),
    agentOffline: agentId => reported.push(`${agentId} offline`),
  })
  const first = await connect(hello('a'))
  await first.receives('welcome')
  const second = await connect(hello('a'))
  await second.receives('welcome')
  await first.closed()
  expect(reported).toEqual(['a online', 'a online'])
  expect(link.onlineMachines()).toHaveLength(1)
})

test.each([
  ['no proof', 'file', {}, 401],
  ['a wrong key', 'file', { 'agent-id': 'a', 'agent-key': 'guess' }, 401],
  ['the key, but for a file that is not there', 'absent', { 'agent-id': 'a', 'agent-key': 'key' }, 404],
  [
    'the key, but for a file that none of its work names',
    'foreign',
    { 'agent-id': 'a', 'agent-key': 'key' },
    404,
  ],
  ['the key', 'file', { 'agent-id': 'a', 'agent-key': 'key' }, 200],
])('a parameter file asked for with %s', async (_, id, headers, status) => {
  const response = await app.inject({ url: `/apm-api/link-file/${id}`, headers })
  expect(response.statusCode).toBe(status)
  expect(response.body).toBe(status === 200 ? 'data' : '')
})
