/** Packs a certificate into PKCS #12 files for tests, sound ones and outdated ones that OpenSSL 3 refuses. @see RFC 7292 */
import { createHash, createHmac, createPrivateKey, randomBytes } from 'node:crypto'
import { der, derOf, oid, sequence, type TestIdentity } from '../http/test-certificate.ts'

const rsadsi = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d]
const bag = (kind: number) => oid(...rsadsi, 1, 12, 10, 1, kind)
const octets = (bytes: Buffer) => der(0x04, bytes)
const inContext = (content: Buffer) => der(0xa0, content)
const data = (content: Buffer) => sequence(oid(...rsadsi, 1, 7, 1), inContext(octets(content)))
const iterations = 1

/** A file with key and certificate under the password; `outdated`: the key lies under RC2 of 40 bits. */
export function p12Of(identity: TestIdentity, password: string, how: 'sound' | 'outdated' = 'sound'): Buffer {
  const key = how === 'sound' ? encryptedKey(identity, password) : outdatedKey()
  const certificate = sequence(oid(...rsadsi, 1, 9, 22, 1), inContext(octets(derOf(identity.cert))))
  const bags = sequence(sequence(bag(2), inContext(key)), sequence(bag(3), inContext(certificate)))
  const contents = sequence(data(bags))
  return sequence(der(0x02, Buffer.from([3])), data(contents), macOf(contents, password))
}

function encryptedKey({ key }: TestIdentity, passphrase: string): Buffer {
  return createPrivateKey(key).export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase })
}

function outdatedKey(): Buffer {
  const rc2 = oid(...rsadsi, 1, 12, 1, 6)
  const parameters = sequence(octets(randomBytes(8)), der(0x02, Buffer.from([iterations])))
  return sequence(sequence(rc2, parameters), octets(randomBytes(128)))
}

/** Proves the password. One block of the key derivation is enough for SHA-256. @see RFC 7292 appendix B */
function macOf(contents: Buffer, password: string): Buffer {
  const blockBytes = 64
  const salt = randomBytes(8)
  const secret = Buffer.from(`${password}\0`, 'utf16le').swap16()
  const repeated = (bytes: Buffer) => Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes, bytes)
  const keyMaterial = [Buffer.alloc(blockBytes, 3), repeated(salt), repeated(secret)]
  const key = createHash('sha256').update(Buffer.concat(keyMaterial)).digest()
  const mac = createHmac('sha256', key).update(contents).digest()
  const sha256 = sequence(oid(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01), der(0x05))
  return sequence(sequence(sha256, octets(mac)), octets(salt), der(0x02, Buffer.from([iterations])))
}
