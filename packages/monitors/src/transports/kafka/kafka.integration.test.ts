/** Kafka as it is, beside its own tools; with many topics; and targets that are none of it. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TrialResult, tryTarget } from '../../collection/trial.ts'
import { samplesOf } from '../../reading/samples.ts'
import type { ParamValues } from '../../type.ts'
import { startForeign, startProxy } from '../test-processes.ts'
import { figuresOf, freePort, knownType } from '../test-servers.ts'
import type { TargetConnection } from '../transport.ts'
import { startKafka, type TestKafka } from './test-kafka.ts'
import { kafkaTransport } from './transport.ts'

const type = knownType('kafka')
const soon = () => AbortSignal.timeout(20_000)
const paramsOf = (port: number, more: ParamValues = {}): ParamValues => ({ host: '127.0.0.1', port, ...more })
const signed = { user: 'monitor', password: 'secret' }

const trial = (params: ParamValues): Promise<TrialResult> =>
  tryTarget({ type, params, transports: { kafka: kafkaTransport }, signal: soon() })
const causesOf = ({ sections, cause }: TrialResult) => [
  ...new Set(cause ? [cause.code] : sections.flatMap(section => (section.cause ? [section.cause.code] : []))),
]

async function connected<Result>(port: number, use: (connection: TargetConnection) => Promise<Result>) {
  const connection = await kafkaTransport.open(paramsOf(port), soon())
  try {
    return await use(connection)
  } finally {
    connection.close()
  }
}

const recordsOf = async (connection: TargetConnection, what: string) =>
  (await connection.ask({ what }, soon())).records

let kafka: TestKafka
beforeAll(async () => {
  kafka = await startKafka()
  const { feeder } = kafka
  await feeder.tell('topics orders 1 3')
  await feeder.tell('topics bills 1 1')
  await feeder.tell('write orders 100')
  await feeder.tell('write bills 25')
  await feeder.tell('read billing classic bills 10')
  await feeder.tell('read shipping consumer orders 40')
  await feeder.tell('allow monitor')
})
afterAll(async () => {
  await kafka.feeder.stop()
  await kafka.server.stop()
})

/** Rows of a table of a tool, by their headings. */
function rowsOf(lines: readonly string[]): Record<string, string>[] {
  let headings: string[] = []
  return lines.flatMap(line => {
    const cells = line.trim().split(/\s+/)
    if (cells[0] === 'GROUP') headings = cells
    if (cells[0] === 'GROUP' || cells.length < headings.length) return []
    return [Object.fromEntries(headings.map((name, index) => [name, cells[index] ?? '']))]
  })
}

