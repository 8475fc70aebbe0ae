/** Monitor type `tcp-availability`: whether a TCP port accepts connections, with TLS on request. */
import { availability, certificateDays, time } from './availability-parts.ts'
import { both } from './parts.ts'

export const tcpAvailability = availability(
  {
    name: 'tcp-availability',
    names: both(['TCP 可用性', 'TCP availability']),
    triedOn: ['TCP', 'TLS 1.3'],
    params: [
      { key: 'host', type: 'address', names: both(['主机', 'Host']), required: true },
      { key: 'port', type: 'number', names: both(['端口', 'Port']), required: true },
      { key: 'tls', type: 'boolean', names: both(['使用 TLS', 'Use TLS']), default: false },
      {
        key: 'verifyTls',
        type: 'boolean',
        names: both(['校验证书', 'Verify the certificate']),
        default: true,
        showIf: { param: 'tls', values: [true] },
      },
    ],
  },
  'tcp',
  [
    time(
      'timeMs',
      ['总耗时', 'Total time'],
      ['从开始到连接可用', 'From the start until the connection could be used'],
    ),
    time(
      'connectMs',
      ['建连', 'Connected'],
      ['从开始到 TCP 连接建立', 'From the start until the TCP connection was open'],
    ),
    time(
      'tlsMs',
      ['TLS 握手', 'TLS handshake'],
      ['从开始到 TLS 握手完成', 'From the start until the TLS handshake was complete'],
    ),
    certificateDays,
  ],
)
