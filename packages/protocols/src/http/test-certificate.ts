/** Makes certificates for tests: built from their ASN.1 parts, so no key lies in the repository and no tool is needed. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'

/** One element of ASN.1's distinguished encoding. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
/** A sequence of elements. */
export const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
/** An object identifier by its encoded bytes. */
export const oid = (...bytes: number[]): Buffer => der(0x06, Buffer.from(bytes))
const text = (tag: number, value: string): Buffer => der(tag, Buffer.from(value))
const yes = der(0x01, Buffer.from([0xff]))
const extension = (id: Buffer, value: Buffer): Buffer => sequence(id, der(0x04, value))

/** Key and certificate in PEM. */
export interface TestIdentity {
  key: string
  cert: string
}

/** Who signs certificates. */
export interface TestAuthority {
  /** Its own certificate, PEM. */
  readonly cert: string
  /** A certificate with the common name, valid for the host names given and for 127.0.0.1 and ::1, up to the year (of two digits). */
  issue(name: string, hosts?: readonly string[], lastYear?: string): TestIdentity
  /** An authority that this one vouches for. */
  subordinate(): TestAuthority
}

interface Signer {
  name: Buffer
  key: KeyObject
}

/** A self-signed certificate for localhost, 127.0.0.1 and ::1. */
export function makeCertificate(): TestIdentity {
  const keys = newKeys()
  const name = nameOf('localhost')
  const cert = certificate({ name, publicKey: keys.publicKey, signer: { name, key: keys.privateKey } }, [
    hostNames(['localhost']),
  ])
  return { key: pemKey(keys.privateKey), cert }
}

/** An authority that nobody trusts yet. */
export function makeAuthority(): TestAuthority {
  return authorityNamed('Test authority', null)
}

function authorityNamed(commonName: string, issuer: Signer | null): TestAuthority {
  const keys = newKeys()
  const own = { name: nameOf(commonName), key: keys.privateKey }
  const isAuthority = sequence(oid(0x55, 0x1d, 0x13), yes, der(0x04, sequence(yes)))
  const subject = { name: own.name, publicKey: keys.publicKey, signer: issuer ?? own }
  return {
    cert: certificate(subject, [isAuthority]),
    issue(name, hosts = ['localhost'], lastYear = '49') {
      const { publicKey, privateKey } = newKeys()
      const subject = { name: nameOf(name), publicKey, signer: own, lastYear }
      const cert = certificate(subject, [hostNames(hosts)])
      return { key: pemKey(privateKey), cert }
    },
    subordinate: () => authorityNamed('Between', own),
  }
}

/** The bytes of a certificate in PEM. */
export const derOf = (cert: string): Buffer => new X509Certificate(cert).raw

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const nameOf = (name: string) => sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), text(0x0c, name))))
const pemKey = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

function hostNames(hosts: readonly string[]): Buffer {
  const names = sequence(
    ...hosts.map(host => text(0x82, host)),
    der(0x87, Buffer.from([127, 0, 0, 1])),
    der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])])),
  )
  return extension(oid(0x55, 0x1d, 0x11), names)
}

function certificate(
  {
    name,
    publicKey,
    signer,
    lastYear = '49',
  }: { name: Buffer; publicKey: KeyObject; signer: Signer; lastYear?: string },
  extensions: Buffer[],
): string {
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...randomBytes(7)])),
    algorithm,
    signer.name,
    sequence(text(0x17, '200101000000Z'), text(0x17, `${lastYear}1231235959Z`)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, signer.key)
  const bytes = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}
