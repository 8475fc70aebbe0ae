/** `./pone licence show`: what a licence file grants, and whether it is valid. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LicenceState } from '@pone/contract/entities/licence.ts'
import { judge } from '@pone/licence/judge.ts'
import { claimOf, fingerprint, readPublicKeys } from '@pone/licence/licence-file.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { chooseDataFolder } from '../paths.ts'
import { readText } from './key-files.ts'

const sentences: Record<LicenceState, string> = {
  community: 'no licence is installed',
  valid: 'signed by a trusted key, and holds now',
  notYetValid: 'signed by a trusted key, and does not hold yet',
  expired: 'signed by a trusted key, and has expired',
  wrongSignature: 'not signed by a trusted key',
  damaged: 'damaged or changed, or no licence file',
}

/** @throws CommandError */
export async function show(args: readonly string[]): Promise<ExitName> {
  const { values, positionals } = readOptions(args, {
    allowPositionals: true,
    options: { keys: { type: 'string' }, data: { type: 'string' }, json: { type: 'boolean' } },
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new CommandError('usage', 'Name one licence file.')
  const text = await readText(file)
  const keys = await trustedKeys(values.keys, values.data)
  const judged = judge(text, keys, Date.now())
  const claim = claimOf(text)
  if (values.json === true) {
    process.stdout.write(`${JSON.stringify({ ...judged, claim, keys: keys.map(fingerprint) })}\n`)
  } else {
    // The head must equal the signed content, or the file counts as damaged.
    if (judged.state !== 'damaged') process.stdout.write(`${headOf(text)}\n`)
    const days = judged.remainingDays === null ? '' : `, ${judged.remainingDays} days left`
    process.stdout.write(`State: ${sentences[judged.state]}${days}\n`)
    process.stdout.write(`Trusted keys: ${keys.map(fingerprint).join(', ') || 'none'}\n`)
  }
  return judged.state === 'valid' ? 'ok' : 'negative'
}

const headOf = (text: string): string =>
  text
    .trim()
    .split(/\r?\n\r?\n/, 1)[0]
    ?.replace(/^.*\r?\n/, '') ?? ''

async function trustedKeys(option: string | undefined, data: string | undefined) {
  const path =
    option ?? (process.env['PONE_LICENCE_KEYS'] || join(chooseDataFolder(data), 'licence-keys.pem'))
  if (option === undefined && !existsSync(path)) return []
  try {
    return readPublicKeys(await readText(path))
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    const reason = errorText(cause)
    throw new CommandError('usage', `The keys in ${path} cannot be used: ${reason}.`, { cause })
  }
}
