/** The options of the command line. */
import { parseArgs } from 'node:util'
import type { BenchMode } from './bench-context.ts'

export interface BenchOptions {
  readonly mode: BenchMode
  readonly isJson: boolean
  readonly isList: boolean
  readonly isHelp: boolean
  readonly writesReadme: boolean
  /** Names of peers and measurements; null = all. */
  readonly only: readonly string[] | null
}

export const usage = `npm run bench -- [--quick] [--json] [--only NAME,NAME] [--list] [--write-readme]

  --quick          one pair per peer and short windows; without it medians over five pairs
  --json           prints one JSON object to standard output; progress goes to standard error
  --only a,b       only these peers and measurements (see --list); peers, measurements: all of a kind
  --list           prints the names of peers and measurements
  --write-readme   keeps the result in bench/README.md
`

/** @throws Error with a message for the user */
export function readOptions(args: readonly string[], known: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      'write-readme': { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  })
  const only = values.only?.split(',').map(name => name.trim()) ?? null
  const stranger = only?.find(name => !known.includes(name))
  if (stranger !== undefined) throw new Error(`nothing is called ${stranger}; known: ${known.join(', ')}`)
  return {
    mode: values.quick ? 'quick' : 'full',
    isJson: values.json,
    isList: values.list,
    isHelp: values.help,
    writesReadme: values['write-readme'],
    only,
  }
}
