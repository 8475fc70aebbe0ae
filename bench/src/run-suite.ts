/**
 * Runs a list of measurements as a bench of its own: reads the options, measures one after the other, prints figures or
 * one JSON object.
 */

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { errorText } from '@pone/schema/error-text.ts'
import { createContext } from './bench-context.ts'
import { describeMachine, planCores } from './machine.ts'
import type { Measurement } from './measurements/measurement.ts'
import type { MeasurementFigures, Unavailable } from './result.ts'
import { aimOf, alignedRows, reachedOf, valueOf } from './table.ts'
import { openWorkFolder } from './work-folder.ts'

export interface Suite {
  /** The tool's name in its JSON. */
  readonly tool: string
  /** As in `npm run <script>`. */
  readonly script: string
  /** What `--quick` does, for the help. */
  readonly quick: string
  readonly measurements: readonly Measurement[]
}

const print = (line: string) => void process.stderr.write(`${line}\n`)

/** Ends the process: 0 when everything was measured, 1 when something was not, 2 when the options or the bench itself are wrong. */
export async function runSuite(suite: Suite): Promise<never> {
  try {
    process.exitCode = await measureAll(suite)
  } catch (cause) {
    print(errorText(cause))
    process.exitCode = 2
  }
  process.exit()
}

async function measureAll({ tool, script, quick, measurements }: Suite): Promise<number> {
  const usage = `npm run ${script} -- [--quick] [--json] [--only NAME,NAME]

  --quick     ${quick}
  --json      prints one JSON object to standard output; progress goes to standard error
  --only a,b  only these of: ${measurements.map(({ name }) => name).join(', ')}
`
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const only = values.only?.split(',').map(name => name.trim()) ?? null
  const stranger = only?.find(name => !measurements.some(measurement => measurement.name === name))
  if (stranger !== undefined) throw new Error(`nothing is called ${stranger}\n\n${usage}`)
  // A folder that the database's system user can reach too, whichever user that is.
  const work = await openWorkFolder(join(tmpdir(), `pone-${script.replace(':', '-')}`))
  const cores = planCores()
  const machine = describeMachine(cores)
  const mode = values.quick ? 'quick' : 'full'
  const context = createContext({ mode, cores, workFolder: work.path, signal: work.interrupted, print })
  const found: Record<string, Omit<MeasurementFigures, 'status'> | Unavailable> = {}
  for (const measurement of measurements) {
    const { name } = measurement
    if (only !== null && !only.includes(name)) continue
    print(`measuring ${name} …`)
    try {
      found[name] = await measurement.measure(context)
    } catch (cause) {
      work.interrupted.throwIfAborted()
      const reason = errorText(cause)
      found[name] = { status: 'unavailable', reason }
      print(`${name}: ${reason}`)
    }
  }
  const ratios = Object.values(found).flatMap(figures => ('ratios' in figures ? figures.ratios : []))
  const command = [`npm run ${script} --`, ...process.argv.slice(2)].join(' ')
  const at = new Date().toISOString()
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ tool, command, at, mode, machine, measurements: found, ratios })}\n`
      : alignedRows([
          ['figure', 'value', 'aim', 'reached'],
          ...ratios.map(ratio => [ratio.name, valueOf(ratio), aimOf(ratio), reachedOf(ratio)]),
        ]),
  )
  return Object.values(found).every(figures => 'ratios' in figures) ? 0 : 1
}
