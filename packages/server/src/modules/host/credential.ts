/** The credential of a host: encrypted in the database, decrypted only for a connection. */
import type { HostAccess } from '@pone/contract/entities/host.ts'
import { z } from 'zod'
import type { SecretBox } from '../../adapters/secrets.ts'
import type { SshCredential } from '../../adapters/ssh.ts'

const credentialSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password: z.string() }),
  z.object({ kind: z.literal('key'), privateKey: z.string(), passphrase: z.string() }),
])

/** The credential from a form; null when the secret is omitted, so that the stored one is kept. */
export function givenCredential(access: HostAccess): SshCredential | null {
  if (access.auth === 'password')
    return access.password === '' ? null : { kind: 'password', password: access.password }
  if (access.privateKey.trim() === '') return null
  return { kind: 'key', privateKey: `${access.privateKey.trim()}\n`, passphrase: access.passphrase }
}

export const sealCredential = (secrets: SecretBox, credential: SshCredential): string =>
  secrets.seal(JSON.stringify(credential))

/** null when there is none of this kind, or the server's key has changed since. */
export function openCredential(
  secrets: SecretBox,
  sealed: string | null,
  kind: SshCredential['kind'],
): SshCredential | null {
  if (sealed === null) return null
  try {
    const credential = credentialSchema.parse(JSON.parse(secrets.open(sealed)))
    return credential.kind === kind ? credential : null
  } catch {
    return null
  }
}
