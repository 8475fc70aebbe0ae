/** Channels against local receivers that check signatures and forms by the published rules of each. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MuteCause } from '@pone/alerts/state.ts'
import {
  type AlertChannelSettings,
  alertChannelSettingsSchema,
} from '@pone/contract/entities/alert-channel.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { AddressNotAllowed, createAddressWall } from '@pone/recording-proxy/target/address-wall.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { sendRequest } from '../../adapters/outgoing/outgoing-request.ts'
import { createSecretBox } from '../../adapters/secrets.ts'
import { AlertHarness, usage } from './alert-harness.ts'
import type { AlertNotice } from './alert-notice.ts'
import { createAlertOutboxRepository } from './alert-outbox.repository.ts'
import { AlertSender, maxAttempts } from './alert-sender.service.ts'

interface Received {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const secret = 'a secret of the robot'
const box = createSecretBox(Buffer.alloc(32, 1))
let opened: TestDatabase
let harness: AlertHarness
let sender: AlertSender
let received: Received[] = []
let answer: (request: Received) => { status?: number; body?: string; headers?: Record<string, string> } | null

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => (body += part))
  request.on('end', () => {
    const got = { url: request.url ?? '', headers: request.headers, body }
    received.push(got)
    const given = answer(got)
    if (given === null) return
    response.writeHead(given.status ?? 200, given.headers ?? {}).end(given.body ?? '')
  })
})
const address = (path = '/hook'): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

beforeAll(async () => {
  opened = await createTestDatabase()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await opened.close()
})
beforeEach(async () => {
  harness = await AlertHarness.on(opened)
  received = []
  answer = () => ({})
  sender = senderWith(['127.0.0.0/8'])
})

const depsWith = (allowed: string[]) => ({
  outbox: createAlertOutboxRepository(opened.database),
  secrets: box,
  wall: createAddressWall(allowed),
  publicUrl: null,
  now: () => harness.now,
  pause: async (milliseconds: number) => {
    harness.now += milliseconds
  },
})
const senderWith = (allowed: string[]): AlertSender =>
  new AlertSender({
    ...depsWith(allowed),
    warn: (text, cause) => {
      throw new Error(text, { cause })
    },
  })

const noticeOf = (changed: Partial<AlertNotice> = {}): AlertNotice => ({
  key: 'rule/monitor/labels/1',
  kind: 'triggered',
  incidentId: '7d6f1d0e-0000-8000-8000-000000000001',
  projectId: harness.projectId,
  rule: 'CPU',
  level: 'critical',
  monitorId: randomUUID(),
  monitor: 'shop',
  labels: { device: 'sda' },
  ruleLabels: { team: 'web' },
  indicator: { kind: 'counter', section: 'cpu', reading: { counter: 'used', fn: 'value' } },
  max: 90,
  min: null,
  value: 96.5,
  at: harness.now,
  madeAt: harness.now,
  openedAt: harness.now,
  reason: null,
  ...changed,
})

async function addChannel(given: object, language: 'zh' | 'en' = 'en'): Promise<string> {
  const id = randomUUID()
  const settings: AlertChannelSettings = alertChannelSettingsSchema.parse(given)
  await opened.database
    .insertInto('alert_channels')
    .values({
      id,
      project_id: harness.projectId,
      name: id,
      kind: settings.kind,
      host: '',
      sealed_settings: box.seal(JSON.stringify(settings)),
      language,
      is_enabled: true,
      updated_by: 'test',
      updated_at: 1,
    })
    .execute()
  return id
}

async function put(channelId: string, ...notices: AlertNotice[]): Promise<void> {
  await opened.database
    .insertInto('alert_outbox')
    .values(
      notices.map(content => ({
        project_id: harness.projectId,
        key: content.key,
        channel_id: channelId,
        content: JSON.stringify(content),
        made_at: harness.now,
        next_at: harness.now,
      })),
    )
    .execute()
}

/** Transitions of a rule that tells these channels. */
async function heldBack(channelIds: string[], ...causes: MuteCause[]): Promise<void> {
  const ruleId = await harness.addRule(randomUUID(), usage(), channelIds)
  const incidentId = randomUUID()
  const monitor = { monitor_id: randomUUID(), monitor_name: 'm', labels: '{}' }
  const rule = { rule_id: ruleId, rule_name: 'r', level: 'warning' as const }
  const ofProject = { project_id: harness.projectId }
  await opened.database
    .insertInto('alert_incidents')
    .values({ ...ofProject, ...rule, ...monitor, id: incidentId, number: 1, opened_at: harness.now })
    .execute()
  const move = { from_phase: 'activated' as const, to_phase: 'triggered' as const, made_at: harness.now }
  await opened.database
    .insertInto('alert_transitions')
    .values(
      causes.map((muted_by, index) => ({
        ...ofProject,
        ...move,
        incident_id: incidentId,
        key: `${incidentId}/${index}`,
        seq: index,
        muted_by,
      })),
    )
    .execute()
}

