import { beforeAll, describe, expect, it } from 'vitest'
import { packed } from '../bytes/packed.ts'
import { pcapngOf, pcapOf, type TestConnection } from '../test-capture.ts'
import { readPcap } from '../test-reading.ts'
import { longText, type TlsVisit, tlsVisit } from './test-visit.ts'

const read = async ({ packets }: TestConnection, keyLog: string) => {
  const { exchanges, conversations, left } = await readPcap(pcapOf(packets), 64 * 1024, keyLog)
  return {
    requests: exchanges.map(({ method, url, body, response }) => [method, url, body?.text, response?.body]),
    conversation: [conversations?.[0]?.protocol, conversations?.[0]?.isDecrypted],
    codes: left.map(({ code }) => code),
  }
}

const visited = [
  ['POST', 'https://shop.example/orders', '{"id":12}', '{"id":"a81bc81b"}'],
  ['GET', 'https://shop.example/long', undefined, longText],
]

describe('requests within TLS are read with the secrets of the client', () => {
  const only12 = { maxVersion: 'TLSv1.2' } as const
  it.each([
    ['1.3 with AES-128', { ciphers: 'TLS_AES_128_GCM_SHA256' }],
    ['1.3 with AES-256', { ciphers: 'TLS_AES_256_GCM_SHA384' }],
    ['1.3 with ChaCha20', { ciphers: 'TLS_CHACHA20_POLY1305_SHA256' }],
    ['1.2 with AES-128', { ...only12, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }],
    ['1.2 with AES-256', { ...only12, ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' }],
    ['1.2 with ChaCha20', { ...only12, ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' }],
  ])('%s', async (_, options) => {
    const { connection, keyLog } = await tlsVisit(options)
    expect(await read(connection, keyLog)).toEqual({
      requests: visited,
      conversation: ['http', true],
      codes: [],
    })
  })
  it('HTTP/2 inside', async () => {
    const { connection, keyLog } = await tlsVisit({ isHttp2: true })
    const { requests, ...rest } = await read(connection, keyLog)
    expect(requests).toEqual(visited)
    expect(rest).toEqual({ conversation: ['http2', true], codes: ['http2'] })
  })
  it('that a pcapng file has itself', async () => {
    const { connection, keyLog } = await tlsVisit({})
    const packets = connection.packets.map(packet => ({ ...packet, link: 'ethernet' as const }))
    for (const isLittleEndian of [true, false]) {
      const file = pcapngOf(packets, isLittleEndian, keyLog)
      expect((await readPcap(file, 1_000)).exchanges.map(({ url }) => url)).toEqual(
        visited.map(([, url]) => url),
      )
    }
  })
})

describe('of a connection over TLS', () => {
  let visit: TlsVisit
  beforeAll(async () => {
    visit = await tlsVisit({})
  })
  it('without secrets, without its own or without its beginning, nothing is read, which is told', async () => {
    const { connection, keyLog } = visit
    const other = (await tlsVisit({})).keyLog
    const late = { packets: connection.packets.slice(2) } as TestConnection
    expect((await read(connection, '')).codes).toEqual(['encrypted', 'nothingFound'])
    expect((await read(connection, other)).codes).toEqual(['secretMissing', 'nothingFound'])
    expect((await read(late, keyLog)).codes).toEqual(['secretMissing', 'nothingFound'])
  })
  it('wrong secrets decrypt nothing', async () => {
    const wrong = visit.keyLog.replaceAll(
      /[0-9a-f]{64,96}\n/g,
      secret => `${'0'.repeat(secret.length - 1)}\n`,
    )
    expect((await read(visit.connection, wrong)).requests).toEqual([])
  })
  it('what is behind missing bytes is not read, and what was before them is', async () => {
    const { connection, keyLog } = visit
    const packets = connection.packets.filter((_, at) => at !== connection.packets.length - 20)
    const { requests, codes } = await read({ packets } as TestConnection, keyLog)
    expect(requests.map(([method]) => method)).toEqual(['POST', 'GET'])
    expect(requests[1]?.[3]).toBeNull()
    expect(codes).toEqual(['answerCut', 'lostBytes'])
  })
  it('a changed byte ends the reading of its direction', async () => {
    const { connection, keyLog } = visit
    const packets = connection.packets.map((packet, at) => {
      if (at !== connection.packets.length - 20) return packet
      const bytes = packet.bytes.slice()
      bytes[80] = (bytes[80] ?? 0) ^ 1
      return { ...packet, bytes }
    })
    expect((await read({ packets } as TestConnection, keyLog)).codes).toEqual(['answerCut'])
  })
  it('a cipher suite that cannot be decrypted is named', async () => {
    const { connection, keyLog } = await tlsVisit({
      maxVersion: 'TLSv1.2',
      ciphers: 'ECDHE-ECDSA-AES128-SHA256',
    })
    const { left } = await readPcap(pcapOf(connection.packets), 64 * 1024, keyLog)
    expect(left[0]).toMatchObject({ place: 'tcp.stream 0', code: 'cipherSuite' })
    expect(left[0]?.text.en).toContain('0xc023')
  })
  it('lengths that lie lead out of nothing', async () => {
    const { connection, keyLog } = visit
    const hello = packed([8, 22], [16, 0x0301], [16, 40], [8, 1], [16, 0xffff], [8, 255], new Uint8Array(36))
    const first = connection.packets.slice(0, 2)
    for (const payload of [hello, packed([8, 22], [16, 0x0301], [16, 0xffff], new Uint8Array(100))]) {
      const frame = connection.packets[2]?.bytes.slice(0, 54) ?? new Uint8Array(0)
      new DataView(frame.buffer).setUint16(16, 40 + payload.length)
      const packets = [...first, { timeMs: first[1]?.timeMs ?? 0, bytes: packed(frame, payload) }]
      expect((await read({ packets } as TestConnection, keyLog)).requests).toEqual([])
    }
  })
})
