/** `./pone test`: every check and test; its last line is `N passed, N failed`. */
import { type Command, readOptions } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { selectChanged } from '../test/changed/select-changed.ts'
import { selectionLines } from '../test/changed/selection-lines.ts'
import { keepDurations } from '../test/durations.ts'
import { describeTree, keepLastRun } from '../test/last-run.ts'
import { countsOf, formatCounts, formatFailures, formatSlowest, type Outcome } from '../test/outcome.ts'
import { tryAgain } from '../test/second-try.ts'
import { type Kind, kinds, runChanged, runKinds, runUnits, usualKinds } from '../test/suites.ts'
import { keepUnstable, linesToAdd, readUnstable, withRun } from '../test/unstable.ts'

const usage = `./pone test [check] [unit] [e2e] [gallery] [--record]
./pone test --changed [BASE] [--explain]

Runs every check, unit, integration and browser test, or only the kinds that are named.
As root it installs Chromium, fonts, an SSH server, Java and Maven when they are missing;
Maven brings Arthas, JMeter, OpenSearch and Zipkin into .cache once.

  check   format, lint, types, import directions, words, unused code, unstable tests
  unit    unit and integration tests
  e2e     browser tests
  gallery only when named: pictures of every page in both languages, light and dark, wide and narrow,
          in e2e/screenshots; fails where something is cut, sticks out or is not translated

  --changed  only the tests that a change reaches by imports and file names, then those that read sources as text.
             Without BASE: of what is not committed, or else of the last commit; with BASE: of everything since
             this branch left that commit, branch or tag. Browser tests are left out, except a journey whose own
             file changed
  --explain  for each of them a shortest way from it to a changed file
  --record   keeps durations in scripts/test-durations.json and unstable tests in unstable.json, after a run of everything

What failed is tried once more, alone, unless more than five files and journeys failed. What passes only then is
printed as unstable. A run of everything leaves .cache/last-test.json: commit, counts, duration, unstable tests.
The last line is 'N passed, N failed'; exit code 0 only without a failure.
`

type Say = (line: string) => void

const isKind = (name: string): name is Kind => kinds.some(kind => kind === name)

async function run(args: readonly string[]): Promise<ExitName> {
  const { positionals, values } = readOptions(args, {
    options: {
      changed: { type: 'boolean', default: false },
      explain: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const say = (line: string) => process.stdout.write(`${line}\n`)
  if (values.changed) return testChange(positionals, values.explain, say)
  const unknown = positionals.find(name => !isKind(name))
  if (unknown !== undefined) {
    throw new CommandError(
      'usage',
      `There is no kind of tests '${unknown}'; the kinds are ${kinds.join(', ')}.`,
    )
  }
  const chosen = positionals.length === 0 ? usualKinds : positionals.filter(isKind)
  const isWhole = usualKinds.every(kind => chosen.includes(kind))
  if (values.record && !isWhole) throw new CommandError('usage', '--record goes with a run of everything.')
  if (values.explain) throw new CommandError('usage', '--explain goes with --changed.')
  const startedMs = Date.now()
  const tree = await describeTree()
  const first = await runKinds(chosen, say)
  const outcome = await tryAgain(first, units => runUnits(units, say), say)
  if (isWhole) {
    await keepLastRun({
      ...tree,
      ...countsOf(outcome),
      startedAt: new Date(startedMs).toISOString(),
      seconds: Math.round((Date.now() - startedMs) / 1_000),
      unstable: outcome.unstable.map(({ name }) => name),
    })
    await keepHistory(outcome, values.record, say)
  }
  return close(outcome, say) ? 'ok' : 'negative'
}

async function testChange(bases: readonly string[], explains: boolean, say: Say): Promise<ExitName> {
  if (bases.length > 1) throw new CommandError('usage', '--changed takes one commit, branch or tag.')
  const selection = await selectChanged(bases[0])
  for (const line of selectionLines(selection, explains)) say(line)
  return close(await runChanged(selection, say), say) ? 'ok' : 'negative'
}

async function keepHistory(outcome: Outcome, isRecorded: boolean, say: Say): Promise<void> {
  const list = readUnstable()
  if (!isRecorded) for (const line of linesToAdd(list, outcome.unstable)) say(line)
  else {
    await keepUnstable(withRun(list, outcome.unstable))
    await keepDurations(outcome)
  }
}

/** Prints what took longest, the failures and the sum, and answers whether all tests passed. */
function close(outcome: Outcome, say: Say): boolean {
  const counts = countsOf(outcome)
  say('slowest:')
  for (const line of [...formatSlowest(outcome), ...formatFailures(outcome)]) say(line)
  if (outcome.unstable.length > 0) say(`${formatCounts(counts)}, ${outcome.unstable.length} unstable`)
  say(formatCounts(counts))
  return counts.failed === 0
}

export const test: Command = { usage, run }
