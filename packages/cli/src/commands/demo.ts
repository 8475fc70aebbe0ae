/** `./pone demo`: the main workflow without a browser, against the demo shop, through the public API. */
import { type Command, readOptions, readPort } from '../command.ts'
import { findFaults, formatResult } from '../demo/demo-result.ts'
import { findInstallation, type Installation, readDemoAccess } from '../demo/installation.ts'
import { createProgressBar } from '../demo/progress-bar.ts'
import { runDemo } from '../demo/run-demo.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { chooseDataFolder } from '../paths.ts'
import { catchStopSignals } from '../stop-signals.ts'
import { defaultPort, describeFirstAccounts } from './up.ts'

const usage = `./pone demo [--json] [--data DIR] [--port N]

Creates a component and a scenario, runs them for 15 seconds on the local agent against the
demo shop and prints the result. Uses the installation that is running on the data folder,
or starts one and stops it again.

  --json       print one JSON object: runId, state, requests, failed, targetCount, rps,
               p50Ms, p95Ms, p99Ms, sla
  --data DIR   folder of all data; default $PONE_DATA, else .pone in the checkout
  --port N     port when one has to be started; default ${defaultPort}, or a free one if that is taken

Exit code 0: the run completed, the shop received exactly the requests that were reported,
and the SLA holds.
`

async function run(args: readonly string[]): Promise<ExitName> {
  const { values } = readOptions(args, {
    options: { json: { type: 'boolean' }, data: { type: 'string' }, port: { type: 'string' } },
  })
  const stopSignals = catchStopSignals()
  const { signal } = stopSignals
  const announce = (line: string) => process.stderr.write(`pone: ${line}\n`)
  const dataFolder = chooseDataFolder(values.data)
  const bar = createProgressBar(process.stderr)
  let installation: Installation | undefined
  try {
    installation = await findInstallation({
      dataFolder,
      port: readPort(values.port ?? String(defaultPort)),
      databaseUrl: process.env['DATABASE_URL'] || undefined,
      announce,
      signal,
    })
    const { address, firstAccounts } = installation
    if (firstAccounts !== undefined) process.stderr.write(`${describeFirstAccounts(firstAccounts)}\n`)
    announce('running the demo ...')
    const access = await readDemoAccess(dataFolder)
    const result = await runDemo({ address, access, signal, onProgress: bar.show })
    bar.end()
    process.stdout.write(values.json === true ? `${JSON.stringify(result)}\n` : formatResult(result))
    const faults = findFaults(result)
    for (const fault of faults) announce(fault)
    return faults.length === 0 ? 'ok' : 'negative'
  } catch (cause) {
    bar.end()
    if (signal.aborted) throw new CommandError('negative', 'The demo was stopped.', { cause })
    throw cause
  } finally {
    await installation?.release()
    stopSignals.release()
  }
}

export const demo: Command = { usage, run }
