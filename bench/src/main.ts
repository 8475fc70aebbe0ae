/**
 * The bench's entry: reads the options, runs what they ask for, prints one object, and removes everything it created.
 */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorText } from '@pone/schema/error-text.ts'
import { runBench } from './bench.ts'
import { measurements } from './measurements/registry.ts'
import { readOptions, usage } from './options.ts'
import { peers } from './peers/registry.ts'
import { writeReadme } from './readme.ts'
import { withoutPath } from './result.ts'
import { tableOf } from './table.ts'
import { openWorkFolder } from './work-folder.ts'

/** Exit codes: everything was measured; something could not be measured; the options were wrong. */
const exitCodes = { measured: 0, incomplete: 1, usage: 2 } as const

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const cache = join(checkout, '.cache', 'bench')
const names = [
  'peers',
  'measurements',
  ...peers.map(({ name }) => name),
  ...measurements.map(({ name }) => name),
]
const print = (line: string) => void process.stderr.write(`${line}\n`)

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), names)
  if (options.isHelp) return say(usage)
  if (options.isList) return say(`${names.slice(2).join('\n')}\n`)
  const work = await openWorkFolder(cache)
  const peerFiles = fileURLToPath(new URL('../peers/', import.meta.url))
  const found = await runBench({
    options,
    cache,
    peerFiles,
    workFolder: work.path,
    signal: work.interrupted,
    print,
  })
  const result = withoutPath(found, checkout)
  if (options.isJson) say(`${JSON.stringify(result)}\n`)
  else say(tableOf(result))
  if (options.writesReadme) await writeReadme(checkout, result)
  const parts = [result.pone, ...Object.values(result.peers), ...Object.values(result.measurements)]
  return parts.every(part => part.status === 'measured') ? exitCodes.measured : exitCodes.incomplete
}

function say(text: string): number {
  process.stdout.write(text)
  return exitCodes.measured
}

try {
  process.exitCode = await main()
} catch (error) {
  print(errorText(error))
  process.exitCode = exitCodes.usage
}
