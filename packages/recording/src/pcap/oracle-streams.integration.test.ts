/** Compares HTTP/2 and WebSocket as they are read with what tshark reads in the same files. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { http2Visit } from './http2/test-visit.ts'
import { pcapOf, type TestConnection } from './test-capture.ts'
import { readPcap } from './test-reading.ts'
import { deflated, openSocket, socketFrame } from './websocket/test-sockets.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-streams-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The fields of each packet that has them. */
async function tshark({ packets }: TestConnection, filter: string, options: readonly string[]) {
  const path = join(folder, 'capture.pcap')
  await writeFile(path, pcapOf(packets))
  const args = ['-r', path, '-Y', filter, '-T', 'fields', '-E', 'separator=|', ...options]
  const { stdout } = await promisify(execFile)('tshark', args, { maxBuffer: 16 * 1024 ** 2 })
  return stdout.trimEnd().split('\n')
}

const fields = (...names: string[]) => names.flatMap(name => ['-e', name])
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

test('the same requests and bodies of HTTP/2 as by tshark', async () => {
  const connection = await http2Visit()
  // A segment may hold several frames.
  const rows = await tshark(
    connection,
    'http2.headers.method',
    fields('http2.headers.method', 'http2.headers.path'),
  )
  const theirs = rows.flatMap(row => {
    const [methods = '', paths = ''] = row.split('|')
    const all = paths.split(',')
    return methods.split(',').map((method, at) => `${method} ${all[at]}`)
  })
  const bodies = await tshark(
    connection,
    'http2.body.reassembled.data',
    fields('http2.body.reassembled.data'),
  )
  const hashes = bodies.flatMap(row => row.split(',').map(hex => sha256(Buffer.from(hex, 'hex'))))
  const { exchanges } = await readPcap(pcapOf(connection.packets))
  const mine = exchanges.map(({ method, url }) => `${method} ${url.slice(new URL(url).origin.length)}`)
  expect(mine.length).toBe(5)
  expect(mine).toEqual(theirs)
  const texts = exchanges.map(({ response }) => response?.body ?? '')
  expect(texts.map(sha256).toSorted()).toEqual(hashes.toSorted())
})

test('the same messages of a compressed WebSocket connection as by tshark', async () => {
  const texts = ['{"price":1,"name":"green tea"}', '{"price":2,"name":"green tea"}', 'x'.repeat(500)]
  const connection = openSocket('permessage-deflate')
  for (const message of await deflated(texts))
    connection
      .send('client', socketFrame(message, { isMasked: true, isCompressed: true }))
      .send('server', socketFrame(message, { isCompressed: true }))
  connection.send('server', socketFrame('plain'))
  const theirs = await tshark(connection, 'websocket', fields('tcp.dstport', 'websocket.payload.text'))
  const { exchanges } = await readPcap(pcapOf(connection.packets))
  const mine = exchanges[0]?.socket?.messages.map(({ isSent, data }) => `${isSent ? 80 : 50_000}|${data}`)
  expect(mine?.length).toBe(7)
  expect(mine).toEqual(theirs)
})
