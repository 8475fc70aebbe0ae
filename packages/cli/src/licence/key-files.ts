/** Files that the licence tool reads and writes; none is ever overwritten. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { CommandError } from '../exit-codes.ts'
import { readPassphrase } from './passphrase.ts'

/** @throws CommandError `folderUnusable` when the file exists or cannot be written */
export async function writeNew(path: string, text: string, mode: number): Promise<void> {
  try {
    await writeFile(path, text, { mode, flag: 'wx' })
  } catch (cause) {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    const reason = exists ? 'exists already' : 'cannot be written'
    throw new CommandError('folderUnusable', `${path} ${reason}.`, { cause })
  }
}

/** @throws CommandError `usage` naming the file that cannot be read */
export async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandError('usage', `${path} cannot be read.`, { cause })
  })
}

/** @throws CommandError `usage` when it is not an Ed25519 key, its passphrase is wrong, or other users may read it */
export async function readPrivateKey(path: string, passphraseFile: string | undefined): Promise<KeyObject> {
  const pem = await readText(path)
  // As with SSH: a key that others could have copied must not be used for signing.
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) {
    throw new CommandError('usage', `${path} can be read by others; make it yours alone: chmod 600 ${path}`)
  }
  const isSealed = pem.includes('ENCRYPTED')
  const passphrase = await readPassphrase(passphraseFile, { isAsked: isSealed, isTwice: false })
  if (isSealed && passphrase === undefined) {
    throw new CommandError('usage', `${path} is protected; give its passphrase with --passphrase-file.`)
  }
  const key = opened(pem, passphrase)
  if (key?.asymmetricKeyType === 'ed25519') return key
  const reason = isSealed
    ? 'is not an Ed25519 key, or the passphrase is wrong'
    : 'is not an Ed25519 private key'
  throw new CommandError('usage', `${path} ${reason}.`)
}

function opened(pem: string, passphrase: string | undefined): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch {
    return undefined
  }
}
