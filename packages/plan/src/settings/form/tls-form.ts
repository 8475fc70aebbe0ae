/** TLS among the run-time settings: versions, name, trust, client certificate. */
import type { FormItem } from '@pone/schema/form.ts'

const certificateEndings = ['.cer', '.crt', '.pem']
const certificateIs = (...isOneOf: string[]) => ({ name: 'tls.clientCertificate.kind', isOneOf })

const certificateItems: readonly FormItem[] = [
  {
    name: 'tls.clientCertificate',
    label: { zh: '客户端证书', en: 'Client certificate' },
    hint: { zh: '服务器要求双向验证时使用。', en: 'Required if the server uses mutual TLS.' },
    widget: 'variant',
    by: 'kind',
    options: [
      { value: 'none', label: { zh: '无', en: 'None' } },
      { value: 'pem', label: { zh: 'cer / pem', en: 'cer / pem' } },
      { value: 'p12', label: { zh: 'p12 / pfx', en: 'p12 / pfx' } },
    ],
    starts: {
      none: {},
      pem: { certificateFileId: '', keyFileId: null, passphrase: '' },
      p12: { fileId: '', passphrase: '' },
    },
  },
  {
    name: 'tls.clientCertificate.certificateFileId',
    label: { zh: '证书文件', en: 'Certificate file' },
    widget: 'file',
    attachment: 'certificate',
    extensions: certificateEndings,
    when: certificateIs('pem'),
  },
  {
    name: 'tls.clientCertificate.keyFileId',
    label: { zh: '密钥文件', en: 'Key file' },
    hint: { zh: '空为密钥就在证书文件中。', en: 'Leave empty if the key is in the certificate file.' },
    widget: 'file',
    attachment: 'certificate',
    extensions: ['.key', '.pem'],
    isOptional: true,
    when: certificateIs('pem'),
  },
  {
    name: 'tls.clientCertificate.fileId',
    label: { zh: 'p12 文件', en: 'p12 file' },
    widget: 'file',
    attachment: 'certificate',
    extensions: ['.p12', '.pfx'],
    when: certificateIs('p12'),
  },
  {
    name: 'tls.clientCertificate.passphrase',
    label: { zh: '口令', en: 'Passphrase' },
    hint: { zh: '建议放在保密变量中。', en: 'Use a secret variable.' },
    widget: 'credential',
    placeholder: '${passphrase}',
    when: certificateIs('pem', 'p12'),
  },
]

export const tlsItems: readonly FormItem[] = [
  {
    name: 'verifyTls',
    label: { zh: '校验证书', en: 'Verify certificates' },
    hint: {
      zh: '测试环境使用自签名证书时可以关闭。',
      en: 'Can be turned off for test systems with self-signed certificates.',
    },
    widget: 'boolean',
  },
  {
    name: 'tls.version',
    label: { zh: '版本', en: 'Version' },
    hint: {
      zh: '默认 1.2 或 1.3，由服务器选择；指定一个版本可以测试服务器对它的支持。',
      en: 'Default: 1.2 or 1.3, chosen by the server. Select one version to test whether the server supports it.',
    },
    widget: 'choice',
    options: [
      { value: 'any', label: { zh: '1.2 或 1.3', en: '1.2 or 1.3' } },
      { value: '1.2', label: { zh: 'TLS 1.2', en: 'TLS 1.2' } },
      { value: '1.3', label: { zh: 'TLS 1.3', en: 'TLS 1.3' } },
    ],
  },
  {
    name: 'tls.reuseSessions',
    label: { zh: '会话复用', en: 'Reuse sessions' },
    hint: {
      zh: '用户的后续连接恢复之前的 TLS 会话，握手更快。',
      en: 'Further connections of a user resume the previous TLS session, which shortens the handshake.',
    },
    widget: 'boolean',
  },
  {
    name: 'tls.serverName',
    label: { zh: '服务器名（SNI）', en: 'Server name (SNI)' },
    hint: { zh: '空为请求地址中的主机名。', en: 'Leave empty to use the host name of the request address.' },
    widget: 'template',
  },
  {
    name: 'tls.trustedFileId',
    label: { zh: '信任的证书', en: 'Trusted certificate' },
    hint: {
      zh: '在系统证书之外信任的 CA 或服务器证书。',
      en: 'CA or server certificate that is trusted in addition to the system certificates.',
    },
    widget: 'file',
    attachment: 'certificate',
    extensions: certificateEndings,
    isOptional: true,
  },
  ...certificateItems,
]
