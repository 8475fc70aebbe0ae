/** Compares what is read with what tshark reads in the same files: captures of real traffic by tcpdump, also rewritten as networks and captures alter them. */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CaptureFile } from './file/capture-file.ts'
import { links, pcapngOf, pcapOf, type TestPacket } from './test-capture.ts'
import { readPcap } from './test-reading.ts'

const text = 'Two lines of tea, 茶。\n'.repeat(3_000)
const answers: Readonly<Record<string, { readonly encoding?: string; readonly body: Buffer }>> = {
  '/plain-1': { body: Buffer.from(text) },
  '/gzip-2': { encoding: 'gzip', body: gzipSync(text) },
  '/deflate-3': { encoding: 'deflate', body: deflateSync(text) },
  '/brotli-4': { encoding: 'br', body: brotliCompressSync(text) },
  '/json-5': { body: Buffer.from('{"id":"a81bc81b"}') },
}

let folder = ''
let captured = new Uint8Array(0)
const endOfCapture = 'end of the capture'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-capture-'))
  captured = await capturedTraffic()
})
afterAll(() => rm(folder, { recursive: true }))

/** Asks a server for everything over two connections, while tcpdump captures. */
async function capturedTraffic(): Promise<Uint8Array<ArrayBuffer>> {
  const server = createServer((asked, answer) => {
    asked.resume().once('end', () => {
      const { encoding, body } = answers[asked.url ?? ''] ?? { body: Buffer.from('got it') }
      answer.setHeader(
        'content-type',
        asked.url === '/json-5' ? 'application/json' : 'text/plain; charset=utf-8',
      )
      if (encoding !== undefined) answer.setHeader('content-encoding', encoding)
      // The first half as a chunk of its own.
      if (encoding === undefined) answer.setHeader('content-length', body.length)
      answer.write(body.subarray(0, body.length / 2))
      answer.end(body.subarray(body.length / 2))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const last = createSocket('udp4').bind(0, '127.0.0.1')
  await once(last, 'listening')
  const filter = `tcp port ${port} or udp port ${last.address().port}`
  const tcpdump = spawn('tcpdump', ['-i', 'lo', '-U', '--immediate-mode', '-B', '16384', '-w', '-', filter])
  const pieces: Buffer[] = []
  tcpdump.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  try {
    let said = ''
    while (!said.includes('listening on')) said += String((await once(tcpdump.stderr, 'data'))[0])
    const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
    for (const [at, path] of Object.keys(answers).entries()) await ask(port, path, agents[at % 2])
    const order = { contentType: 'application/json', body: JSON.stringify({ order: text }) }
    await ask(port, '/orders-6', agents[0], order)
    for (const agent of agents) agent.destroy()
    server.close()
    await once(server, 'close')
    // What was sent before it has been captured once it has.
    while (!Buffer.concat(pieces).includes(endOfCapture)) {
      last.send(endOfCapture, last.address().port, '127.0.0.1')
      await once(tcpdump.stdout, 'data')
    }
  } finally {
    last.close()
    server.close()
    const ended = once(tcpdump, 'exit')
    tcpdump.kill('SIGTERM')
    await ended
  }
  return new Uint8Array(Buffer.concat(pieces))
}

async function ask(
  port: number,
  path: string,
  agent: Agent | undefined,
  sent?: { readonly contentType: string; readonly body: string },
): Promise<void> {
  const asked = request({
    ...(agent !== undefined && { agent }),
    host: '127.0.0.1',
    port,
    path,
    method: sent === undefined ? 'GET' : 'POST',
    headers: sent === undefined ? {} : { 'content-type': sent.contentType, expect: '100-continue' },
  })
  if (sent === undefined) asked.end()
  else {
    asked.flushHeaders()
    asked.once('continue', () => asked.end(sent.body))
  }
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream]
  await once(answer.resume(), 'end')
}

/** The frames of the capture without their Ethernet headers. */
function ipPackets(): TestPacket[] {
  const packets: TestPacket[] = []
  const file = new CaptureFile({
    packet: ({ bytes, timeMs }) => void packets.push({ timeMs, bytes: bytes.slice(14) }),
    secrets: () => undefined,
    fault: fault => expect.fail(fault),
  })
  file.feed(captured)
  file.end()
  return packets
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Requests by tshark: method, address, status; and the hashes of bodies, by the end of their address. */
async function byTshark(file: Uint8Array) {
  const path = join(folder, 'capture.pcap')
  const bodies = join(folder, 'bodies')
  await writeFile(path, file)
  await rm(bodies, { recursive: true, force: true })
  const fields = ['tcp.stream', 'http.request.method', 'http.request.full_uri', 'http.response.code']
  const { stdout } = await promisify(execFile)(
    'tshark',
    ['-r', path, '-Y', 'http', '-T', 'fields', '-E', 'separator=|', '--export-objects', `http,${bodies}`]
      // As it does not by itself.
      .concat('-o', 'tcp.reassemble_out_of_order:TRUE')
      .concat(fields.flatMap(field => ['-e', field])),
  )
  const rows = stdout
    .trim()
    .split('\n')
    .map(line => line.split('|'))
  const statuses = rows
    .filter(([, method, , status]) => method === '' && status !== '100')
    .map(([stream, , , status]) => [stream, status])
  const requests = rows
    .filter(([, method]) => method !== '')
    .map(([stream, method, address]) => {
      const at = statuses.findIndex(([of]) => of === stream)
      return [`tcp.stream ${stream}`, method, address, statuses.splice(at, 1)[0]?.[1]].join(' ')
    })
  const names = await readdir(bodies)
  const hashes = await Promise.all(names.map(async name => sha256(await readFile(join(bodies, name)))))
  return { requests, hashes: new Set(hashes) }
}

async function byPone(file: Uint8Array) {
  const { exchanges: all, conversations, left } = await readPcap(file)
  // The end of the capture is told by a datagram.
  const exchanges = all.filter(({ stream }) => stream === undefined)
  const streamOf = (index: number) => conversations?.find(each => each.exchanges.includes(index))?.name
  return {
    left: left.map(({ code }) => code),
    requests: exchanges.map(({ index, method, url, response }) =>
      [streamOf(index), method, url, response?.status].join(' '),
    ),
    hashes: exchanges.flatMap(({ body, response }) =>
      [body?.text, response?.body].flatMap(each => each ?? []).map(sha256),
    ),
  }
}

const firstOf = (packets: readonly TestPacket[], at: number) => packets[at] as TestPacket

/** As networks with several ways deliver packets: neighbours of one direction change places, and every fifth comes twice. */
function disturbed(packets: readonly TestPacket[]): TestPacket[] {
  const all = packets.flatMap((packet, at) => (at % 5 === 0 ? [packet, packet] : [packet]))
  for (let at = 12; at + 1 < all.length; at += 4) {
    const [one, other] = [firstOf(all, at), firstOf(all, at + 1)]
    const isSameWay = one.bytes.subarray(20, 24).join() === other.bytes.subarray(20, 24).join()
    if (isSameWay) all.splice(at, 2, { ...other, timeMs: one.timeMs }, { ...one, timeMs: other.timeMs })
  }
  return all
}

const framed = (link: keyof typeof links, packets: readonly TestPacket[]) =>
  packets.map(packet => ({ ...packet, link, bytes: links[link].frame(packet.bytes) }))

test.each([
  ['as tcpdump wrote it', () => captured],
  ['disturbed, with VLANs', () => pcapOf(framed('vlan', disturbed(ipPackets())), { link: 'vlan' })],
  ['cooked, big-endian pcapng', () => pcapngOf(framed('cooked2', ipPackets()), false)],
  ['disturbed, loopback', () => pcapOf(framed('loopback', disturbed(ipPackets())), { link: 'loopback' })],
])('the same requests and the same bodies as by tshark: %s', async (_, fileOf) => {
  const file = fileOf()
  const mine = await byPone(file)
  const theirs = await byTshark(file)
  expect(mine.left).toEqual([])
  expect(mine.requests.length).toBe(6)
  expect(mine.requests).toEqual(theirs.requests)
  expect(new Set(mine.hashes)).toEqual(theirs.hashes)
})
