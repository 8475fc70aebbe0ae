import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { askConsole } from './arthas-console.ts'

const { signal } = new AbortController()

async function answering(greet: (socket: Socket) => void): Promise<{ port: number; close(): void }> {
  const server = createServer(greet).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test.each([
  ['\r\nversion     4.0.5\r\npid         42   \r\n', { kind: 'arthas', pid: 42 }],
  ['HTTP/1.1 400 Bad Request\r\npid=42\r\n', { kind: 'stranger' }],
  ['', { kind: 'stranger' }],
])('a program that greets with %j is distinguished from Arthas', async (greeting, answer) => {
  const console = await answering(socket => socket.end(greeting))
  expect(await askConsole(console.port, signal)).toEqual(answer)
  console.close()
})

test('where nothing listens nobody is found, and a cancelled question is not asked', async () => {
  const console = await answering(socket => socket.end())
  console.close()
  expect(await askConsole(console.port, signal)).toEqual({ kind: 'nobody' })
  await expect(askConsole(console.port, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
})

test('a question to somebody silent ends when it is cancelled', async () => {
  const stop = new AbortController()
  const console = await answering(() => stop.abort(new Error('enough')))
  await expect(askConsole(console.port, stop.signal)).rejects.toThrow('enough')
  console.close()
})
