/**
 * The client's half of SCRAM. Pure, but for the nonce that is handed in.
 * @see https://www.rfc-editor.org/rfc/rfc5802
 */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

/** Above it a server makes its clients work for it. */
const maxIterations = 1_000_000

export interface ScramClient {
  /** First message of the client. */
  readonly first: string
  /** The last message of the client, after the first one of the server; undefined when that is none. */
  final(serverFirst: string): { message: string; isProof: (serverFinal: string) => boolean } | undefined
}

const lengths = { sha1: 20, sha256: 32, sha512: 64 } as const

export function scramClient(
  hash: keyof typeof lengths,
  user: string,
  password: string,
  nonce: string,
): ScramClient {
  const name = user.replaceAll('=', '=3D').replaceAll(',', '=2C')
  const bare = `n=${name},r=${nonce}`
  return {
    first: `n,,${bare}`,
    final(serverFirst) {
      const [, all = '', salt = '', rounds = ''] = /^r=([^,]+),s=([^,]+),i=(\d+)/.exec(serverFirst) ?? []
      const iterations = Number(rounds)
      if (!all.startsWith(nonce) || iterations < 1 || iterations > maxIterations) return undefined
      const mac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest()
      const salted = pbkdf2Sync(
        password.normalize('NFKC'),
        Buffer.from(salt, 'base64'),
        iterations,
        lengths[hash],
        hash,
      )
      const clientKey = mac(salted, 'Client Key')
      const withoutProof = `c=biws,r=${all}`
      const signed = `${bare},${serverFirst},${withoutProof}`
      const signature = mac(createHash(hash).update(clientKey).digest(), signed)
      const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)))
      const expected = mac(mac(salted, 'Server Key'), signed).toString('base64')
      return {
        message: `${withoutProof},p=${proof.toString('base64')}`,
        isProof: serverFinal => serverFinal.split(',').includes(`v=${expected}`),
      }
    },
  }
}
