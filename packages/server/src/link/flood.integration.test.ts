/** Effects of flooding by admitted agents and unknown peers: the server keeps responding, with bounded memory and a short log. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { calls } from '@pone/contract/calls/registry.ts'
import { linkPath } from '@pone/contract/link/connection.ts'
import { livePath } from '@pone/contract/live-path.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { joinMachine } from './harness-machine.ts'
import { type ServerProcess, startServerProcess } from './server-process-harness.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: ServerProcess
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

/** A peer with a hand-written WebSocket implementation that never answers a close frame. */
async function openByHand(path: string): Promise<Socket> {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => undefined)
  const head = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
  const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`
  socket.write([`GET ${path} HTTP/1.1`, 'Host: pone', ...head, key, '', ''].join('\r\n'))
  await once(socket, 'data')
  socket.resume()
  return socket
}

/** The header of a frame of this length, with a mask of zeros. */
function frameHead(payloadBytes: number): Buffer {
  const head = Buffer.alloc(14)
  head.writeUInt16BE(0x81ff)
  head.writeBigUInt64BE(BigInt(payloadBytes), 2)
  return head
}

/** Writes as much as the other side reads; resolves when all is written or the other side has closed. */
async function pour(socket: Socket, bytes: number): Promise<void> {
  const part = Buffer.alloc(1024 ** 2, 0x20)
  const gone = new Promise<void>(resolve => socket.once('close', () => resolve()))
  for (let at = 0; at < bytes && !socket.destroyed; at += part.length) {
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => undefined), gone])
  }
}

test('an agent that tells of 20,000 runs that it was not given is closed, named and kept out', async () => {
  const machine = await joinMachine(server.address, server.token, 'flooding')
  const linesBefore = server.log.length
  for (let index = 0; index < 20_000; index += 1) {
    machine.say({
      kind: 'runEnded',
      runId: randomUUID(),
      cause: 'planned',
      detail: '',
      shareIds: [],
      workers: [],
    })
  }
  expect(await machine.receives('refused')).toEqual({ kind: 'refused', reason: 'flooding' })
  await machine.closed
  const { rows } = await server.call(calls.loadMachine.list, {})
  expect(rows).toMatchObject([{ name: 'flooding', isOnline: false, floodedAt: expect.any(Number) }])
  const again = await joinMachine(server.address, server.token, 'flooding', {
    agentId: machine.agentId,
    key: machine.headers['agent-key'],
  })
  expect(await again.receives('refused')).toEqual({ kind: 'refused', reason: 'flooding' })
  expect(server.log.some(line => line.includes('floods') && line.includes(machine.agentId))).toBe(true)
  expect(server.log.length - linesBefore).toBeLessThan(50)
})

test.each([linkPath, livePath])('unfinished frames at %s before a sign-in take no memory', async path => {
  const before = await server.memoryBytes()
  const peers = await Promise.all(Array.from({ length: 20 }, () => openByHand(path)))
  const poured = peers.map(async peer => {
    peer.write(frameHead(95 * 1024 ** 2))
    await pour(peer, 90 * 1024 ** 2)
    return peer
  })
  await Promise.all(poured)
  expect(((await server.memoryBytes()) - before) / 1024 ** 2).toBeLessThan(150)
  expect(await server.call(calls.loadMachine.list, {})).toMatchObject({ rows: expect.any(Array) })
})

test('a peer that does not answer when its line is closed is gone soon', { timeout: 28_000 }, async () => {
  for (const path of [linkPath, livePath]) {
    const peer = await openByHand(path)
    peer.write(Buffer.concat([Buffer.from([0x81, 0x87, 0, 0, 0, 0]), Buffer.from('nothing')]))
    await once(peer, 'close')
  }
})

test.each([linkPath, livePath])('sockets at %s that say nothing are few per address', async path => {
  const url = server.address.replace(/^http/, 'ws') + path
  const codes: number[] = []
  const all = Array.from({ length: 60 }, () => new WebSocket(url))
  await Promise.all(
    all.map(async socket => {
      socket.on('close', code => codes.push(code))
      await once(socket, 'open')
    }),
  )
  await vi.waitFor(() => expect(codes).toHaveLength(10), { timeout: 20_000 })
  expect(codes).toEqual(Array.from({ length: 10 }, () => 1013))
  for (const socket of all) socket.terminate()
})