async function look(): Promise<void> {
  await sender.look()
  await sender.settled()
}

const outbox = () =>
  opened.database.selectFrom('alert_outbox').select(['state', 'attempts', 'next_at']).orderBy('id').execute()
const taking = () => ({ now: harness.now, leaseUntil: harness.now + 60_000 })
const deliveries = () => opened.database.selectFrom('alert_deliveries').selectAll().orderBy('id').execute()
const first = (): Received => received[0] ?? expect.fail('nothing was received')
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/** What each receiver checks and answers by its published rules; true when the message is accepted. */
const robots = {
  dingtalk: ({ url, body }: Received) => {
    const query = new URL(url, 'http://robot').searchParams
    const timestamp = query.get('timestamp') ?? ''
    const isSigned = query.get('sign') === hmac(secret, `${timestamp}\n${secret}`)
    const content = JSON.parse(body) as { msgtype: string; text: { content: string } }
    const isGood = isSigned && content.msgtype === 'text' && Buffer.byteLength(body) <= 20_000
    return {
      body: JSON.stringify(
        isGood ? { errcode: 0, errmsg: 'ok' } : { errcode: 310000, errmsg: 'sign not match' },
      ),
    }
  },
  wecom: ({ body }: Received) => {
    const content = JSON.parse(body) as { msgtype: string; text: { content: string } }
    const isGood = content.msgtype === 'text' && Buffer.byteLength(content.text.content) <= 2_048
    return {
      body: JSON.stringify(isGood ? { errcode: 0, errmsg: 'ok' } : { errcode: 40058, errmsg: 'too long' }),
    }
  },
  feishu: ({ body }: Received) => {
    const content = JSON.parse(body) as {
      timestamp: string
      sign: string
      msg_type: string
      content: { text: string }
    }
    const isGood = content.sign === hmac(`${content.timestamp}\n${secret}`, '') && content.msg_type === 'text'
    return {
      body: JSON.stringify(isGood ? { code: 0, msg: 'success' } : { code: 19021, msg: 'sign match fail' }),
    }
  },
  slack: ({ body }: Received) => {
    const { text } = JSON.parse(body) as { text: string }
    return text.length > 0 ? { body: 'ok' } : { status: 400, body: 'no_text' }
  },
}

describe('a message to each robot', () => {
  test.each(['dingtalk', 'wecom', 'feishu', 'slack'] as const)('%s is accepted by its rules', async kind => {
    answer = robots[kind]
    const settings = kind === 'dingtalk' || kind === 'feishu' ? { secret } : {}
    const hostile = noticeOf({ monitor: `<!channel> <at user_id="all">\n@all\u202E${'长'.repeat(3_000)}` })
    await put(await addChannel({ kind, url: address('/robot?access_token=t'), ...settings }, 'zh'), hostile)
    await look()
    expect(await deliveries()).toMatchObject([{ is_accepted: true, fault: '', notices: 1, status: 200 }])
    expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(first().url).toContain('access_token=t')
    expect(first().body).toContain('告警触发')
    expect(first().body).not.toContain('\u202E')
    if (kind === 'slack') expect(first().body).not.toContain('<!channel>')
    if (kind === 'feishu') expect(first().body).not.toContain('<at')
  })

  test('that is refused with status 200 is a failure, and is sent again later and later', async () => {
    answer = () => ({ body: JSON.stringify({ errcode: 310000, errmsg: 'keywords not in content' }) })
    await put(await addChannel({ kind: 'dingtalk', url: address() }), noticeOf())
    await look()
    expect(await deliveries()).toMatchObject([
      { is_accepted: false, fault: toldCause('noticeCode', { code: '310000' }, '"keywords not in content"') },
    ])
    expect(await outbox()).toMatchObject([{ state: 'waiting', attempts: 1, next_at: harness.now + 5_000 }])
    harness.now += 5_000
    await look()
    expect(await outbox()).toMatchObject([{ attempts: 2, next_at: harness.now + 10_000 }])
    answer = robots.wecom
    harness.now += 10_000
    await look()
    expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 3 }])
  })
})

