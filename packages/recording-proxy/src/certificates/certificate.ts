/** X.509 certificates of an authority and of the hosts that it answers for, with keys on the curve P-256. @see RFC 5280 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { bits, der, integer, objectId, octets, sequence, set, tagged, utcTime, utf8, yes } from './der.ts'

export interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

export const newKeyPair = (): KeyPair => generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface Validity {
  readonly from: Date
  readonly until: Date
}

export interface Issuer {
  readonly name: string
  readonly keys: KeyPair
}

/** Signed by its own key. @returns PEM */
export function authorityCertificate({ name, keys }: Issuer, validity: Validity): string {
  const extensions = [
    // No authority below it.
    extension('2.5.29.19', sequence(yes, integer(Buffer.from([0]))), true),
    // keyCertSign, cRLSign
    extension('2.5.29.15', bits(Buffer.from([0x06]), 1), true),
    extension('2.5.29.14', octets(keyIdentifier(keys.publicKey))),
  ]
  return certificate({
    subject: name,
    publicKey: keys.publicKey,
    issuer: { name, keys },
    validity,
    extensions,
  })
}

/** For a TLS server of this name or address. @returns PEM */
export function hostCertificate(
  host: string,
  publicKey: KeyObject,
  issuer: Issuer,
  validity: Validity,
): string {
  const name = isIP(host) === 0 ? der(0x82, Buffer.from(host, 'latin1')) : der(0x87, addressBytes(host))
  const extensions = [
    extension('2.5.29.19', sequence(), true),
    // digitalSignature
    extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
    // serverAuth
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(name)),
    extension('2.5.29.14', octets(keyIdentifier(publicKey))),
    extension('2.5.29.35', sequence(der(0x80, keyIdentifier(issuer.keys.publicKey)))),
  ]
  // The common name has at most 64 characters; clients read the alternative name.
  return certificate({ subject: host.slice(0, 64), publicKey, issuer, validity, extensions })
}

interface Content {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: Issuer
  readonly validity: Validity
  readonly extensions: readonly Buffer[]
}

function certificate({ subject, publicKey, issuer, validity, extensions }: Content): string {
  // ecdsa-with-SHA256
  const algorithm = sequence(objectId('1.2.840.10045.4.3.2'))
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const content = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    commonName(issuer.name),
    sequence(utcTime(validity.from), utcTime(validity.until)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions)),
  )
  const signature = sign('sha256', content, issuer.keys.privateKey)
  const lines =
    sequence(content, algorithm, bits(signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const commonName = (name: string): Buffer => sequence(set(sequence(objectId('2.5.4.3'), utf8(name))))

const extension = (id: string, value: Uint8Array, isCritical = false): Buffer =>
  sequence(objectId(id), ...(isCritical ? [yes] : []), octets(value))

/** Base64 of SHA-256 of the key, as Chromium takes it. */
export const spkiHash = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64')

/** @see RFC 7093, method 4 */
const keyIdentifier = (key: KeyObject): Buffer =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20)

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  // The URL parser writes an embedded IPv4 address and the short form in one way.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [front = '', back] = plain.split('::')
  const wordsOf = (text: string | undefined) =>
    text ? text.split(':').map(each => Number.parseInt(each, 16)) : []
  const [before, after] = [wordsOf(front), wordsOf(back)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  const bytes = Buffer.alloc(16)
  for (const [at, word] of [...before, ...zeros, ...after].entries()) bytes.writeUInt16BE(word, at * 2)
  return bytes
}
