/** Texts of what goes wrong with TCP operations. */
import { type Catalogue, encoderOf } from '@pone/schema/coded-text.ts'
import { messageFailures } from '../../messages/definition/failures.ts'
import { networkFailures } from '../../network-failures.ts'

export const tcpFailures = {
  tcpClosedByServer: {
    zh: '服务器关闭了连接“{connection}”',
    en: 'the server closed connection “{connection}”',
  },
  tcpCutMessage: {
    zh: '服务器关闭了连接“{connection}”，此时一条消息只收到 {bytes} 字节；请检查消息划分方式',
    en: 'the server closed connection “{connection}” after {bytes} bytes of an incomplete message; check how messages are divided',
  },
  tcpBroken: { zh: '连接“{connection}”已断开：{detail}', en: 'connection “{connection}” was lost: {detail}' },
  tcpMessageTooLarge: {
    zh: '收到的消息超过 {limit} 字节，已断开连接；请检查消息划分方式，或在运行设置中调大上限',
    en: 'a message of more than {limit} bytes was received and the connection was closed; check how messages are divided, or increase the limit in the run-time settings',
  },
  tcpBadLength: {
    zh: '长度字段的值 {value} 加上调整值后为负数，已断开连接；请检查长度字段的位置、字节数、字节序和调整值',
    en: 'the value {value} of the length field is negative after the adjustment, and the connection was closed; check offset, size, byte order and adjustment of the field',
  },
  tcpLengthTooSmall: {
    zh: '{size} 字节的长度字段写不下消息长度 {value}',
    en: 'a length field of {size} bytes cannot hold the length {value}',
  },
  tcpHeaderTooShort: {
    zh: '消息只有 {bytes} 字节，长度字段之前应有 {offset} 字节',
    en: 'the message has only {bytes} bytes, but {offset} bytes are required before the length field',
  },
  tcpBadHost: { zh: '主机“{host}”无效', en: 'the host “{host}” is invalid' },
} as const satisfies Catalogue

/** Writes why an operation of TCP failed, for `errorMessage` of its outcome. */
export const failureText = encoderOf({ ...networkFailures, ...messageFailures, ...tcpFailures })