test('a webhook is signed over time and body, and carries the key of the transition', async () => {
  await put(await addChannel({ kind: 'webhook', url: address(), secret }), noticeOf())
  await look()
  const { headers, body } = first()
  const signature = createHmac('sha256', secret)
    .update(`${String(headers['x-pone-timestamp'])}.${body}`)
    .digest('hex')
  expect(headers['x-pone-signature']).toBe(`sha256=${signature}`)
  expect(JSON.parse(body)).toMatchObject({
    version: 1,
    notices: [{ key: 'rule/monitor/labels/1', value: 96.5 }],
  })
})

test('the form of Alertmanager has a start, an end and a fingerprint', async () => {
  const channel = await addChannel({ kind: 'alertmanager', url: address(), secret: 'token' })
  await put(channel, noticeOf(), noticeOf({ key: 'k/2', kind: 'recovered', labels: { 'a-b': 'c' } }))
  await look()
  const [firing, resolved] = received.map(
    ({ body }) => JSON.parse(body) as { status: string; alerts: object[] },
  )
  expect(firing).toMatchObject({
    version: '4',
    status: 'firing',
    alerts: [{ labels: { alertname: 'CPU', severity: 'critical', device: 'sda', team: 'web' } }],
  })
  expect(resolved).toMatchObject({ status: 'resolved', alerts: [{ labels: { a_b: 'c' } }] })
  expect(first().headers.authorization).toBe('Bearer token')
})

test('a text message goes to each phone, and a name cannot add fields to the body', async () => {
  answer = () => ({ body: '{"result":"OK"}' })
  const body = '{"to":"{phone}","text":"{text}"}'
  const sms = { kind: 'sms', method: 'POST', contentType: 'application/json', body, expected: '"OK"' }
  const phones = ['13800000001', '13800000002']
  await put(await addChannel({ ...sms, url: address(), phones }), noticeOf({ monitor: '","to":"666' }))
  await look()
  const sent = received.map(each => JSON.parse(each.body) as { to: string; text: string })
  expect(sent.map(({ to }) => to)).toEqual(phones)
  expect(sent[0]?.text).toContain('","to":"666')
  expect(await outbox()).toMatchObject([{ state: 'sent' }])
})

