/** Monitor type `http-availability`: whether an HTTP address answers as it should, and how fast. */
import { availability, certificateDays, time } from './availability-parts.ts'
import { both, gauge } from './parts.ts'

export const httpAvailability = availability(
  {
    name: 'http-availability',
    names: both(['HTTP 可用性', 'HTTP availability']),
    triedOn: ['HTTP/1.1'],
    params: [
      {
        key: 'url',
        type: 'text',
        names: both(['URL', 'URL']),
        help: both(['以 http:// 或 https:// 开头', 'Begins with http:// or https://']),
        required: true,
      },
      {
        key: 'method',
        type: 'select',
        names: both(['方法', 'Method']),
        default: 'GET',
        options: ['GET', 'HEAD', 'POST'].map(value => ({ value, names: both([value, value]) })),
      },
      {
        key: 'status',
        type: 'text',
        names: both(['期望状态码', 'Expected status']),
        help: both(['一个状态码或范围，例如 200-399', 'A status code or a range, e.g. 200-399']),
        default: '200-399',
      },
      {
        key: 'contains',
        type: 'text',
        names: both(['期望内容', 'Expected content']),
        help: both(['响应体必须包含的文本', 'Text that the answer must contain']),
      },
      {
        key: 'verifyTls',
        type: 'boolean',
        names: both(['校验证书', 'Verify the certificate']),
        default: true,
      },
    ],
  },
  'http',
  [
    time('timeMs', ['总耗时', 'Total time'], ['从开始到响应结束', 'From the start to the end of the answer']),
    time(
      'nameMs',
      ['域名解析', 'Name lookup'],
      ['从开始到解析出地址', 'From the start until the address was known'],
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
    time(
      'firstByteMs',
      ['首字节', 'First byte'],
      ['从开始到收到响应头', 'From the start until the head of the answer was there'],
    ),
    gauge('status', 'code', ['状态码', 'Status code'], ['响应的状态码', 'Status code of the answer']),
    certificateDays,
  ],
)
