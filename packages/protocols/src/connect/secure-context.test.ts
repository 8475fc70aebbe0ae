import { createPrivateKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { derOf, makeAuthority } from '../http/test-certificate.ts'
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
    ['no certificate', { certificate: Buffer.from('text') }, /no certificate in PEM or DER/],
    ['no key', { key: null }, /holds no private key; choose the file of the key/],
    ['a key file without key', { key: certificate }, /no private key in PEM or DER/],
    ["another's key", { key: Buffer.from(other.key) }, /does not belong to it/],
    ['no passphrase', { key: encryptedPem('pkcs8') }, /needs its passphrase/],
    [
      'a wrong passphrase',
      { key: encryptedPem('pkcs8'), passphrase: 'x' },
      /does not open with this passphrase/,
    ],
    [
      'a wrong passphrase for DER',
      { key: encryptedDer(), passphrase: 'x' },
      /does not open with this passphrase/,
    ],
  ])('%s', (_, changes, message) => {
    expect(() => pem(changes)).toThrow(message)
  })

  test('a wrong passphrase is called wrong also when what it opens looks like bytes of no key', () => {
    const key = encryptedPem('pkcs8')
    for (let guess = 0; guess < 600; guess += 1)
      expect(() => pem({ key, passphrase: `x${guess}` })).toThrow(/does not open with this passphrase/)
  })

  test.each([
    ['a wrong password', p12Of(client, 'secret'), /the password is wrong/],
    ['an outdated file', p12Of(client, 'x', 'outdated'), /outdated way.*convert it: `openssl pkcs12 -legacy/],
    ['no .p12 at all', certificate, /cannot be read as PKCS #12/],
  ])('%s', (_, file, message) => {
    expect(() => open({ kind: 'p12', file, passphrase: 'x' })).toThrow(message)
  })

  test('trusted certificates that are none', () => {
    expect(() => open(null, Buffer.from('text'))).toThrow(
      /trusted certificates: the file holds no certificate/,
    )
  })
})
