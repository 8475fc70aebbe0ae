/** UDP, as far as a browser may know it. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { CheckContext, ProtocolDefinition, ReportProblem } from '@pone/schema/protocol.ts'
import { checkHost, hostProblems, peerAddress } from '../messages/definition/host.ts'
import { messageMetrics } from '../messages/definition/metrics.ts'
import { checkMatch, checkMessageFile, messageProblems } from '../messages/definition/rules.ts'
import { awaitMessagesForm, sendForm, settingsForm } from './definition/forms.ts'
import {
  type UdpOperation,
  type UdpSettings,
  udpOperationSchema,
  udpSettingsSchema,
} from './definition/operation.ts'

export const udp = {
  name: 'udp',
  title: { zh: 'UDP', en: 'UDP' },
  operation: {
    schema: udpOperationSchema,
    check: checkOperation,
    files: op => (op.kind === 'send' && op.content === 'file' ? [op.fileId] : []),
    credentials: () => [],
  },
  settings: { schema: udpSettingsSchema, check: () => undefined, files: () => [], credentials: () => [] },
  settingsForm,
  operations: [
    {
      key: 'send',
      title: { zh: '发送 UDP 数据报', en: 'UDP: send' },
      defaults: () => udpOperationSchema.parse({ kind: 'send' }),
      mainField: 'data',
      form: sendForm,
    },
    {
      key: 'await',
      title: { zh: '等待 UDP 数据报', en: 'UDP: wait for datagrams' },
      defaults: () => udpOperationSchema.parse({ kind: 'await' }),
      form: awaitMessagesForm,
    },
  ],
  keyOf: op => op.kind,
  summary: summaryOf,
  titleOf,
  responseTimeoutMs: op => op.timeoutMs,
  targetOf: (op, _settings, filled) => ({
    address: op.kind === 'send' ? peerAddress(filled(op.host.trim()), op.port) : null,
    connection: op.connection,
  }),
  problems: { ...messageProblems, ...hostProblems },
  checkpointSources: ['body', 'jsonPath', 'xpath', 'regex', 'count', 'size', 'responseTime'],
  extractorSources: ['jsonPath', 'xpath', 'regex', 'boundary', 'count'],
  phases: [
    { key: 'dns', title: { zh: '域名解析', en: 'DNS' } },
    { key: 'message', title: { zh: '等待消息', en: 'Wait for message' } },
  ],
  metrics: messageMetrics,
  sections: [
    { key: 'frames', title: { zh: '消息', en: 'Messages' } },
    { key: 'hex', title: { zh: '十六进制', en: 'Hexadecimal' } },
  ],
} as const satisfies ProtocolDefinition<'udp', UdpOperation, UdpSettings>

const maxShown = 60

function summaryOf(op: UdpOperation): string {
  if (op.kind === 'await') return `UDP await ${op.match.expression}`.trimEnd()
  const what = op.content === 'file' ? 'file' : op.data.slice(0, maxShown)
  return `UDP send ${peerAddress(op.host, op.port)} ${what}`.trimEnd()
}

function titleOf(op: UdpOperation): Bilingual {
  if (op.kind === 'await') {
    const wanted = op.match.expression
    return { zh: `等待数据报 ${wanted}`.trimEnd(), en: `Wait for datagram ${wanted}`.trimEnd() }
  }
  const where = peerAddress(op.host, op.port)
  if (op.content === 'file') return { zh: `发送 ${where} 文件`, en: `Send ${where} file` }
  const text = op.data.slice(0, maxShown)
  return { zh: `发送 ${where} ${text}`.trimEnd(), en: `Send ${where} ${text}`.trimEnd() }
}

function checkOperation(op: UdpOperation, report: ReportProblem, context: CheckContext): void {
  if (op.kind === 'send') {
    checkHost(op.host, report)
    checkMessageFile(op, report, context)
  }
  if (op.kind === 'await' || op.reply === 'matching') checkMatch(op.match, report)
}
