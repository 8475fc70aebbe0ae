/** Makes the TLS settings of a component once, for all its connections: versions, own trust, a client's certificate; faults in the files become sentences. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls'
import { errorText } from '@pone/schema/error-text.ts'
import { networkFailureText } from '../network-failures.ts'

/** The files of a client's certificate, as they lie on the disk. */
export type ClientIdentity =
  | {
      readonly kind: 'pem'
      /** PEM or DER, with the chain after it. */
      readonly certificate: Buffer
      /** PEM or DER; null = with the certificate. */
      readonly key: Buffer | null
      readonly passphrase: string
    }
  | { readonly kind: 'p12'; readonly file: Buffer; readonly passphrase: string }

/** What deviates from the usual. */
export interface TlsMaterial {
  readonly version: 'any' | '1.2' | '1.3'
  /** Certificates trusted besides the usual ones, PEM or DER; null = none. */
  readonly trusted: Buffer | null
  readonly identity: ClientIdentity | null
}

/** Makes the settings. @throws Error with a sentence for people when a file or its passphrase is wrong */
export function secureContextOf({ version, trusted, identity }: TlsMaterial): SecureContext {
  const options: SecureContextOptions = {
    ...(version === 'any' ? {} : { minVersion: `TLSv${version}`, maxVersion: `TLSv${version}` }),
    ...(trusted === null ? {} : { ca: [...getCACertificates('default'), ...trustedCertificates(trusted)] }),
  }
  if (identity === null) return createSecureContext(options)
  if (identity.kind === 'pem') return createSecureContext({ ...options, ...pemIdentity(identity) })
  const { file, passphrase } = identity
  try {
    return createSecureContext({ ...options, pfx: file, passphrase })
  } catch (error) {
    throw new Error(p12Fault(error), { cause: error })
  }
}

const certificateBlock =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g
const keyBlock = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[^]+?-----END (?:[A-Z]+ )?PRIVATE KEY-----/

function trustedCertificates(file: Buffer): string[] {
  return certificatesIn(file, 'trustedNotReadable').map(String)
}

/** All certificates of a PEM file, or the one of a DER file. */
function certificatesIn(
  file: Buffer,
  fault: 'trustedNotReadable' | 'certificateNotReadable',
): X509Certificate[] {
  const blocks = file.toString('latin1').match(certificateBlock) ?? []
  try {
    return blocks.length === 0 ? [new X509Certificate(file)] : blocks.map(block => new X509Certificate(block))
  } catch (error) {
    throw new Error(networkFailureText(fault), { cause: error })
  }
}

function pemIdentity(identity: Extract<ClientIdentity, { kind: 'pem' }>): SecureContextOptions {
  const certificates = certificatesIn(identity.certificate, 'certificateNotReadable')
  const key = privateKeyOf(identity)
  const own = certificates.find(certificate => certificate.checkPrivateKey(key))
  if (own === undefined) throw new Error(networkFailureText('keyOfOtherCertificate'))
  const chain = [own, ...certificates.filter(certificate => certificate !== own)]
  return { cert: chain.map(String).join('\n'), key: key.export({ type: 'pkcs8', format: 'pem' }) }
}

function privateKeyOf({ certificate, key, passphrase }: Extract<ClientIdentity, { kind: 'pem' }>): KeyObject {
  const block = keyBlock.exec((key ?? certificate).toString('latin1'))?.[0]
  if (block === undefined && key === null) {
    throw new Error(networkFailureText('keyMissing'))
  }
  let fault: unknown
  const forms =
    block === undefined
      ? (['pkcs8', 'pkcs1', 'sec1'] as const).map(type => ({ key: key ?? '', format: 'der', type }) as const)
      : [{ key: block, format: 'pem' } as const]
  for (const form of forms) {
    try {
      return createPrivateKey({ ...form, passphrase })
    } catch (error) {
      // A wrong passphrase may by chance give bytes that are only no key.
      if (isAboutPassphrase(error) || (isEncrypted(form.key) && codeOf(error) !== unsupported)) {
        const fault = passphrase === '' ? 'keyNeedsPassphrase' : 'keyPassphraseWrong'
        throw new Error(networkFailureText(fault), { cause: error })
      }
      if (codeOf(error) === unsupported) {
        throw new Error(networkFailureText('keyOutdated'), { cause: error })
      }
      fault ??= error
    }
  }
  throw new Error(networkFailureText('keyNotReadable'), {
    cause: fault,
  })
}

const unsupported = 'ERR_OSSL_EVP_UNSUPPORTED'

/** Whether a key in PEM or DER says of itself that it is encrypted (PKCS #8, RFC 8018, or OpenSSL's older way). */
const isEncrypted = (key: string | Buffer): boolean =>
  typeof key === 'string'
    ? key.includes('ENCRYPTED')
    : key.subarray(0, 64).includes(Buffer.from('2a864886f70d0105', 'hex'))

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isAboutPassphrase = (error: unknown) =>
  /BAD_DECRYPT|PASSPHRASE|INTERRUPTED|BAD_PASSWORD/.test(codeOf(error))

function p12Fault(error: unknown): string {
  const message = errorText(error)
  if (/mac verify failure|BAD_DECRYPT/i.test(`${message} ${codeOf(error)}`))
    return networkFailureText('p12PasswordWrong')
  if (/unsupported/i.test(`${message} ${codeOf(error)}`)) {
    return networkFailureText('p12Outdated')
  }
  return networkFailureText('p12NotReadable', { detail: message })
}
