/** Pictures of steps over TCP and UDP: how messages are divided, what is sent and awaited, and what is wrong with a step. */
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { Page } from 'playwright-core'
import type { Workspace } from '../driver/preparation.ts'
import { type Picture, picture, step, work } from './picture.ts'

type ComponentInput = NonNullable<ClientInputOf<typeof calls.component.create>['document']>
type Steps = NonNullable<ComponentInput['steps']>
const tcp = { kind: 'request', protocol: 'tcp' } as const
const udp = { kind: 'request', protocol: 'udp' } as const
const switchboard = { host: 'payments-gateway.internal.example.com', port: 9_301 }

const connects: Steps = [
  {
    ...tcp,
    id: 'line',
    name: '',
    tcp: { kind: 'connect', ...switchboard, keptFor: 'user' },
  },
  {
    ...tcp,
    id: 'length',
    name: '连接清算前置机',
    tcp: {
      kind: 'connect',
      connection: 'clearing',
      host: '10.20.3.18',
      port: 6_000,
      tls: true,
      framing: { kind: 'length', lengthBytes: 2, offset: 4, adjustment: -2, keepsHeader: true },
    },
  },
  {
    ...tcp,
    id: 'silence',
    name: '',
    tcp: { kind: 'connect', connection: 'echo', host: 'fd00::18', framing: { kind: 'silence' } },
  },
]
const messages: Steps = [
  {
    ...tcp,
    id: 'pay',
    name: '',
    tcp: {
      kind: 'send',
      data: '{"type":"pay","order":"${orderNumber}","amount":${amount},"channel":"app"}',
      reply: 'matching',
      match: { source: 'jsonPath', expression: '$.order', expected: '${orderNumber}' },
      timeoutMs: 5_000,
    },
    checkpoints: [
      { id: 'accepted', source: 'jsonPath', expression: '$.state', operator: 'equals', expected: 'ok' },
    ],
    extractors: [{ id: 'voucher', source: 'jsonPath', variable: 'voucher', expression: '$.voucher' }],
  },
  {
    ...tcp,
    id: 'hex',
    name: '查询余额（定长报文）',
    tcp: {
      kind: 'send',
      connection: 'clearing',
      content: 'hex',
      data: '60 00 04 00 00 08 00 20 38 00 00 00 C0 00 12 99 00 00 ${traceNumber}',
      charset: 'gb18030',
      reply: 'count',
      count: 3,
    },
  },
  {
    ...tcp,
    id: 'notice',
    name: '',
    tcp: { kind: 'await', match: { source: 'contains', expression: '"type":"settled"' }, count: 2 },
  },
  { ...tcp, id: 'close', name: '', tcp: { kind: 'close', timeoutMs: 1_000 } },
  {
    ...udp,
    id: 'beat',
    name: '',
    udp: { kind: 'send', host: 'metrics.example.com', port: 8_125, data: 'orders:1|c', reply: 'next' },
  },
  { ...udp, id: 'datagram', name: '', udp: { kind: 'await', from: 'now' } },
]

/** A component with steps of both protocols; its id. */
export async function makeSockets({ api, projectId }: Workspace): Promise<string> {
  const [root] = await api.send(calls.component.tree, { projectId })
  const { id } = await api.send(calls.component.create, {
    projectId,
    parentId: root?.id ?? '',
    name: '支付报文',
    document: { steps: [...connects, ...messages] },
  })
  return id
}

const design = `${work}/prComponentDesign?id={sockets}`
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)

export const socketPictures: readonly Picture[] = [
  ...(
    [
      ['tcpConnect', 'line'],
      ['tcpLength', 'length'],
      ['tcpSilence', 'silence'],
      ['tcpSend', 'pay'],
      ['tcpHex', 'hex'],
      ['tcpAwait', 'notice'],
      ['tcpClose', 'close'],
      ['udpSend', 'beat'],
      ['udpAwait', 'datagram'],
    ] as const
  ).map(([state, id]) => picture('tester', 'prComponentDesign', state, design, step(id))),
  picture('tester', 'prComponentDesign', 'tcpFault', design, async page => {
    await step('line')(page)
    await field(page, 'line:tcp.framing.delimiter').locator('input').fill('\\q')
    await field(page, 'line:tcp.host').locator('input, [contenteditable], textarea').first().fill('')
    await field(page, 'line:tcp.framing.delimiter').locator('.cd-problem-line').first().waitFor()
  }),
]
