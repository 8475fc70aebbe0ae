/** Texts of what goes wrong with WebSocket operations. */
import { type Catalogue, encoderOf } from '@pone/schema/coded-text.ts'
import { messageFailures } from '../../messages/definition/failures.ts'
import { networkFailures } from '../../network-failures.ts'

export const webSocketFailures = {
  connectionLost: {
    zh: '连接“{connection}”已断开（{code} {reason}）',
    en: 'connection “{connection}” was lost ({code} {reason})',
  },
  pongMissing: {
    zh: '连接“{connection}”在 {ms} 毫秒内没有回复 ping，按已断开处理',
    en: 'connection “{connection}” did not respond to a ping within {ms} ms and is treated as lost',
  },
  handshakeRefused: {
    zh: '服务器没有接受 WebSocket 握手，状态码 {status}',
    en: 'the server did not accept the WebSocket handshake, status {status}',
  },
  handshakeFailed: { zh: 'WebSocket 握手失败：{detail}', en: 'the WebSocket handshake failed: {detail}' },
  badUrl: { zh: '地址 {url} 不是 ws 或 wss 地址', en: 'the address {url} is neither ws nor wss' },
} as const satisfies Catalogue

/** Writes why an operation of WebSocket failed, for `errorMessage` of its outcome. */
export const failureText = encoderOf({ ...networkFailures, ...messageFailures, ...webSocketFailures })
