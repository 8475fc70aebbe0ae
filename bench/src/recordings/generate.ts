/** Writes the files that the bench reads: a packet capture of a shop's HTTP/1.1 traffic, and a HAR file of a visit. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { pcapOf, TestConnection } from '@pone/recording/pcap/test-capture.ts'

const connections = 64
const exchanges = 8
const segmentBytes = 1_400
const bodyLength = 20_000
const packetHeaderBytes = 16
/** In the frame: behind the Ethernet header and the first fields of the IP header. */
const addressOffsets = [26, 30]
const clientAddress = 0x0a_00_00_01

/** JSON with an identifier that the next request sends, and goods that differ. */
function bodyOf(id: string): string {
  const goods = Array.from({ length: 200 }, (_, at) => ({ sku: `sku-${at}`, name: `Tea ${at}`, price: at }))
  return JSON.stringify({ id, goods }).padEnd(bodyLength)
}

const idOf = (number: number): string => `7f3c${number.toString(16).padStart(8, '0')}a9e1`

function connection(number: number): TestConnection {
  const made = new TestConnection({ clientPort: 20_000 + number }).open()
  for (let at = 0; at < exchanges; at++) {
    const body = bodyOf(idOf(number * exchanges + at))
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    made.send(
      'client',
      `GET /goods/${idOf(number * exchanges + at - 1)} HTTP/1.1\r\nHost: shop.example\r\n\r\n`,
    )
    made.send('server', head + body, segmentBytes)
  }
  return made.close()
}

/** The same connections again and again, each time of another client. @returns the size in bytes */
export function writeCapture(path: string, wantedBytes: number): number {
  const packets = Array.from({ length: connections }, (_, at) => connection(at).packets).flat()
  const bytes = pcapOf(packets)
  const view = new DataView(bytes.buffer)
  const places: number[] = []
  let at = 24
  for (const packet of packets) {
    const frame = at + packetHeaderBytes
    places.push(
      ...addressOffsets
        .map(offset => frame + offset)
        .filter(place => view.getUint32(place) === clientAddress),
    )
    at = frame + packet.bytes.length
  }
  return write(path, wantedBytes, {
    first: bytes.slice(0, 24),
    next: copy => {
      for (const place of places) view.setUint32(place, clientAddress + ((copy + 1) << 8))
      return bytes.subarray(24)
    },
    last: new Uint8Array(0),
  })
}

/** A visit of many requests, each with the response before in it. @returns the size in bytes */
export function writeHar(path: string, wantedBytes: number): number {
  const encoder = new TextEncoder()
  const entry = (number: number) => {
    const text = bodyOf(idOf(number))
    return {
      startedDateTime: new Date(Date.UTC(2026, 0, 1) + number * 100).toISOString(),
      time: 20,
      request: { method: 'GET', url: `http://shop.example/goods/${idOf(number - 1)}`, headers: [] },
      response: {
        status: 200,
        headers: [],
        content: { mimeType: 'application/json', size: text.length, text },
      },
    }
  }
  return write(path, wantedBytes, {
    first: encoder.encode(`{"log":{"version":"1.2","entries":[${JSON.stringify(entry(0))}`),
    next: copy => encoder.encode(`,${JSON.stringify(entry(copy + 1))}`),
    last: encoder.encode(']}}'),
  })
}

interface Parts {
  readonly first: Uint8Array
  readonly next: (copy: number) => Uint8Array
  readonly last: Uint8Array
}

function write(path: string, wantedBytes: number, { first, next, last }: Parts): number {
  const file = openSync(path, 'w')
  let size = writeSync(file, first)
  for (let copy = 0; size < wantedBytes; copy++) size += writeSync(file, next(copy))
  size += writeSync(file, last)
  closeSync(file)
  return size
}
