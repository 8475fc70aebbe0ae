import { expect, it } from 'vitest'
import { packed } from './bytes/packed.ts'
import { PcapReader } from './read-pcap.ts'
import { ip, links, pcapngOf, pcapOf, TestConnection } from './test-capture.ts'
import { readPcap } from './test-reading.ts'

const codesOf = ({ left }: Awaited<ReturnType<typeof readPcap>>) => left.map(({ code }) => code)
const visit = () =>
  new TestConnection()
    .open()
    .send('client', 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')
    .send('server', 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok')
const withNumber = (file: Uint8Array<ArrayBuffer>, at: number, value: number) => {
  new DataView(file.buffer).setUint32(at, value, true)
  return file
}
/** Where the last packet of a file begins. */
const lastRecord = (packets: readonly { readonly bytes: Uint8Array }[]) =>
  24 + packets.slice(0, -1).reduce((sum, { bytes }) => sum + 16 + bytes.length, 0)

it('a record whose length is no length of a packet ends the reading, and what was before it is kept', async () => {
  const { packets } = visit()
  const all = [...packets, ...packets.slice(-1)]
  const file = withNumber(pcapOf(all), lastRecord(all) + 8, 2 ** 32 - 1)
  const recording = await readPcap(file)
  expect(recording.exchanges.length).toBe(1)
  expect(codesOf(recording)).toEqual(['captureBroken'])
})
it.each([0, 8, 13, 2 ** 31])('a block of pcapng of length %i does so, too', async length => {
  const packets = visit().packets.map(packet => ({ ...packet, link: 'ethernet' as const }))
  const file = pcapngOf(packets)
  const first = file.findIndex(
    (byte, at) => byte === 6 && file[at + 1] === 0 && file[at + 2] === 0 && at % 4 === 0,
  )
  expect(codesOf(await readPcap(withNumber(file, first + 4, length)))).toEqual([
    'captureBroken',
    'nothingFound',
  ])
})
it('a file that is cut off keeps what is complete', async () => {
  const recording = await readPcap(pcapOf(visit().packets).subarray(0, -10))
  expect(codesOf(recording)).toEqual(['cutOff', 'noAnswer', 'nothingFound'])
})
it('nothing of headers that promise more than there is leads out of the packet', async () => {
  const packet = new Uint8Array(60)
  let state = 1
  const file = pcapOf(
    Array.from({ length: 5_000 }, (_, timeMs) => {
      for (let at = 0; at < packet.length; at++) {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31
        packet[at] = state >> 16
      }
      // Every other one looks like IP.
      const bytes = packet.slice(0, 1 + (timeMs % 60))
      const frame =
        timeMs % 2 === 0 ? links.ethernet.frame(packed([8, timeMs % 3 === 0 ? 0x4f : 0x60], bytes)) : bytes
      return { timeMs, bytes: frame }
    }),
  )
  expect(codesOf(await readPcap(file))).toContain('otherPackets')
})
it('an endless chain of IPv6 extension headers is no packet', async () => {
  const chain = new Uint8Array(8_000)
  const bytes = links.ethernet.frame(ip(new Uint8Array(16), new Uint8Array(16), 0, chain))
  expect(codesOf(await readPcap(pcapOf([{ timeMs: 1, bytes }])))).toEqual(['otherPackets', 'nothingFound'])
})
it('conversations beyond the limit are counted, not kept', async () => {
  const syn = (number: number) => {
    const ports = [
      [16, number % 60_000],
      [16, 80],
      [32, 1],
      [32, 0],
      [8, 0x50],
      [8, 2],
      [16, 1],
      [32, 0],
    ] as const
    const source = packed([32, 0x0a000000 + Math.floor(number / 60_000)])
    return links.ethernet.frame(ip(source, packed([32, 0x0b000001]), 6, packed(...ports)))
  }
  const recording = await readPcap(
    pcapOf(Array.from({ length: 20_100 }, (_, timeMs) => ({ timeMs, bytes: syn(timeMs) }))),
  )
  expect(recording.conversations?.length).toBe(20_000)
  expect(recording.left[0]?.text.en).toContain('not listed: 100')
})
it('segments that wait for one that never comes are given up, and hold no more than their limit', async () => {
  const { packets } = new TestConnection().open().send('client', 'x'.repeat(1_000_000), 1_000)
  const reader = new PcapReader()
  reader.feed(pcapOf(packets.filter((_, at) => at !== 2)))
  await reader.settle()
  const { conversations } = reader.end()
  expect(conversations?.[0]).toMatchObject({ lostBytes: 1_000, sentBytes: 999_000 })
})
it('a head without an end is given up', async () => {
  const connection = new TestConnection()
    .open()
    .send('client', `GET / HTTP/1.1\r\nCookie: ${'x'.repeat(1_000_000)}`, 1_400)
  expect(codesOf(await readPcap(pcapOf(connection.packets)))).toEqual(['nothingFound'])
})
it.each([
  'Content-Length: 999999999999999\r\n\r\nabc',
  'Transfer-Encoding: chunked\r\n\r\nffffffffffff\r\nabc',
  'Transfer-Encoding: chunked\r\n\r\n-1\r\nabc',
  `Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(5_000)}`,
])('a body that promises more than there is is cut off: %s', async rest => {
  const connection = new TestConnection()
    .open()
    .send('client', 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')
    .send('server', `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${rest}`)
  const recording = await readPcap(pcapOf(connection.packets))
  expect(recording.exchanges[0]?.response).toMatchObject({ status: 200, sizeBytes: null, body: null })
  expect(codesOf(recording)).toEqual(['answerCut'])
})
it('requests without an end of one connection are told, not kept', async () => {
  const connection = new TestConnection()
    .open()
    .send('client', 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n'.repeat(3_000))
  expect(codesOf(await readPcap(pcapOf(connection.packets)))).toEqual(['noAnswer', 'nothingFound'])
})
it('a small body that unpacks into a huge one is not searched', async () => {
  const stream = new Blob([new Uint8Array(32 * 1024 ** 2)])
    .stream()
    .pipeThrough(new CompressionStream('gzip'))
  const bomb = new Uint8Array(await new Response(stream).arrayBuffer())
  const connection = new TestConnection()
    .open()
    .send('client', 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n')
    .send(
      'server',
      `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`,
    )
    .send('server', bomb)
  expect((await readPcap(pcapOf(connection.packets))).exchanges[0]?.response?.body).toBeNull()
})
