/** `./pone test`: every check and test; its last line is `N passed, N failed`. */
import { type Command, readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { type Readiness, type SetUp, startSetUps } from '../test/set-ups.ts'
import {
  closeTests,
  needsOfBrowserTests,
  needsOfUnitTests,
  runBrowserTests,
  runChecks,
  runGallery,
  runUnitTests,
} from '../test/suites.ts'
import type { Tally } from '../test/tally.ts'

interface Suite {
  readonly needs: readonly SetUp[]
  readonly run: (say: (line: string) => void, isReady: Readiness) => Promise<Tally>
}

const suites: Readonly<Record<string, Suite>> = {
  check: { needs: [], run: runChecks },
  unit: { needs: needsOfUnitTests, run: runUnitTests },
  e2e: { needs: needsOfBrowserTests, run: runBrowserTests },
  gallery: { needs: needsOfBrowserTests, run: runGallery },
}
/** The kinds that run when none is named; the gallery is for visual review. */
const usual: readonly string[] = ['check', 'unit', 'e2e']

const usage = `./pone test [check] [unit] [e2e] [gallery]

Runs every check, unit, integration and browser test, or only the kinds that are named.
As root it installs Chromium, fonts, an SSH server, Java and Maven when they are missing;
Maven brings Arthas, JMeter, OpenSearch and Zipkin into .cache once.

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
  const wanted = positionals.length === 0 ? usual : positionals
  const chosen = Object.entries(suites).flatMap(([name, suite]) => (wanted.includes(name) ? [suite] : []))
  // What is missing is brought while the checks compute.
  const isReady = startSetUps(
    chosen.flatMap(({ needs }) => needs),
    say,
  )
  const tallies: Tally[] = []
  for (const suite of chosen) tallies.push(await suite.run(say, isReady))
  return closeTests(tallies, say) ? 'ok' : 'negative'
}

export const test: Command = { usage, run }
