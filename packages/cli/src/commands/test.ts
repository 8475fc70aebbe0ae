/** `./pone test`: every check and test; its last line is `N passed, N failed`. */
import { type Command, readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { closeTests, runBrowserTests, runChecks, runGallery, runUnitTests } from '../test/suites.ts'
import type { Tally } from '../test/tally.ts'

const suites: Record<string, (say: (line: string) => void) => Promise<Tally>> = {
  check: runChecks,
  unit: runUnitTests,
  e2e: runBrowserTests,
  gallery: runGallery,
}
/** The kinds that run when none is named; the gallery is for visual review. */
const usual: readonly string[] = ['check', 'unit', 'e2e']

const usage = `./pone test [check] [unit] [e2e] [gallery]

Runs every check, unit, integration and browser test, or only the kinds that are named.
As root it installs Chromium, fonts, an SSH server, Java and Maven when they are missing;
Maven brings Arthas, JMeter and OpenSearch into .cache once.

  check   format, lint, types, import directions, unused code
  unit    unit and integration tests
  e2e     browser tests
  gallery only when named: pictures of every page in both languages, light and dark, wide and narrow,
          in e2e/screenshots; fails where something is cut, sticks out or is not translated

The last line is 'N passed, N failed'; exit code 0 only without a failure.
`

async function run(args: readonly string[]): Promise<ExitName> {
  const { positionals } = readOptions(args, { options: {}, allowPositionals: true })
  const unknown = positionals.find(name => !Object.hasOwn(suites, name))
  if (unknown !== undefined) {
    throw new CommandError(
      'usage',
      `There is no kind of tests '${unknown}'; the kinds are ${Object.keys(suites).join(', ')}.`,
    )
  }
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const tallies: Tally[] = []
  for (const [name, suite] of Object.entries(suites)) {
    if ((positionals.length === 0 ? usual : positionals).includes(name)) tallies.push(await suite(say))
  }
  return closeTests(tallies, say) ? 'ok' : 'negative'
}

export const test: Command = { usage, run }
