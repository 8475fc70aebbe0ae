/** What the checks of WebSocket steps report. */
import type { ProblemText } from '@pone/schema/protocol.ts'
import { messageProblems } from '../../messages/definition/rules.ts'

export const webSocketProblems = {
  ...messageProblems,
  emptySocketUrl: { zh: '请填写 WebSocket 地址', en: 'Enter a WebSocket address' },
  badSocketUrl: {
    zh: '地址 {url} 要以 ws:// 或 wss:// 开头',
    en: 'The address {url} must start with ws:// or wss://',
  },
  badCloseCode: {
    zh: '关闭代码 {code} 不能由客户端发送，请填 1000 或 3000 到 4999',
    en: 'Close code {code} cannot be sent by a client. Use 1000, or 3000 to 4999',
  },
} as const satisfies Record<string, ProblemText>
