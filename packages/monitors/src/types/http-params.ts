/** Parameters that types share which are asked over HTTP. */
import type { MonitorTypeInput } from '../type.ts'
import { both, type Pair } from './parts.ts'

type Param = MonitorTypeInput['params'][number]

const hostParam: Param = { key: 'host', type: 'address', names: both(['主机', 'Host']), required: true }
const tls: Param = { key: 'tls', type: 'boolean', names: both(['使用 TLS', 'Use TLS']), default: false }
const verifyTls: Param = {
  key: 'verifyTls',
  type: 'boolean',
  names: both(['校验证书', 'Verify the certificate']),
  default: true,
  showIf: { param: 'tls', values: [true] },
}
const user: Param = { key: 'user', type: 'text', names: both(['用户名', 'User']) }
const password: Param = {
  key: 'password',
  type: 'password',
  names: both(['密码', 'Password']),
  isSecret: true,
}

/** Host, port, TLS, user and password, with the product's usual port. */
export const httpParams = (port: number, path?: { readonly usual: string; readonly help: Pair }): Param[] => [
  hostParam,
  { key: 'port', type: 'number', names: both(['端口', 'Port']), default: port, required: true },
  ...(path
    ? [
        {
          key: 'path',
          type: 'text' as const,
          names: both(['路径', 'Path']),
          help: both(path.help),
          default: path.usual,
          required: true,
        },
      ]
    : []),
  tls,
  verifyTls,
  user,
  password,
]
