/** `./pone up`: starts everything on this machine and keeps it running until a signal. */
import { type Command, readOptions, readPort } from '../command.ts'
import type { ExitName } from '../exit-codes.ts'
import { chooseDataFolder } from '../paths.ts'
import { catchStopSignals } from '../stop-signals.ts'
import { type FirstAccounts, startStack } from '../up/stack.ts'
import { tlsEnvironment, tlsOptions } from '../up/tls-options.ts'

export const defaultPort = 8600

const usage = `./pone up [--data DIR] [--port N] [--tls-cert FILE --tls-key FILE [--tls-ca FILE]]

Starts the database, the server, one local agent and a demo shop, and restarts what dies.
Stop it with Ctrl-C.

  --data DIR   folder of all data; default $PONE_DATA, else .pone in the checkout
  --port N     port of the web pages and the API; default ${defaultPort}, 0 = any free one
  --tls-cert FILE   certificate (PEM) for HTTPS, with what stands between it and its authority; else $PONE_TLS_CERT
  --tls-key FILE    its key; else $PONE_TLS_KEY
  --tls-ca FILE     certificate of a private authority, whose fingerprint agents are told; else $PONE_TLS_CA

Certificates are read again when their files change.
DATABASE_URL=postgresql://user:password@host:5432/database uses a PostgreSQL of your own.
PONE_HOST=0.0.0.0 lets other machines connect, not only this one.
`

/** The accounts of a first start, for the terminal. */
export function describeFirstAccounts({ administrator, tester }: FirstAccounts): string {
  return [
    `  administrator: ${administrator.account}  password: ${administrator.password}   (shown only this once; changed at the first sign-in)`,
    `  demo tester:   ${tester.account}  password: ${tester.password}   (shown only this once)`,
  ].join('\n')
}

async function run(args: readonly string[]): Promise<ExitName> {
  const { values } = readOptions(args, {
    options: { data: { type: 'string' }, port: { type: 'string' }, ...tlsOptions },
  })
  const stopSignals = catchStopSignals()
  const announce = (line: string) => process.stderr.write(`pone: ${line}\n`)
  try {
    const stack = await startStack({
      dataFolder: chooseDataFolder(values.data),
      port: readPort(values.port ?? String(defaultPort)),
      databaseUrl: process.env['DATABASE_URL'] || undefined,
      serverEnv: tlsEnvironment(values),
      announce,
      signal: stopSignals.signal,
    })
    process.stdout.write(`ready: ${stack.address}\n`)
    process.stdout.write(`demo shop: ${stack.demoTargetUrl}\n`)
    if (stack.firstAccounts !== undefined)
      process.stdout.write(`${describeFirstAccounts(stack.firstAccounts)}\n`)
    const failure = await Promise.race([stack.givenUp, stopSignals.received])
    announce('stopping ...')
    await stack.stop()
    if (failure !== undefined) throw failure
    return 'ok'
  } catch (cause) {
    if (stopSignals.signal.aborted) return 'ok'
    throw cause
  } finally {
    stopSignals.release()
  }
}

export const up: Command = { usage, run }