describe('receivers that misbehave', () => {
  test('one that never answers does not delay another channel', async () => {
    answer = ({ url }) => (url === '/slow' ? null : { body: 'ok' })
    await put(await addChannel({ kind: 'slack', url: address('/slow') }), noticeOf())
    await put(await addChannel({ kind: 'slack', url: address('/fast') }), noticeOf({ key: 'k/2' }))
    await sender.look()
    await expect.poll(async () => (await outbox()).map(({ state }) => state)).toEqual(['waiting', 'sent'])
    server.closeAllConnections()
    await sender.settled()
    expect((await deliveries()).filter(({ is_accepted: good }) => good)).toHaveLength(1)
  })

  test('one that is overrun gets digests, and its Retry-After is kept to', async () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      noticeOf({ key: `k${index}/1`, monitor: `m${index}` }),
    )
    answer = () => ({ status: 429, headers: { 'retry-after': '30' } })
    await put(await addChannel({ kind: 'slack', url: address() }), ...many)
    await look()
    expect(received).toHaveLength(1)
    expect((await outbox()).every(({ next_at: next }) => next === harness.now + 30_000)).toBe(true)
    answer = () => ({ body: 'ok' })
    harness.now += 30_000
    await look()
    expect(received).toHaveLength(2)
    expect(received[1]?.body).toContain('300 notices of alerts')
    const ended = await opened.database
      .selectFrom('alert_outbox')
      .select(['state', 'together', 'held_by'])
      .distinct()
      .execute()
    expect(ended).toEqual([{ state: 'sent', together: 300, held_by: 'receiver' }])
  })

  test('a digest counts the notices of its rules that were held back since the last one, by what held them back', async () => {
    answer = () => ({ body: 'ok' })
    const channel = await addChannel({ kind: 'slack', url: address() })
    const digest = (name: string) =>
      put(channel, ...Array.from({ length: 6 }, (_, index) => noticeOf({ key: `${name}${index}/1` })))
    await heldBack([channel], 'dependency', 'dependency', 'maintenance')
    await heldBack([], 'flapping')
    await digest('first')
    await look()
    const since = new Date(harness.now - 24 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    expect(first().body).toContain(
      `Held back since ${since} UTC: 3 (maintenance 1, a monitor they depend on does not answer 2)`,
    )
    harness.now += 60_000
    await digest('second')
    await look()
    expect(received[1]?.body).not.toContain('Held back')
  })

  test('no more messages than a robot takes in a minute are sent', async () => {
    answer = () => ({ body: '{"errcode":0}' })
    const channel = await addChannel({ kind: 'wecom', url: address() })
    for (let count = 0; count < 25; count += 1) {
      await put(channel, noticeOf({ key: `k${count}/1` }))
      await look()
    }
    expect(received).toHaveLength(20)
    const held = await opened.database
      .selectFrom('alert_outbox')
      .select(['state', 'held_by'])
      .orderBy('id', 'desc')
      .limit(6)
      .execute()
    expect(held.map(each => each.held_by)).toEqual([...Array.from({ length: 5 }, () => 'rateLimit'), null])
    harness.now += 60_000
    await look()
    expect(received).toHaveLength(25)
    expect((await outbox()).every(({ state }) => state === 'sent')).toBe(true)
  })

  test('5,000 notices at once become ten messages, and a dead receiver of as many keeps none from another', async () => {
    answer = () => ({ body: '{"errcode":0}' })
    const many = (name: string) =>
      Array.from({ length: 5_000 }, (_, index) =>
        noticeOf({ key: `${name}${index}/1`, monitor: `m${index}` }),
      )
    const dead = await addChannel({ kind: 'dingtalk', url: 'http://127.0.0.1:1/' })
    const busy = await addChannel({ kind: 'wecom', url: address('/busy') })
    await put(dead, ...many('dead'))
    await put(busy, ...many('busy'))
    await put(await addChannel({ kind: 'wecom', url: address('/calm') }), noticeOf({ key: 'calm' }))
    await look()
    expect(received.map(({ url }) => url).toSorted()).toEqual(['/busy', '/calm'])
    for (let count = 0; count < 9; count += 1) await look()
    expect(received.filter(({ url }) => url === '/busy')).toHaveLength(10)
    const left = await opened.database
      .selectFrom('alert_outbox')
      .select(['channel_id', ({ fn }) => fn.countAll<number>().as('count')])
      .where('state', '=', 'waiting')
      .groupBy('channel_id')
      .execute()
    expect(left).toEqual([{ channel_id: dead, count: 5_000 }])
  })

  test('a robot that takes five messages in a second is not sent more', async () => {
    const begun = harness.now
    const instants: number[] = []
    answer = request => {
      instants.push(harness.now - begun)
      return robots.feishu(request)
    }
    const channel = await addChannel({ kind: 'feishu', url: address(), secret })
    await put(channel, ...Array.from({ length: 5 }, (_, index) => noticeOf({ key: `k${index}/1` })))
    await look()
    expect(instants).toEqual([0, 200, 400, 600, 800])
    // The next look begins no earlier either.
    expect(harness.now - begun).toBe(1_000)
  })

  test('a robot that took longer than its pace is sent the next message at once', async () => {
    const begun = harness.now
    const instants: number[] = []
    answer = request => {
      instants.push(harness.now - begun)
      harness.now += 350
      return robots.feishu(request)
    }
    const channel = await addChannel({ kind: 'feishu', url: address(), secret })
    await put(channel, ...Array.from({ length: 3 }, (_, index) => noticeOf({ key: `k${index}/1` })))
    await look()
    expect(instants).toEqual([0, 350, 700])
  })

  test('settings that were sealed with another key are the fault of the delivery', async () => {
    const channel = await addChannel({ kind: 'slack', url: address() })
    const sealed = createSecretBox(Buffer.alloc(32, 2)).seal('{}')
    await opened.database.updateTable('alert_channels').set({ sealed_settings: sealed }).execute()
    await put(channel, noticeOf())
    const quiet = new AlertSender({ ...depsWith(['127.0.0.0/8']), warn: () => undefined })
    await quiet.look()
    await quiet.settled()
    expect(await deliveries()).toMatchObject([{ is_accepted: false, fault: toldCause('noticeSettings') }])
    expect(await outbox()).toMatchObject([{ state: 'waiting' }])
  })

  test('after the last attempt a notice is kept as failed, and so is one of a channel that is off', async () => {
    answer = () => ({ status: 500 })
    const channel = await addChannel({ kind: 'slack', url: address() })
    await put(channel, noticeOf())
    await opened.database
      .updateTable('alert_outbox')
      .set({ attempts: maxAttempts - 1 })
      .execute()
    await look()
    expect(await outbox()).toMatchObject([{ state: 'failed', attempts: maxAttempts }])
    await opened.database.updateTable('alert_channels').set({ is_enabled: false }).execute()
    await put(channel, noticeOf({ key: 'k/2' }))
    await look()
    expect((await outbox()).map(({ state }) => state)).toEqual(['failed', 'failed'])
    const held = await opened.database.selectFrom('alert_outbox').select('held_by').orderBy('id').execute()
    expect(held).toEqual([{ held_by: null }, { held_by: 'channelOff' }])
    expect(received).toHaveLength(1)
  })

  test("a notice never leaves by another project's channel", async () => {
    const channel = await addChannel({ kind: 'slack', url: address() })
    const elsewhere = await insertTestProject(opened.database)
    await opened.database.updateTable('alert_channels').set({ project_id: elsewhere }).execute()
    await put(channel, noticeOf())
    expect(
      await createAlertOutboxRepository(opened.database).take(channel, { ...taking(), limit: 10 }),
    ).toEqual([])
    await look()
    expect(await outbox()).toMatchObject([{ state: 'failed', attempts: 0 }])
    expect(received).toEqual([])
  })

  test('an endless answer is read to its limit only', async () => {
    answer = () => ({ body: 'x'.repeat(1_000_000) })
    await put(await addChannel({ kind: 'webhook', url: address(), secret }), noticeOf())
    await look()
    expect((await deliveries())[0]?.answer).toHaveLength(4_096)
  })
})

