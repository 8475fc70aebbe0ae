/** All servers on one database need the same key: a sealed text in the database is used to check this at the start. */
import type { SecretBox } from '../adapters/secrets.ts'
import type { ReplicaRepository } from './replica.repository.ts'

const sealedText = 'pone'

/** @throws Error with one sentence when the database's secrets were sealed under another key */
export async function assertReplicaKey(
  secrets: SecretBox,
  repository: Pick<ReplicaRepository, 'seal'>,
): Promise<void> {
  const sealed = await repository.seal(secrets.seal(sealedText))
  if (isOurs(secrets, sealed)) return
  throw new Error(
    'The secrets in this database were sealed with another key: give this server the secret.key of the others (or their PONE_SECRET_KEY). If that key is lost for good, empty the table key_seal and enter all secrets anew.',
  )
}

function isOurs(secrets: SecretBox, sealed: string): boolean {
  try {
    return secrets.open(sealed) === sealedText
  } catch {
    return false
  }
}
