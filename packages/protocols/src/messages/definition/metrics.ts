/** Metrics that all protocols of messages have, in one order. */
import type { MetricDefinition } from '@pone/schema/protocol.ts'

export const messageMetrics = [
  { key: 'messagesSent', title: { zh: '发送消息数', en: 'Messages sent' }, kind: 'counter', unit: 'count' },
  {
    key: 'messagesReceived',
    title: { zh: '接收消息数', en: 'Messages received' },
    kind: 'counter',
    unit: 'count',
  },
  { key: 'roundTrip', title: { zh: '消息往返时间', en: 'Round trip' }, kind: 'trend', unit: 'µs' },
  {
    key: 'messagesDropped',
    title: { zh: '丢弃消息数（缓存已满）', en: 'Messages dropped (buffer full)' },
    kind: 'counter',
    unit: 'count',
  },
] as const satisfies readonly MetricDefinition[]

/** By the index in which they are declared. */
export const metric = { sent: 0, received: 1, roundTrip: 2, dropped: 3 } as const
