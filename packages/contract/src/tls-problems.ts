/** Says in plain words why a TLS connection was refused, and what to do; programs write it to their logs in English. */
import { textIn } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

const texts = {
  unknownAuthority: {
    zh: '其证书由本机不认识的机构签发：请用 --ca FILE（Agent 用 PONE_AGENT_CA）给出该机构的证书，或使用服务器显示的加入命令，其中带有证书指纹',
    en: 'its certificate is issued by an authority that this machine does not trust: specify the certificate of the authority with --ca FILE (PONE_AGENT_CA for an agent), or use the join command shown by the server, which contains the certificate fingerprint',
  },
  expired: {
    zh: '其证书已过期：请在服务器上更新证书（服务器会自动读取新文件），并检查本机的时间',
    en: 'its certificate has expired: renew it on the server (new files are read automatically), and check the clock of this machine',
  },
  notYetValid: {
    zh: '其证书尚未生效：请检查本机的时间',
    en: 'its certificate is not valid yet: check the clock of this machine',
  },
  revoked: { zh: '其证书已被签发机构吊销', en: 'its certificate was revoked by the issuing authority' },
  otherName: {
    zh: '其证书属于 {names}，而不是 {host}：请使用证书中的地址，或为该地址签发证书',
    en: 'its certificate is valid for {names}, not for {host}: use an address listed in the certificate, or issue a certificate for this address',
  },
  notTls: {
    zh: '对方在此端口上不使用 TLS：请把地址写成 http://，或使用其 TLS 端口',
    en: 'it does not use TLS on this port: start the address with http://, or use its TLS port',
  },
  oldVersion: {
    zh: '对方不支持允许的 TLS 版本（1.2 及以上）',
    en: 'it does not support an allowed TLS version (1.2 or later)',
  },
  handshakeFailed: { zh: 'TLS 握手失败：{message}', en: 'the TLS handshake failed: {message}' },
} as const satisfies Catalogue

const codes: Readonly<Record<string, keyof typeof texts>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'unknownAuthority',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownAuthority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknownAuthority',
  CERT_SIGNATURE_FAILURE: 'unknownAuthority',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
  CERT_REVOKED: 'revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
  EPROTO: 'handshakeFailed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'handshakeFailed',
}

/** undefined for what has nothing to do with TLS; also looks at what the error was caused by. */
export function tlsProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message, host, cert } = error as Error & {
    code?: unknown
    host?: unknown
    cert?: { subjectaltname?: unknown }
  }
  const found = typeof code === 'string' ? codes[code] : undefined
  if (found === undefined) return tlsProblem(error.cause)
  const names = typeof cert?.subjectaltname === 'string' ? cert.subjectaltname : ''
  const params = {
    message,
    host: typeof host === 'string' ? host : 'this address',
    names: names === '' ? 'other names' : names.replaceAll(/(DNS|IP Address):/g, ''),
  }
  return textIn(texts[found === 'handshakeFailed' ? handshakeProblem(message) : found], params, 'en')
}

function handshakeProblem(message: string): 'notTls' | 'oldVersion' | 'handshakeFailed' {
  if (/wrong version number|packet length too long/i.test(message)) return 'notTls'
  return /unsupported protocol|protocol version/i.test(message) ? 'oldVersion' : 'handshakeFailed'
}