describe('the notices of one alert reach a channel in their order', () => {
  /** Keys of notices as the receiver accepted them. */
  let accepted: string[] = []
  let isDown = false
  const incident = (number: number) => `7d6f1d0e-0000-8000-8000-00000000000${number}`
  const notice = (alert: string, seq: number, kind: AlertNotice['kind'], of = 1): AlertNotice =>
    noticeOf({ key: `${alert}/${seq}`, kind, incidentId: incident(of) })
  const keysIn = ({ body }: Received): string[] =>
    (JSON.parse(body) as { notices: { key: string }[] }).notices.map(({ key }) => key)
  const states = async () =>
    (await opened.database.selectFrom('alert_outbox').select(['key', 'state']).orderBy('id').execute()).map(
      ({ key, state }) => `${key} ${state}`,
    )
  const later = async (milliseconds: number): Promise<void> => {
    harness.now += milliseconds
    await look()
  }

  beforeEach(() => {
    accepted = []
    isDown = false
    answer = request => {
      if (isDown) return { status: 503 }
      accepted.push(...keysIn(request))
      return {}
    }
  })

  test('after a time in which the receiver was down its last word is the last one', async () => {
    const channel = await addChannel({ kind: 'webhook', url: address(), secret })
    isDown = true
    await put(channel, notice('a', 1, 'triggered'))
    await look()
    await put(channel, notice('a', 3, 'recovered'))
    await later(1_000)
    isDown = false
    for (let count = 0; count < 20; count += 1) await later(5_000)
    expect(accepted).toEqual(['a/3'])
    expect(await states()).toEqual(['a/1 superseded', 'a/3 sent'])
  })

  test('a receiver that is up is told each of them', async () => {
    const channel = await addChannel({ kind: 'webhook', url: address(), secret })
    await put(channel, notice('a', 1, 'triggered'), notice('a', 3, 'recovered'))
    await look()
    expect(accepted).toEqual(['a/1', 'a/3'])
  })

  test('the recovery of one incident comes before the next one, and other alerts wait for neither', async () => {
    const channel = await addChannel({ kind: 'webhook', url: address(), secret })
    isDown = true
    await put(channel, notice('a', 3, 'recovered'))
    for (let count = 0; count < 8; count += 1) await later(300_000)
    await put(channel, notice('a', 4, 'triggered', 2), notice('b', 1, 'triggered', 3))
    await look()
    expect(await states()).toEqual(['a/3 waiting', 'a/4 waiting', 'b/1 waiting'])
    isDown = false
    await later(5_000)
    expect(accepted).toEqual(['b/1'])
    for (let count = 0; count < 10; count += 1) await later(60_000)
    expect(accepted).toEqual(['b/1', 'a/3', 'a/4'])
  })

  test('what one server is sending is not overtaken by another server', async () => {
    const channel = await addChannel({ kind: 'webhook', url: address(), secret })
    const other = senderWith(['127.0.0.0/8'])
    const isReceived = Promise.withResolvers<undefined>()
    answer = request => {
      const [key] = keysIn(request)
      if (key !== 'a/1' || accepted.length > 0) {
        accepted.push(...keysIn(request))
        return {}
      }
      isReceived.resolve(undefined)
      return null
    }
    await put(channel, notice('a', 1, 'triggered'))
    await sender.look()
    await isReceived.promise
    await put(channel, notice('a', 3, 'recovered'))
    await other.look()
    await other.settled()
    expect(accepted).toEqual([])
    server.closeAllConnections()
    await sender.settled()
    for (let count = 0; count < 4; count += 1) {
      harness.now += 5_000
      await other.look()
      await other.settled()
    }
    expect(accepted).toEqual(['a/3'])
  })

  test('whenever the receiver is down, and whoever sends', async () => {
    const stepMs = fc.constantFrom(500, 1_000, 7_000)
    const happening = fc.oneof(
      fc.record({ kind: fc.constant('notice' as const), alert: fc.nat(1), stepMs }),
      fc.record({
        kind: fc.constantFrom('down' as const, 'up' as const, 'look' as const, 'other' as const),
        stepMs,
      }),
    )
    const told = async (
      history: readonly (typeof happening extends fc.Arbitrary<infer Each> ? Each : never)[],
    ) => {
      accepted = []
      isDown = false
      await opened.database.deleteFrom('alert_outbox').execute()
      await opened.database.deleteFrom('alert_channels').execute()
      const channel = await addChannel({ kind: 'webhook', url: address(), secret })
      const other = senderWith(['127.0.0.0/8'])
      const made = [0, 0]
      for (const each of history) {
        harness.now += each.stepMs
        if (each.kind === 'notice') {
          const seq = (made[each.alert] ?? 0) + 1
          made[each.alert] = seq
          const kind = seq % 2 === 1 ? 'triggered' : 'recovered'
          await put(channel, notice(`alert${each.alert}`, seq, kind, Math.ceil(seq / 2)))
        } else if (each.kind === 'other') {
          await other.look()
          await other.settled()
        } else {
          isDown = each.kind === 'look' ? isDown : each.kind === 'down'
          await look()
        }
      }
      isDown = false
      for (let count = 0; count < 3; count += 1) await later(600_000)
      for (const [index, count] of made.entries()) {
        const seqs = accepted
          .filter(key => key.startsWith(`alert${index}/`))
          .map(key => Number(key.split('/')[1]))
        expect(seqs).toEqual(seqs.toSorted((one, next) => one - next))
        expect(seqs.at(-1) ?? 0).toBe(count)
        // Of each incident the last word was told.
        for (let recovery = 2; recovery < count; recovery += 2) expect(seqs).toContain(recovery)
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 18, size: 'max' }), told),
      {
        numRuns: 10,
      },
    )
  })
})

describe('private addresses', () => {
  test.each([
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/',
    'http://0x7f.1/',
    'http://localhost:1/',
  ])('%s is not reached unless it is allowed', async url => {
    const request = { url, method: 'POST', headers: {}, body: '' }
    const sending = sendRequest(request, { wall: createAddressWall([]), timeoutMs: 1_000 })
    await expect(sending).rejects.toThrow(AddressNotAllowed)
  })

  test('a refusal is the fault of the delivery', async () => {
    sender = senderWith(['10.0.0.0/8'])
    await put(await addChannel({ kind: 'slack', url: address() }), noticeOf())
    await look()
    expect(await deliveries()).toMatchObject([
      { is_accepted: false, fault: toldCause('noticePrivateAddress', { host: '127.0.0.1' }) },
    ])
    expect(received).toEqual([])
  })

  test('what is neither an address nor a subnet cannot be allowed', () => {
    for (const text of ['shop', '10.0.0.0/33', '10.0.0.0/x', ''])
      expect(() => createAddressWall([text])).toThrow(RangeError)
  })
})
