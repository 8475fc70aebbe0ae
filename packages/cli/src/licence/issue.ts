/** `./pone licence issue`: writes a signed licence file. */
import { randomUUID } from 'node:crypto'
import { type LicenceGrant, licenceGrantSchema } from '@pone/contract/entities/licence.ts'
import { fingerprint, writeLicence } from '@pone/licence/licence-file.ts'
import { readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { readPrivateKey, writeNew } from './key-files.ts'

/** @throws CommandError */
export async function issue(args: readonly string[]): Promise<ExitName> {
  const { values } = readOptions(args, {
    options: {
      key: { type: 'string' },
      holder: { type: 'string' },
      users: { type: 'string' },
      days: { type: 'string' },
      from: { type: 'string' },
      feature: { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
  })
  const { key, out } = values
  if (key === undefined || out === undefined) {
    throw new CommandError('usage', 'Name the private key with --key and the file to write with --out.')
  }
  const grant = grantOf(values, Date.now())
  const privateKey = await readPrivateKey(key, values['passphrase-file'])
  await writeNew(out, writeLicence(grant, privateKey), 0o644)
  process.stdout.write(`${out}: ${grant.totalUsers} virtual users for ${grant.holder}, ${daysText(grant)}\n`)
  process.stdout.write(`signed with the key ${fingerprint(privateKey)}\n`)
  return 'ok'
}

/** The licence that the options ask for; `now` in epoch milliseconds. @throws CommandError `usage` */
export function grantOf(
  values: {
    readonly holder?: string | undefined
    readonly users?: string | undefined
    readonly days?: string | undefined
    readonly from?: string | undefined
    readonly feature: readonly string[]
  },
  now: number,
): LicenceGrant {
  const { holder, users, days, from } = values
  const notBefore = from === undefined ? now : Date.parse(from)
  if (Number.isNaN(notBefore)) throw new CommandError('usage', `--from is no date: '${from}'.`)
  const parsed = licenceGrantSchema.safeParse({
    id: randomUUID(),
    holder,
    totalUsers: numberOf(users),
    authorisedDays: days === 'unlimited' ? null : numberOf(days),
    producedAt: now,
    notBefore,
    features: [...new Set(values.feature)],
  })
  if (parsed.success) return parsed.data
  const [name] = parsed.error.issues[0]?.path ?? []
  const option = { totalUsers: 'users', authorisedDays: 'days', features: 'feature' }[String(name)]
  throw new CommandError('usage', `--${option ?? String(name)} is missing or not usable; see --help.`)
}

/** `Number` would read an empty text as zero and '1e3' as a thousand. */
const numberOf = (text: string | undefined): number => (/^\d+$/.test(text ?? '') ? Number(text) : Number.NaN)

const daysText = ({ authorisedDays, notBefore }: LicenceGrant): string =>
  `${authorisedDays === null ? 'without an end' : `${authorisedDays} days`} from ${new Date(notBefore).toISOString()}`
