/** TCP, as far as a browser may know it. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { ProtocolDefinition } from '@pone/schema/protocol.ts'
import { peerAddress } from '../messages/definition/host.ts'
import { messageMetrics } from '../messages/definition/metrics.ts'
import { awaitMessagesForm, closeForm, connectForm, sendForm, settingsForm } from './definition/forms.ts'
import {
  type TcpOperation,
  type TcpSettings,
  tcpOperationSchema,
  tcpSettingsSchema,
} from './definition/operation.ts'
import { checkOperation, tcpProblems } from './definition/rules.ts'

const messageCheckpoints = ['body', 'jsonPath', 'xpath', 'regex', 'count', 'size', 'responseTime'] as const
const messageExtractors = ['jsonPath', 'xpath', 'regex', 'boundary', 'count'] as const

export const tcp = {
  name: 'tcp',
  title: { zh: 'TCP', en: 'TCP' },
  operation: {
    schema: tcpOperationSchema,
    check: checkOperation,
    files: op => (op.kind === 'send' && op.content === 'file' ? [op.fileId] : []),
    credentials: () => [],
  },
  settings: { schema: tcpSettingsSchema, check: () => undefined, files: () => [], credentials: () => [] },
  settingsForm,
  operations: [
    {
      key: 'connect',
      title: { zh: '建立 TCP 连接', en: 'TCP: connect' },
      defaults: () => tcpOperationSchema.parse({ kind: 'connect' }),
      checkpointSources: ['responseTime'],
      extractorSources: [],
      mainField: 'host',
      form: connectForm,
    },
    {
      key: 'send',
      title: { zh: '发送 TCP 消息', en: 'TCP: send' },
      defaults: () => tcpOperationSchema.parse({ kind: 'send' }),
      mainField: 'data',
      form: sendForm,
    },
    {
      key: 'await',
      title: { zh: '等待 TCP 消息', en: 'TCP: wait for messages' },
      defaults: () => tcpOperationSchema.parse({ kind: 'await' }),
      form: awaitMessagesForm,
    },
    {
      key: 'close',
      title: { zh: '关闭 TCP 连接', en: 'TCP: close' },
      defaults: () => tcpOperationSchema.parse({ kind: 'close' }),
      checkpointSources: ['responseTime'],
      extractorSources: [],
      form: closeForm,
    },
  ],
  keyOf: op => op.kind,
  summary: summaryOf,
  titleOf,
  responseTimeoutMs: op => (op.kind === 'connect' ? 0 : op.timeoutMs),
  targetOf: (op, _settings, filled) => ({
    address: op.kind === 'connect' ? peerAddress(filled(op.host.trim()), op.port) : null,
    connection: op.connection,
  }),
  problems: tcpProblems,
  checkpointSources: messageCheckpoints,
  extractorSources: messageExtractors,
  phases: [
    { key: 'dns', title: { zh: '域名解析', en: 'DNS' } },
    { key: 'connect', title: { zh: '建立连接', en: 'Connect' } },
    { key: 'tls', title: { zh: 'TLS 握手', en: 'TLS' } },
    { key: 'message', title: { zh: '等待消息', en: 'Wait for message' } },
  ],
  metrics: messageMetrics,
  sections: [
    { key: 'frames', title: { zh: '消息', en: 'Messages' } },
    { key: 'hex', title: { zh: '十六进制', en: 'Hexadecimal' } },
  ],
} as const satisfies ProtocolDefinition<'tcp', TcpOperation, TcpSettings>

const maxShown = 60

function summaryOf(op: TcpOperation): string {
  const where = op.connection === 'default' ? '' : ` ${op.connection}`
  switch (op.kind) {
    case 'connect':
      return `TCP connect ${peerAddress(op.host, op.port)}`
    case 'send':
      return `TCP send${where} ${op.content === 'file' ? 'file' : op.data.slice(0, maxShown)}`.trimEnd()
    case 'await':
      return `TCP await${where} ${op.match.expression}`.trimEnd()
    case 'close':
      return `TCP close${where}`
  }
}

function titleOf(op: TcpOperation): Bilingual {
  const where = op.connection === 'default' ? '' : ` ${op.connection}`
  const both = (zh: string, en: string, rest: string): Bilingual => ({
    zh: `${zh}${where} ${rest}`.trimEnd(),
    en: `${en}${where} ${rest}`.trimEnd(),
  })
  switch (op.kind) {
    case 'connect': {
      const address = peerAddress(op.host, op.port)
      return { zh: `连接 ${address}`, en: `Connect ${address}` }
    }
    case 'send':
      return op.content === 'file'
        ? { zh: `发送${where} 文件`, en: `Send${where} file` }
        : both('发送', 'Send', op.data.slice(0, maxShown))
    case 'await':
      return both('等待消息', 'Wait for message', op.match.expression)
    case 'close':
      return both('关闭连接', 'Close', '')
  }
}
