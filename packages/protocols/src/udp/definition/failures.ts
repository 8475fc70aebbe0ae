/** Texts of what goes wrong with UDP operations. */
import { type Catalogue, encoderOf } from '@pone/schema/coded-text.ts'
import { messageFailures } from '../../messages/definition/failures.ts'
import { networkFailures } from '../../network-failures.ts'

export const udpFailures = {
  udpNoSocket: {
    zh: '没有名为“{connection}”的 UDP 套接字，请先执行使用此名称的发送步骤',
    en: 'there is no UDP socket named “{connection}”; execute a step that sends with this name first',
  },
  udpSocketLost: {
    zh: 'UDP 套接字“{connection}”已关闭：{detail}',
    en: 'the UDP socket “{connection}” was closed: {detail}',
  },
  udpPortTaken: {
    zh: '本地端口 {port} 无法使用（{detail}）；每个用户需要自己的端口，并发多个用户时请填 0',
    en: 'the local port {port} cannot be used ({detail}); each user needs a port of its own, so enter 0 for several users',
  },
  udpTooLarge: {
    zh: '消息有 {bytes} 字节，超过一个 UDP 数据报的上限',
    en: 'the message has {bytes} bytes, more than a UDP datagram can hold',
  },
  udpNoProxy: {
    zh: 'UDP 不能经过代理服务器；请在运行设置中把 {host} 加入不使用代理的主机',
    en: 'UDP cannot go through the proxy; add {host} to the hosts without a proxy in the run-time settings',
  },
  udpBadHost: { zh: '主机“{host}”无效', en: 'the host “{host}” is invalid' },
} as const satisfies Catalogue

/** Writes why an operation of UDP failed, for `errorMessage` of its outcome. */
export const failureText = encoderOf({ ...networkFailures, ...messageFailures, ...udpFailures })