describe('kafka', () => {
  test('has the figures of its own tools and of its Java client', async () => {
    const told = new Map(
      (await kafka.feeder.tell('cluster')).map(line => line.split('=') as [string, string]),
    )
    const lags = rowsOf(await kafka.feeder.tell('groups'))
    const ends = (await kafka.feeder.tell('ends')).map(line => line.split(':'))
    const [cluster, groups, topics, storage] = await connected(kafka.plain, async connection => [
      (await recordsOf(connection, 'cluster'))[0],
      await recordsOf(connection, 'groups'),
      await recordsOf(connection, 'topics'),
      (await recordsOf(connection, 'storage'))[0],
    ])
    const lagOf = (group: string) =>
      lags.filter(row => row['GROUP'] === group).reduce((sum, row) => sum + Number(row['LAG']), 0)
    const endOf = (topic: string) =>
      ends.filter(([name]) => name === topic).reduce((sum, [, , offset]) => sum + Number(offset), 0)
    const rows = [
      ...['brokers', 'controller', 'topics', 'partitions'].map(name => [
        name,
        cluster?.[name],
        told.get(name),
      ]),
      ...['bytes', 'total'].map(name => [`storage ${name}`, storage?.[name], told.get(name)]),
      ...groups.map(({ group = '', lag }) => [`lag of ${group}`, lag, String(lagOf(group))]),
      ...topics.map(({ topic = '', endOffset }) => [`end of ${topic}`, endOffset, String(endOf(topic))]),
    ].map(([counter, ours, tool]) => ({ counter, ours, tool }))
    console.table(rows)
    for (const { counter, ours, tool } of rows) expect(ours, counter).toBe(tool)
    expect(groups).toEqual(
      expect.arrayContaining([
        {
          group: 'billing',
          type: 'classic',
          state: 'Stable',
          members: '1',
          topics: '1',
          partitions: '1',
          lag: '15',
          maxLag: '15',
        },
        expect.objectContaining({
          group: 'shipping',
          type: 'consumer',
          state: 'Stable',
          members: '1',
          lag: '60',
        }),
      ]),
    )
  })

  test('has a value for every counter, and its rates follow what is written', async () => {
    const absent: string[] = []
    const before = await connected(kafka.plain, async connection => {
      for (const section of type.sections) {
        const { samples, texts } = samplesOf(
          section,
          (await connection.ask(section.request, soon())).records,
          new Set(),
        )
        const read = new Set(
          [...samples.filter(({ value }) => !Number.isNaN(value)), ...texts].map(({ counter }) => counter),
        )
        absent.push(
          ...section.counters.filter(({ key }) => !read.has(key)).map(({ key }) => `${section.key}.${key}`),
        )
      }
      return await figuresOf(type, connection)
    })
    expect(absent).toEqual([])
    await kafka.feeder.tell('write bills 7')
    const after = await connected(kafka.plain, connection => figuresOf(type, connection))
    const growth = (counter: string) => (after.get(counter) ?? 0) - (before.get(counter) ?? 0)
    expect([growth('topics.endOffset'), growth('groups.lag')]).toEqual([7, 7])
  })

  test.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])(
    'signs in by %s, and a wrong password is named',
    async sasl => {
      const good = await trial(paramsOf(kafka.sasl, { sasl, ...signed }))
      expect(good).toMatchObject({ isReached: true, product: 'kafka', version: '4.3', missingRights: [] })
      expect(causesOf(good)).toEqual([])
      expect(causesOf(await trial(paramsOf(kafka.sasl, { sasl, ...signed, password: 'x' })))).toEqual([
        'wrongPassword',
      ])
    },
  )

  test('an account without rights is told the statements that grant them', async () => {
    const guest = await trial(paramsOf(kafka.sasl, { sasl: 'PLAIN', user: 'guest', password: 'secret' }))
    expect(guest.missingRights).toEqual([
      {
        right: 'Describe Cluster',
        grant: expect.stringContaining('--allow-principal User:guest --operation Describe'),
      },
    ])
    expect(
      guest.sections.filter(({ cause }) => cause?.code === 'missingRight').map(({ section }) => section),
    ).toEqual(['cluster', 'storage'])
  })

  test('is asked over TLS, whose certificate is verified', async () => {
    expect(causesOf(await trial(paramsOf(kafka.tls, { tls: true, verifyTls: false })))).not.toContain(
      'tlsMismatch',
    )
    expect(causesOf(await trial(paramsOf(kafka.tls, { tls: true })))).toEqual(['tlsMismatch'])
  })

  test('a listener of another kind is named', async () => {
    const causes = {
      'TLS at one without it': causesOf(await trial(paramsOf(kafka.plain, { tls: true }))),
      'no TLS at one with it': causesOf(await trial(paramsOf(kafka.tls))),
      'no SASL at one with it': causesOf(await trial(paramsOf(kafka.sasl))),
      'SASL at one without it': causesOf(await trial(paramsOf(kafka.plain, { sasl: 'PLAIN', ...signed }))),
      nobody: causesOf(await trial(paramsOf(await freePort()))),
    }
    expect(causes).toEqual({
      'TLS at one without it': ['tlsMismatch'],
      'no TLS at one with it': ['tlsMismatch'],
      'no SASL at one with it': ['wrongPassword'],
      'SASL at one without it': ['wrongPassword'],
      nobody: ['refused'],
    })
  })

  test('partitions whose second broker is stopped have too few replicas, and are named by topic', async () => {
    const second = await kafka.join()
    const cluster = async () => (await connected(kafka.plain, it => recordsOf(it, 'cluster')))[0]
    const patient = { timeout: 40_000, interval: 250 }
    try {
      await vi.waitFor(async () => expect(await cluster()).toMatchObject({ brokers: '2' }), patient)
      await kafka.feeder.tell('replicate copied')
      await kafka.feeder.tell('write copied 10')
      await vi.waitFor(
        async () => expect(await cluster()).toMatchObject({ underReplicated: '0', offline: '0' }),
        patient,
      )
      const brokers = await connected(kafka.plain, it => recordsOf(it, 'brokers'))
      expect(brokers.map(({ broker, replicas }) => [broker, broker === '2' ? replicas : ''])).toEqual([
        ['1', ''],
        ['2', '2'],
      ])
    } finally {
      await second.stop()
    }
    await vi.waitFor(
      async () => expect(await cluster()).toMatchObject({ brokers: '1', underReplicated: '2', offline: '0' }),
      patient,
    )
    const topics = await connected(kafka.plain, it => recordsOf(it, 'topics'))
    const short = topics.filter(({ underReplicated }) => underReplicated !== '0')
    expect(short).toMatchObject([{ topic: 'copied', partitions: '2', underReplicated: '2', endOffset: '10' }])
  }, 120_000)

  test('1,000 topics are read with few requests, 200 with names and the others as a sum', async () => {
    await kafka.feeder.tell('topics many 1000 1')
    await kafka.feeder.tell('write many7 5')
    const section = type.sections.find(({ key }) => key === 'topics')
    if (!section) throw new Error('no section topics')
    // The answers of the server as they arrive, a piece each at least.
    let pieces = 0
    const proxy = await startProxy(kafka.plain, (bytes, client) => {
      pieces += 1
      client.write(bytes)
    })
    const read = async () => {
      pieces = 0
      return await connected(proxy.port, connection => recordsOf(connection, 'topics'))
    }
    // A topic that was just made has no end before its leader is chosen.
    const records = await vi.waitFor(
      async () => {
        const found = await read()
        expect(found.filter(({ endOffset }) => endOffset === undefined)).toEqual([])
        return found
      },
      { timeout: 40_000, interval: 500 },
    )
    const { samples, omittedSets } = samplesOf(section, records, new Set())
    const ends = samples.filter(({ counter }) => counter === 'endOffset')
    proxy.close()
    console.table([{ topics: records.length, pieces, omittedSets }])
    // Topics are asked for together: a request for each would be answered in a piece for each.
    expect(pieces).toBeLessThan(records.length / 2)
    expect([ends.length, omittedSets]).toEqual([201, records.length - 200])
    expect(ends.reduce((sum, { value }) => sum + value, 0)).toBe(
      records.reduce((sum, { endOffset }) => sum + Number(endOffset), 0),
    )
  }, 120_000)
})

