/** Collector processes without their inner walls, and such that attack the agent, for tests: `PONE_ENV_HOSTILE` says which. */
import { get } from 'node:http'
import { Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { http } from '@pone/monitors/transports/http/http.ts'
import { transportsFor } from '@pone/monitors/transports/registry.ts'
import type { SectionAnswer, Transport } from '@pone/monitors/transports/transport.ts'
import { FrameReader, frameOf } from '../collector/frames.ts'
import { runCollector } from '../collector/program.ts'
import type { CollectedReport } from '../collector/protocol.ts'

const mode = process.env['PONE_ENV_HOSTILE'] ?? ''
const kept: unknown[] = []

/** Reads without any bound, unpacks what is packed, and matches what it is given. */
function believe(body: Buffer, type: string): SectionAnswer {
  if (type === 'application/gzip') for (;;) kept.push(gunzipSync(body))
  if (type === 'application/json') for (;;) kept.push(JSON.parse(body.toString('utf8')))
  if (type === 'text/regexp') new RegExp(body.toString('utf8')).test(`${'a'.repeat(60)}!`)
  return { records: [] }
}

const careless: Transport = {
  async open(params, signal) {
    const connection = await http.open(params, signal)
    const ask = (): Promise<SectionAnswer> =>
      new Promise((resolve, reject) => {
        get(
          { host: String(params['host']), port: Number(params['port']), path: String(params['path']) },
          answer => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => parts.push(part))
            answer.on('end', () =>
              resolve(believe(Buffer.concat(parts), answer.headers['content-type'] ?? '')),
            )
          },
        ).on('error', reject)
      })
    return params['path'] === '/metrics'
      ? connection
      : {
          ...connection,
          probe: () => connection.probe(signal),
          close: () => connection.close(),
          isParallel: true,
          ask,
        }
  },
}

const content = (monitorId: string, slot: number): CollectedReport => ({
  kind: 'collected',
  layouts: [
    { key: 1, monitorId, section: 'metrics', columns: [{ counter: 'up', kind: 'gauge', labels: {} }] },
  ],
  // Few and long, so that also a busy agent could read more than it may.
  rows: Array.from({ length: 500 }, (_, part) => ({
    monitorId,
    section: 'metrics',
    slot: slot + part,
    part: 0,
    layout: 1,
    values: 'AAAAAAAA8D8=',
  })),
  texts: [],
  tables: [],
  states: Array.from({ length: 500 }, (_, index) => ({
    monitorId,
    section: 'metrics',
    slot,
    cause: index % 2 === 0 ? null : ('refused' as const),
    params: {},
    detail: 'x'.repeat(2_000),
  })),
  ended: [],
})

/** Writes as fast as the agent reads, once a monitor is to be collected. */
function attack(make: (monitorId: string) => Buffer, descriptor = 3): void {
  const channel = new Socket({ fd: 3, readable: false, writable: true })
  const target = descriptor === 3 ? channel : new Socket({ fd: descriptor, readable: false, writable: true })
  const reader = new FrameReader()
  const write = (monitorId: string): void => {
    while (target.write(make(monitorId)));
    target.once('drain', () => write(monitorId))
  }
  channel.write(frameOf({ kind: 'ready' }))
  setInterval(() => channel.write(frameOf({ kind: 'alive' })), 1_000)
  process.stdin.on('data', (part: Buffer) => {
    for (const order of reader.read(part))
      if (typeof order === 'object' && order !== null && 'monitorId' in order) write(String(order.monitorId))
  })
  process.stdin.on('end', () => process.exit(0))
}

const attacks: Readonly<Record<string, () => void>> = {
  values: () => attack(monitorId => frameOf(content(monitorId, Date.now()))),
  length: () => attack(() => Buffer.alloc(64 * 1024, 0xff)),
  garbage: () => attack(() => frameOf({ kind: 'collected', rows: 'all' })),
  endless: () => {
    const head = frameOf('').subarray(0, 4)
    head.writeUInt32LE(16 * 1024 ** 2)
    let isFirst = true
    attack(() => {
      const part = isFirst ? head : Buffer.alloc(1, '[')
      isFirst = false
      return part
    })
  },
  errors: () => attack(() => Buffer.alloc(64 * 1024, 'error '), 2),
}

const begin = attacks[mode]
if (begin === undefined) runCollector(limits => ({ ...transportsFor(limits), http: careless }))
else begin()
