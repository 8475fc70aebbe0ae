/** The cipher suites whose records can be decrypted. @see https://www.iana.org/assignments/tls-parameters */

export interface CipherSuite {
  readonly cipher: 'aesGcm' | 'chaCha'
  readonly keyBytes: 16 | 32
  readonly hash: 'sha256' | 'sha384'
}

const aes128: CipherSuite = { cipher: 'aesGcm', keyBytes: 16, hash: 'sha256' }
const aes256: CipherSuite = { cipher: 'aesGcm', keyBytes: 32, hash: 'sha384' }
const chaCha: CipherSuite = { cipher: 'chaCha', keyBytes: 32, hash: 'sha256' }

const suites: ReadonlyMap<number, CipherSuite> = new Map([
  [0x1301, aes128],
  [0x1302, aes256],
  [0x1303, chaCha],
  // RSA, DHE, ECDHE with ECDSA and with RSA.
  ...[0x009c, 0x009e, 0xc02b, 0xc02f].map(code => [code, aes128] as const),
  ...[0x009d, 0x009f, 0xc02c, 0xc030].map(code => [code, aes256] as const),
  ...[0xcca8, 0xcca9, 0xccaa].map(code => [code, chaCha] as const),
])

/** null for one that is not supported. */
export const cipherSuite = (code: number): CipherSuite | null => suites.get(code) ?? null
