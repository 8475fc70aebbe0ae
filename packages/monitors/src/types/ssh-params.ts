/** Parameters that types share which are asked over SSH. */
import type { MonitorTypeInput } from '../type.ts'
import { both } from './parts.ts'

export const sshParams: MonitorTypeInput['params'] = [
  { key: 'host', type: 'address', names: both(['主机', 'Host']), required: true },
  { key: 'port', type: 'number', names: both(['端口', 'Port']), default: 22, required: true },
  { key: 'user', type: 'text', names: both(['用户名', 'User']), required: true },
  {
    key: 'hostKey',
    type: 'text',
    names: both(['主机密钥指纹', 'Fingerprint of the host key']),
    help: both([
      '形如 SHA256:…；测试连接会显示主机的指纹，只有一致时才发送密码',
      'As SHA256:…; the test of the connection shows what the host has, and the password is sent only where both are the same',
    ]),
    required: true,
  },
  {
    key: 'method',
    type: 'select',
    names: both(['认证方式', 'Authentication']),
    default: 'password',
    options: [
      { value: 'password', names: both(['密码', 'Password']) },
      { value: 'key', names: both(['私钥', 'Private key']) },
    ],
  },
  {
    key: 'password',
    type: 'password',
    names: both(['密码', 'Password']),
    isSecret: true,
    showIf: { param: 'method', values: ['password'] },
  },
  {
    key: 'privateKey',
    type: 'password',
    names: both(['私钥', 'Private key']),
    help: both(['OpenSSH 或 PEM 格式', 'In the format of OpenSSH or PEM']),
    isSecret: true,
    isMultiline: true,
    showIf: { param: 'method', values: ['key'] },
  },
  {
    key: 'passphrase',
    type: 'password',
    names: both(['私钥口令', 'Passphrase of the key']),
    isSecret: true,
    showIf: { param: 'method', values: ['key'] },
  },
]
