/** WebSocket, as far as a browser may know it. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { CheckContext, ProtocolDefinition, ReportProblem } from '@pone/schema/protocol.ts'
import { awaitForm } from '../messages/definition/forms.ts'
import { messageMetrics } from '../messages/definition/metrics.ts'
import { checkMatch, checkMessageFile } from '../messages/definition/rules.ts'
import { closeForm, connectForm, listenForm, sendForm, settingsForm } from './definition/forms.ts'
import {
  type WebSocketOperation,
  type WebSocketSettings,
  webSocketOperationSchema,
  webSocketSettingsSchema,
} from './definition/operation.ts'
import { webSocketProblems } from './definition/problems.ts'

const messageCheckpoints = [
  'body',
  'jsonPath',
  'xpath',
  'regex',
  'count',
  'size',
  'responseTime',
  'status',
] as const
const messageExtractors = ['jsonPath', 'xpath', 'regex', 'boundary', 'count'] as const

export const webSocket = {
  name: 'webSocket',
  title: { zh: 'WebSocket', en: 'WebSocket' },
  operation: {
    schema: webSocketOperationSchema,
    check: checkOperation,
    files: op => (op.kind === 'send' && op.content === 'file' ? [op.fileId] : []),
    credentials: () => [],
  },
  settings: {
    schema: webSocketSettingsSchema,
    check: () => undefined,
    files: () => [],
    credentials: () => [],
  },
  settingsForm,
  operations: [
    {
      key: 'connect',
      title: { zh: '建立 WebSocket 连接', en: 'WebSocket: connect' },
      defaults: () => webSocketOperationSchema.parse({ kind: 'connect', url: 'ws://' }),
      checkpointSources: ['status', 'header', 'responseTime'],
      extractorSources: ['header'],
      mainField: 'url',
      form: connectForm,
    },
    {
      key: 'send',
      title: { zh: '发送 WebSocket 消息', en: 'WebSocket: send' },
      defaults: () => webSocketOperationSchema.parse({ kind: 'send' }),
      checkpointSources: messageCheckpoints,
      extractorSources: messageExtractors,
      mainField: 'data',
      form: sendForm,
    },
    {
      key: 'await',
      title: { zh: '等待 WebSocket 消息', en: 'WebSocket: wait for messages' },
      defaults: () => webSocketOperationSchema.parse({ kind: 'await' }),
      checkpointSources: messageCheckpoints,
      extractorSources: messageExtractors,
      form: awaitForm,
    },
    {
      key: 'listen',
      title: { zh: '监听 WebSocket 消息', en: 'WebSocket: listen' },
      defaults: () => webSocketOperationSchema.parse({ kind: 'listen' }),
      checkpointSources: ['count'],
      extractorSources: ['count'],
      form: listenForm,
    },
    {
      key: 'close',
      title: { zh: '关闭 WebSocket 连接', en: 'WebSocket: close' },
      defaults: () => webSocketOperationSchema.parse({ kind: 'close' }),
      checkpointSources: ['status', 'responseTime'],
      extractorSources: [],
      form: closeForm,
    },
  ],
  keyOf: op => op.kind,
  summary: summaryOf,
  titleOf,
  responseTimeoutMs: longestWaitOf,
  pushedLabel: op =>
    op.kind === 'listen' && op.sentAt.trim() !== '' ? `WS ${op.connection} messages` : null,
  targetOf: (op, _settings, filled) => ({
    address: op.kind === 'connect' ? filled(op.url.trim()) : null,
    connection: op.connection,
  }),
  problems: webSocketProblems,
  checkpointSources: [...messageCheckpoints, 'header'],
  extractorSources: [...messageExtractors, 'header'],
  phases: [
    { key: 'dns', title: { zh: '域名解析', en: 'DNS' } },
    { key: 'connect', title: { zh: '建立连接', en: 'Connect' } },
    { key: 'tls', title: { zh: 'TLS 握手', en: 'TLS' } },
    { key: 'handshake', title: { zh: 'WebSocket 握手', en: 'Handshake' } },
    { key: 'message', title: { zh: '等待消息', en: 'Wait for message' } },
  ],
  metrics: messageMetrics,
  sections: [{ key: 'frames', title: { zh: '消息', en: 'Messages' } }],
} as const satisfies ProtocolDefinition<'webSocket', WebSocketOperation, WebSocketSettings>

function summaryOf(op: WebSocketOperation): string {
  const where = op.connection === 'default' ? '' : ` ${op.connection}`
  switch (op.kind) {
    case 'connect':
      return `WS connect ${op.url}`
    case 'send':
      return `WS send${where} ${op.content === 'file' ? 'file' : op.data.slice(0, 60)}`.trimEnd()
    case 'await':
      return `WS await${where} ${op.match.expression}`.trimEnd()
    case 'listen':
      return `WS listen${where} ${op.durationMs} ms`
    case 'close':
      return `WS close${where} ${op.code}`
  }
}

function titleOf(op: WebSocketOperation): Bilingual {
  const where = op.connection === 'default' ? '' : ` ${op.connection}`
  switch (op.kind) {
    case 'connect':
      return { zh: `连接 ${op.url}`, en: `Connect ${op.url}` }
    case 'send': {
      const text = op.data.slice(0, 60)
      return op.content === 'file'
        ? { zh: `发送${where} 文件`, en: `Send${where} file` }
        : { zh: `发送${where} ${text}`.trimEnd(), en: `Send${where} ${text}`.trimEnd() }
    }
    case 'await': {
      const wanted = op.match.expression
      return {
        zh: `等待消息${where} ${wanted}`.trimEnd(),
        en: `Wait for message${where} ${wanted}`.trimEnd(),
      }
    }
    case 'listen':
      return { zh: `监听${where} ${op.durationMs} ms`, en: `Listen${where} ${op.durationMs} ms` }
    case 'close':
      return { zh: `关闭连接${where} ${op.code}`, en: `Close${where} ${op.code}` }
  }
}

function longestWaitOf(op: WebSocketOperation): number {
  if (op.kind === 'connect') return op.responseTimeoutMs
  return op.kind === 'listen' ? op.durationMs : op.timeoutMs
}

function checkOperation(op: WebSocketOperation, report: ReportProblem, context: CheckContext): void {
  if (op.kind === 'connect') {
    const url = op.url.trim()
    if (url === '') report('url', 'emptySocketUrl')
    else if (!url.startsWith('${')) {
      const isValid = /^wss?:\/\/[^/]/i.test(url) && (url.includes('${') || URL.canParse(url))
      if (!isValid) report('url', 'badSocketUrl', { url })
    }
  }
  if (op.kind === 'close' && op.code !== 1_000 && op.code < 3_000) {
    report('code', 'badCloseCode', { code: op.code })
  }
  if (op.kind === 'send') checkMessageFile(op, report, context)
  if (op.kind === 'await' || (op.kind === 'send' && op.reply === 'matching')) checkMatch(op.match, report)
}
