/** Decrypts the records of one direction of a TLS connection with a key. @see https://www.rfc-editor.org/rfc/rfc8446#section-5.2 https://www.rfc-editor.org/rfc/rfc5288 https://www.rfc-editor.org/rfc/rfc7905 */
import { gcm } from '@noble/ciphers/aes.js'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { expand } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256, sha384 } from '@noble/hashes/sha2.js'
import { packed } from '../bytes/packed.ts'
import type { CipherSuite } from './cipher-suites.ts'

export interface TlsRecord {
  readonly type: number
  /** As it was sent, five bytes. */
  readonly header: Uint8Array
  readonly payload: Uint8Array
}

export interface PlainRecord {
  readonly type: number
  readonly bytes: Uint8Array
}

export interface RecordCipher {
  /** Records are to be given in their order. null if the record cannot be decrypted; it then does not count. */
  open(record: TlsRecord): PlainRecord | null
}

const tagBytes = 16
const text = new TextEncoder()
const hashOf = ({ hash }: CipherSuite) => (hash === 'sha256' ? sha256 : sha384)

/** null if the tag does not fit. */
function decrypted(
  { cipher }: CipherSuite,
  { key, nonce, data, sealed }: Readonly<Record<'key' | 'nonce' | 'data' | 'sealed', Uint8Array>>,
): Uint8Array | null {
  if (sealed.length < tagBytes) return null
  try {
    return (cipher === 'aesGcm' ? gcm(key, nonce, data) : chacha20poly1305(key, nonce, data)).decrypt(sealed)
  } catch {
    return null
  }
}

/** HKDF-Expand-Label of TLS 1.3. */
function expandLabel(suite: CipherSuite, secret: Uint8Array, label: string, length: number): Uint8Array {
  const name = text.encode(`tls13 ${label}`)
  const info = packed([16, length], [8, name.length], name, [8, 0])
  return expand(hashOf(suite), secret, info, length)
}

/** The secret after a change of keys. */
export const nextSecret = (suite: CipherSuite, secret: Uint8Array): Uint8Array =>
  expandLabel(suite, secret, 'traffic upd', secret.length)

export function cipherOfTls13(suite: CipherSuite, secret: Uint8Array): RecordCipher {
  const key = expandLabel(suite, secret, 'key', suite.keyBytes)
  const iv = expandLabel(suite, secret, 'iv', 12)
  let sequence = 0
  return {
    open: ({ header, payload }) => {
      const nonce = xorSequence(iv, sequence)
      const plain = decrypted(suite, { key, nonce, data: header, sealed: payload })
      if (plain === null) return null
      sequence += 1
      // Zeros fill the record behind its type.
      const end = plain.findLastIndex(byte => byte !== 0)
      return end < 0 ? null : { type: plain[end] ?? 0, bytes: plain.subarray(0, end) }
    },
  }
}

interface Tls12Keys {
  readonly master: Uint8Array
  readonly clientRandom: Uint8Array
  readonly serverRandom: Uint8Array
}

/** Of the client's direction and of the server's. */
export function ciphersOfTls12(suite: CipherSuite, keys: Tls12Keys): [RecordCipher, RecordCipher] {
  const { keyBytes, cipher } = suite
  const ivBytes = cipher === 'aesGcm' ? 4 : 12
  const seed = packed(text.encode('key expansion'), keys.serverRandom, keys.clientRandom)
  const block = pseudoRandom(suite, keys.master, seed, 2 * (keyBytes + ivBytes))
  const part = (at: number, length: number) => block.subarray(at, at + length)
  const ivs = 2 * keyBytes
  return [
    cipherOfTls12(suite, part(0, keyBytes), part(ivs, ivBytes)),
    cipherOfTls12(suite, part(keyBytes, keyBytes), part(ivs + ivBytes, ivBytes)),
  ]
}

function cipherOfTls12(suite: CipherSuite, key: Uint8Array, iv: Uint8Array): RecordCipher {
  const isGcm = suite.cipher === 'aesGcm'
  let sequence = 0
  return {
    open: ({ type, header, payload }) => {
      // The first eight bytes of a record are a part of its nonce.
      const nonce = isGcm ? packed(iv, payload.subarray(0, 8)) : xorSequence(iv, sequence)
      const sealed = isGcm ? payload.subarray(8) : payload
      const length = Math.max(0, sealed.length - tagBytes)
      const data = packed([32, 0], [32, sequence], header.subarray(0, 3), [16, length])
      if (nonce.length < 12) return null
      const bytes = decrypted(suite, { key, nonce, data, sealed })
      if (bytes === null) return null
      sequence += 1
      return { type, bytes }
    },
  }
}

/** Of TLS 1.2. @see https://www.rfc-editor.org/rfc/rfc5246#section-5 */
function pseudoRandom(suite: CipherSuite, secret: Uint8Array, seed: Uint8Array, length: number): Uint8Array {
  const hash = hashOf(suite)
  let made: Uint8Array = new Uint8Array(0)
  for (let a = hmac(hash, secret, seed); made.length < length; a = hmac(hash, secret, a))
    made = packed(made, hmac(hash, secret, packed(a, seed)))
  return made.subarray(0, length)
}

function xorSequence(iv: Uint8Array, sequence: number): Uint8Array {
  const nonce = iv.slice()
  const view = new DataView(nonce.buffer)
  view.setUint32(8, (view.getUint32(8) ^ sequence) >>> 0)
  return nonce
}
