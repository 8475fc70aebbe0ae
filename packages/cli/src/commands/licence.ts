/** `./pone licence`: creates keys, issues licence files, and shows the content of a licence file. */
import type { Command } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { issue } from '../licence/issue.ts'
import { keygen } from '../licence/keygen.ts'
import { show } from '../licence/show.ts'

const usage = `./pone licence keygen --out NAME [--passphrase-file FILE]
./pone licence issue --key NAME.key --holder TEXT --users N --days N|unlimited --out FILE
                     [--from DATE] [--feature NAME]... [--passphrase-file FILE]
./pone licence show FILE [--keys FILE] [--data DIR] [--json]

Makes and reads licence files. Servers trust the public keys in the file that PONE_LICENCE_KEYS
names, else in licence-keys.pem of their data folder; it may hold several, one after the other.

  keygen   writes NAME.key (private, for this user only) and NAME.pem (public)
  issue    writes a licence file
  show     says what a file grants, whether it is signed by a trusted key, and whether it holds now

  --holder TEXT            whom the licence is for
  --users N                virtual users of all runs together, at one moment
  --days N|unlimited       days of 24 hours from its begin
  --from DATE              its begin, e.g. 2026-12-01 or 2026-12-01T00:00:00+08:00; default: now
  --feature NAME           something it names in particular; may be given again
  --passphrase-file FILE   its first line protects the private key; else PONE_LICENCE_PASSPHRASE,
                           else it is asked for at a terminal
  --keys FILE              public keys for 'show'; default as for servers

Exit code of 'show': 0 when the licence holds, 1 when it does not.
`

const actions: Record<string, (args: readonly string[]) => Promise<ExitName>> = { keygen, issue, show }

async function run([action = '', ...args]: readonly string[]): Promise<ExitName> {
  const perform = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (perform === undefined) {
    throw new CommandError('usage', `Say what to do: ${Object.keys(actions).join(', ')}; see --help.`)
  }
  return perform(args)
}

export const licence: Command = { usage, run }
