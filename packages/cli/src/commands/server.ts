/** `./pone server`: the server alone, on a PostgreSQL of the user's own, for installations of several machines. */
import { mkdir } from 'node:fs/promises'
import { findAccessProblem } from '@pone/embedded-postgres/database-access.ts'
import { type Command, readOptions, readPort } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { runForeground } from '../foreground.ts'
import { chooseDataFolder, programs } from '../paths.ts'
import { explainFolderProblem } from '../up/data-folder.ts'
import { claimPort } from '../up/port.ts'
import { tlsEnvironment, tlsOptions } from '../up/tls-options.ts'
import { buildWeb } from '../up/web-build.ts'
import { defaultPort } from './up.ts'

const usage = `DATABASE_URL=postgresql://user:password@host:5432/database ./pone server [--data DIR] [--port N]
                                                                      [--tls-cert FILE --tls-key FILE [--tls-ca FILE]]

Runs the server alone; agents on other machines connect to it.

  --data DIR   folder of uploads and keys; default $PONE_DATA, else .pone in the checkout
  --port N     port of the web pages and the API; default ${defaultPort}
  --tls-cert FILE   certificate (PEM) for HTTPS, with what stands between it and its authority; else $PONE_TLS_CERT
  --tls-key FILE    its key; else $PONE_TLS_KEY
  --tls-ca FILE     certificate of a private authority, whose fingerprint agents are told; else $PONE_TLS_CA

Certificates are read again when their files change.
PONE_HOST=0.0.0.0 lets other machines connect, not only this one.
`

async function run(args: readonly string[]): Promise<ExitName> {
  const { values } = readOptions(args, {
    options: { data: { type: 'string' }, port: { type: 'string' }, ...tlsOptions },
  })
  const databaseUrl = process.env['DATABASE_URL'] || undefined
  if (databaseUrl === undefined) {
    throw new CommandError(
      'usage',
      'Set DATABASE_URL to the PostgreSQL that the server is to use, or start everything with ./pone up.',
    )
  }
  const data = chooseDataFolder(values.data)
  try {
    await mkdir(data, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw explainFolderProblem(data, cause)
  }
  const port = await claimPort(readPort(values.port ?? String(defaultPort)))
  const problem = await findAccessProblem(databaseUrl)
  if (problem !== undefined) throw new CommandError('databaseUnreachable', problem)
  const announce = (line: string) => process.stderr.write(`pone: ${line}\n`)
  return runForeground({
    name: 'server',
    main: programs.server,
    env: {
      PONE_DATABASE_URL: databaseUrl,
      PONE_PORT: String(port),
      PONE_DATA: data,
      PONE_WEB_DIST: await buildWeb(announce),
      PONE_BUNDLER: programs.bundler,
      ...tlsEnvironment(values),
    },
    readyEvent: 'listening',
  })
}

export const server: Command = { usage, run }