describe('a target that is no Kafka', () => {
  const hello = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'
  test.each([
    ['speaks HTTP', hello, 'wrongProduct'],
    ['greets as SSH', 'SSH-2.0-OpenSSH_9.2\r\n', 'wrongProduct'],
    ['announces 2 GB', '\u007f\u007f\u007f\u007f', 'wrongProduct'],
    ['answers a request that nobody sent', '\0\0\0\u0008\0\0\0\u0063\0\0\0\0', 'wrongProduct'],
  ])('one that %s is named', async (_, answer, code) => {
    const foreign = await startForeign(
      socket => void socket.once('data', () => socket.write(answer, 'latin1')),
    )
    expect(causesOf(await trial(paramsOf(foreign.port)))).toEqual([code])
    foreign.close()
  })

  test('one that hangs ends the test after 5 s', async () => {
    const foreign = await startForeign(() => undefined)
    const result = await trial(paramsOf(foreign.port))
    foreign.close()
    expect(causesOf(result)).toEqual(['timedOut'])
    expect(result.cause?.params).toEqual({ timeoutMs: expect.stringMatching(/^(5000|4\d{3})(\.\d+)?$/) })
  })

  test('half an answer is no answer', async () => {
    const proxy = await startProxy(kafka.plain, (bytes, client) => void client.end(bytes.subarray(0, 20)))
    expect(causesOf(await trial(paramsOf(proxy.port)))).toEqual(['targetClosed'])
    proxy.close()
  })
})
