/** Compares HTTP/2, WebSocket, TLS and what is none of them as they are read with what tshark reads in the same files. */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { http2Visit } from './http2/test-visit.ts'
import { pcapOf, TestConnection, type TestPacket } from './test-capture.ts'
import { readPcap } from './test-reading.ts'
import { recordedTraffic } from './test-traffic.ts'
import { tlsVisit, withTlsServer } from './tls/test-visit.ts'
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

/** What each end sent without the other end saying anything, by tshark. */
async function turnsByTshark({ packets }: Pick<TestConnection, 'packets'>) {
  const path = join(folder, 'raw.pcap')
  await writeFile(path, pcapOf(packets))
  const { stdout } = await promisify(execFile)('tshark', ['-r', path, '-q', '-z', 'follow,tcp,raw,0'])
  const turns: { isSent: boolean; hex: string }[] = []
  for (const [, tab = '', hex = ''] of stdout.matchAll(/^(\t?)([0-9a-f]+)$/gm)) {
    const isSent = tab === ''
    const last = turns.at(-1)
    if (last?.isSent === isSent) last.hex += hex
    else turns.push({ isSent, hex })
  }
  return turns.map(({ isSent, hex }) => [isSent, hex.length / 2, isSent ? sha256(hex) : ''])
}

test('the same contents of a protocol that nobody knows as by tshark, in order and disturbed', async () => {
  const noise = (length: number, step: number) =>
    Uint8Array.from({ length }, (_, at) => 255 - ((at * step) % 251))
  const connection = new TestConnection().open()
  for (const length of [1, 700, 2_500])
    connection.send('client', noise(length, 7), 100).send('server', noise(length * 2, 11), 300)
  const disturbed = connection.packets.flatMap(packet => [packet, packet])
  const senderOf = (packet: TestPacket | undefined) => packet?.bytes.slice(26, 30).join()
  for (let at = 9; at + 2 < disturbed.length; at += 6) {
    const [one, other] = disturbed.slice(at, at + 2)
    if (one === undefined || other === undefined || senderOf(one) !== senderOf(other)) continue
    disturbed.splice(at, 2, { ...other, timeMs: one.timeMs }, { ...one, timeMs: other.timeMs })
  }
  for (const packets of [connection.packets, disturbed]) {
    const { exchanges } = await readPcap(pcapOf(packets))
    const mine = exchanges[0]?.stream?.turns.map(({ isSent, sizeBytes, messages: [message] }) => [
      isSent,
      sizeBytes,
      message === undefined || message.content === 'file' ? '' : sha256(message.data),
    ])
    expect(mine?.length).toBe(6)
    expect(mine).toEqual(await turnsByTshark({ packets }))
  }
})

/** Requests and hashes of responses by tshark with a file of secrets. */
async function decryptedByTshark(connection: TestConnection, keyLog: string) {
  const path = join(folder, 'keys.log')
  await writeFile(path, keyLog)
  const options = ['-o', `tls.keylog_file:${path}`, '-d', 'tcp.port==80,tls']
  const bodies = join(folder, 'bodies')
  await rm(bodies, { recursive: true, force: true })
  const rows = await tshark(connection, 'http.request', [
    ...options,
    ...fields('http.request.method', 'http.request.uri'),
    '--export-objects',
    `http,${bodies}`,
  ])
  const names = await readdir(bodies)
  const hashes = await Promise.all(names.map(async name => sha256(await readFile(join(bodies, name)))))
  return { requests: rows, bodies: hashes.toSorted() }
}

async function decryptedByPone(connection: TestConnection, keyLog: string) {
  const { exchanges } = await readPcap(pcapOf(connection.packets), 64 * 1024, keyLog)
  return {
    requests: exchanges.map(({ method, url }) => `${method}|${new URL(url).pathname}`),
    bodies: exchanges
      .flatMap(({ body, response }) => [body?.text, response?.body].flatMap(each => each ?? []))
      .map(sha256)
      .toSorted(),
  }
}

test.each(['TLSv1.2', 'TLSv1.3'] as const)('the same requests within %s as by tshark', async version => {
  const { connection, keyLog } = await tlsVisit({ minVersion: version, maxVersion: version })
  const mine = await decryptedByPone(connection, keyLog)
  expect(mine.requests).toEqual(['POST|/orders', 'GET|/long'])
  expect(mine).toEqual(await decryptedByTshark(connection, keyLog))
})

/** Until a program has said this. */
async function says(output: NodeJS.ReadableStream, text: string): Promise<void> {
  let said = ''
  while (!said.includes(text)) said += String((await once(output, 'data'))[0])
}

test('a client that changes its keys, and writes its secrets to a file, is read as by tshark', async () => {
  const path = join(folder, 'openssl.log')
  const connection = await withTlsServer(serverPort =>
    recordedTraffic(serverPort, async port => {
      const args = ['s_client', '-connect', `127.0.0.1:${port}`, '-tls1_3', '-keylogfile', path]
      const client = spawn('openssl', args)
      await says(client.stdout, 'Verify return code')
      // The one asks the server to change its keys as well.
      client.stdin.write('K\n')
      await says(client.stderr, 'KEYUPDATE')
      client.stdin.write('GET /orders HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
      await once(client, 'close')
    }),
  )
  const keyLog = await readFile(path, 'utf8')
  const mine = await decryptedByPone(connection, keyLog)
  expect(mine.requests).toEqual(['GET|/orders'])
  expect(mine).toEqual(await decryptedByTshark(connection, keyLog))
})
