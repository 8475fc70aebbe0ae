/** `./pone licence keygen`: a new pair of keys for signing licences. */
import { generateKeyPairSync } from 'node:crypto'
import { fingerprint } from '@pone/licence/licence-file.ts'
import { readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { writeNew } from './key-files.ts'
import { readPassphrase } from './passphrase.ts'

/** @throws CommandError */
export async function keygen(args: readonly string[]): Promise<ExitName> {
  const { values } = readOptions(args, {
    options: { out: { type: 'string' }, 'passphrase-file': { type: 'string' } },
  })
  const { out } = values
  if (out === undefined || out === '') throw new CommandError('usage', 'Name the keys with --out NAME.')
  const passphrase = await readPassphrase(values['passphrase-file'], { isAsked: true, isTwice: true })
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const seal = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
  const sealed = privateKey.export({ type: 'pkcs8', format: 'pem', ...seal }).toString()
  await writeNew(`${out}.key`, sealed, 0o600)
  await writeNew(`${out}.pem`, publicKey.export({ type: 'spki', format: 'pem' }).toString(), 0o644)
  const protection =
    passphrase === undefined ? 'not protected by a passphrase' : 'protected by its passphrase'
  process.stdout.write(
    [
      `private key: ${out}.key (${protection}; keep it away from servers)`,
      `public key:  ${out}.pem (append it to licence-keys.pem in the data folder of each server)`,
      `fingerprint: ${fingerprint(publicKey)}`,
      '',
    ].join('\n'),
  )
  return 'ok'
}
