/** Texts of what goes wrong with messages, whatever the protocol. */
import { type Catalogue, encoderOf } from '@pone/schema/coded-text.ts'
import { networkFailures } from '../../network-failures.ts'

export const messageFailures = {
  notConnected: {
    zh: '连接“{connection}”还没有建立，请先执行连接步骤',
    en: 'connection “{connection}” is not open; execute the connect step first',
  },
  messageTimeout: {
    zh: '{ms} 毫秒内没有等到符合条件的消息（需要 {count} 条，收到 {found} 条）',
    en: 'no matching message within {ms} ms ({count} required, {found} received)',
  },
  closeTimeout: { zh: '{ms} 毫秒内连接没有关闭', en: 'the connection was not closed within {ms} ms' },
  badBytes: { zh: '内容不是有效的 {encoding}', en: 'the content is not valid {encoding}' },
  writeFailed: { zh: '消息没有发出：{detail}', en: 'message not sent: {detail}' },
} as const satisfies Catalogue

/** Writes why an operation on messages failed, for `errorMessage` of its outcome. */
export const messageFailureText = encoderOf({ ...networkFailures, ...messageFailures })
