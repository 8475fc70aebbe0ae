/** Checks an operation of TCP, while it is written and before a run. */
import type { CheckContext, ProblemText, ReportProblem } from '@pone/schema/protocol.ts'
import { checkHost, hostProblems } from '../../messages/definition/host.ts'
import { checkMatch, checkMessageFile, messageProblems } from '../../messages/definition/rules.ts'
import { delimiterBytes } from './framing.ts'
import type { TcpOperation, TcpSettings } from './operation.ts'

export const tcpProblems = {
  ...messageProblems,
  ...hostProblems,
  badDelimiter: {
    zh: '分隔符无效，请填写文本（可用 \\n、\\r、\\t、\\0、\\x41）或成对的十六进制数字',
    en: 'The delimiter is invalid. Enter text (\\n, \\r, \\t, \\0 and \\x41 can be used) or pairs of hexadecimal digits',
  },
  fixedAboveLimit: {
    zh: '固定长度 {bytes} 字节超过运行设置中单条消息的上限 {limit} 字节',
    en: 'The fixed size of {bytes} bytes exceeds the maximum message size of {limit} bytes in the run-time settings',
  },
} as const satisfies Record<string, ProblemText>

export function checkOperation(
  op: TcpOperation,
  report: ReportProblem,
  context: CheckContext<TcpSettings>,
): void {
  if (op.kind === 'connect') {
    checkHost(op.host, report)
    checkFraming(op.framing, report, context.settings)
  }
  if (op.kind === 'send') checkMessageFile(op, report, context)
  if (op.kind === 'await' || (op.kind === 'send' && op.reply === 'matching')) checkMatch(op.match, report)
}

function checkFraming(
  framing: Extract<TcpOperation, { kind: 'connect' }>['framing'],
  report: ReportProblem,
  { maxMessageBytes: limit }: TcpSettings,
): void {
  if (framing.kind === 'delimiter' && delimiterBytes(framing) === null) {
    report('framing.delimiter', 'badDelimiter')
  }
  if (framing.kind === 'fixed' && framing.sizeBytes > limit) {
    report('framing.sizeBytes', 'fixedAboveLimit', { bytes: framing.sizeBytes, limit })
  }
}
