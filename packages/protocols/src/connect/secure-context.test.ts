import { createPrivateKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { derOf, makeAuthority } from '../http/test-certificate.ts'
import { networkFailureText } from '../network-failures.ts'
import { type ClientIdentity, secureContextOf } from './secure-context.ts'
import { p12Of } from './test-p12.ts'

const authority = makeAuthority()
const client = authority.issue('client')
const other = authority.issue('other')
const certificate = Buffer.from(client.cert)
const key = Buffer.from(client.key)
const lock = { cipher: 'aes-256-cbc', passphrase: 'secret' }
const privateKey = createPrivateKey(client.key)
const encryptedPem = (type: 'pkcs8' | 'sec1') =>
  Buffer.from(privateKey.export({ type, format: 'pem', ...lock }))
const encryptedDer = () => privateKey.export({ type: 'pkcs8', format: 'der', ...lock })
const open = (identity: ClientIdentity | null, trusted: Buffer | null = null) =>
  secureContextOf({ version: 'any', trusted, identity })
const pem = (changes: Partial<Extract<ClientIdentity, { kind: 'pem' }>> = {}) =>
  open({ kind: 'pem', certificate, key, passphrase: '', ...changes })

describe('a client certificate opens', () => {
  test.each([
    ['in PEM with the key apart', {}],
    ['in DER with the key apart', { certificate: derOf(client.cert) }],
    ['in one file with its key', { certificate: Buffer.concat([key, certificate]), key: null }],
    [
      'in one file after its chain',
      { certificate: Buffer.concat([Buffer.from(authority.cert), certificate, key]), key: null },
    ],
    ['with an encrypted key', { key: encryptedPem('pkcs8'), passphrase: 'secret' }],
    ['with a traditionally encrypted key', { key: encryptedPem('sec1'), passphrase: 'secret' }],
    ['with an encrypted key in DER', { key: encryptedDer(), passphrase: 'secret' }],
    [
      'with a key in DER',
      { key: privateKey.export({ type: 'sec1', format: 'der' }), passphrase: 'not needed' },
    ],
  ])('%s', (_, changes) => {
    expect(pem(changes)).toBeDefined()
  })

  test('as .p12', () => {
    expect(open({ kind: 'p12', file: p12Of(client, 'pä55'), passphrase: 'pä55' })).toBeDefined()
  })
})

describe('what is wrong with a client certificate is said:', () => {
  test.each([
    ['no certificate', { certificate: Buffer.from('text') }, networkFailureText('certificateNotReadable')],
    ['no key', { key: null }, networkFailureText('keyMissing')],
    ['a key file without key', { key: certificate }, networkFailureText('keyNotReadable')],
    ["another's key", { key: Buffer.from(other.key) }, networkFailureText('keyOfOtherCertificate')],
    ['no passphrase', { key: encryptedPem('pkcs8') }, networkFailureText('keyNeedsPassphrase')],
    [
      'a wrong passphrase',
      { key: encryptedPem('pkcs8'), passphrase: 'x' },
      networkFailureText('keyPassphraseWrong'),
    ],
    [
      'a wrong passphrase for DER',
      { key: encryptedDer(), passphrase: 'x' },
      networkFailureText('keyPassphraseWrong'),
    ],
  ])('%s', (_, changes, message) => {
    expect(() => pem(changes)).toThrow(message)
  })

  test('a wrong passphrase is called wrong also when what it opens looks like bytes of no key', () => {
    const key = encryptedPem('pkcs8')
    for (let guess = 0; guess < 600; guess += 1)
      expect(() => pem({ key, passphrase: `x${guess}` })).toThrow(networkFailureText('keyPassphraseWrong'))
  })

  test.each([
    ['a wrong password', p12Of(client, 'secret'), networkFailureText('p12PasswordWrong')],
    ['an outdated file', p12Of(client, 'x', 'outdated'), networkFailureText('p12Outdated')],
    ['no .p12 at all', certificate, '[[p12NotReadable '],
  ])('%s', (_, file, message) => {
    expect(() => open({ kind: 'p12', file, passphrase: 'x' })).toThrow(message)
  })

  test('trusted certificates that are none', () => {
    expect(() => open(null, Buffer.from('text'))).toThrow(networkFailureText('trustedNotReadable'))
  })
})
