/** The suites of `./pone test`: static checks, vitest, browser tests, gallery; each returns how many tests passed. */
import { type StdioOptions, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cacheFolder, checkout } from '../paths.ts'
import { setUpBrokers } from './brokers-set-up.ts'
import { setUpBrowser } from './browser-set-up.ts'
import { setUpCaptures } from './captures-set-up.ts'
import { setUpDatabases } from './databases-set-up.ts'
import { setUpDeployment } from './deployment-set-up.ts'
import { setUpJavaTools } from './java-tools-set-up.ts'
import { setUpMonitored } from './monitored-set-up.ts'
import { setUpOpenSearch } from './opensearch-set-up.ts'
import { setUpPython } from './python-set-up.ts'
import { filesToTryAgain, tryAgain } from './second-try.ts'
import type { Readiness, SetUp } from './set-ups.ts'
import { setUpSocks } from './socks-set-up.ts'
import { setUpSshd } from './sshd-set-up.ts'
import {
  formatFailures,
  formatTally,
  oneTest,
  parseTally,
  readVitestReport,
  sumTallies,
  type Tally,
  type VitestTally,
} from './tally.ts'
import { setUpZipkin } from './zipkin-set-up.ts'

type Say = (line: string) => void

/** Scripts of package.json; each counts as one test. */
const checks = ['check:format', 'check:lint', 'check:types', 'check:imports', 'check:words', 'check:unused']

export async function runChecks(say: Say): Promise<Tally> {
  const tallies: Tally[] = []
  for (const check of checks) {
    say(`== ${check}`)
    const hasPassed = (await runNode(['--run', check])) === 0
    say(`${hasPassed ? 'passed' : 'FAILED'}: ${check}`)
    tallies.push(oneTest(hasPassed, check))
  }
  return sumTallies(tallies)
}

/** Without them only the tests that use them fail, with that reason. */
const serversOfTests: readonly SetUp[] = [
  setUpDeployment,
  setUpDatabases,
  setUpMonitored,
  setUpSocks,
  setUpJavaTools,
  setUpBrokers,
  setUpOpenSearch,
  setUpCaptures,
  setUpZipkin,
  setUpPython,
]

export const needsOfUnitTests: readonly SetUp[] = [setUpSshd, ...serversOfTests]
export const needsOfBrowserTests: readonly SetUp[] = [setUpBrowser, setUpSshd, setUpJavaTools, setUpCaptures]

export async function runUnitTests(say: Say, isReady: Readiness): Promise<Tally> {
  say('== unit and integration tests')
  if (!(await isReady(setUpSshd))) return oneTest(false, 'the SSH server could not be set up')
  for (const setUp of serversOfTests) await isReady(setUp)
  const first = await runVitest([])
  const again = (files: readonly string[]) => runVitest([...files, '--no-file-parallelism'])
  return tryAgain(first, filesToTryAgain(first.failedFiles), again, say)
}

/** Of all files, or of these; options of vitest may follow. */
async function runVitest(files: readonly string[]): Promise<VitestTally> {
  await mkdir(cacheFolder, { recursive: true })
  const folder = await mkdtemp(join(cacheFolder, 'vitest-'))
  const report = join(folder, 'report.json')
  const vitest = join(checkout, 'node_modules', 'vitest', 'vitest.mjs')
  try {
    const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const exitCode = await runNode([vitest, 'run', ...options, ...files])
    return readVitestReport(await readFile(report, 'utf8').catch(() => ''), exitCode)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const runBrowserTests = (say: Say, isReady: Readiness): Promise<Tally> =>
  inBrowser(say, isReady, '== browser tests', async () => {
    // Without it only the journey that uses JMeter fails, with that reason.
    await isReady(setUpJavaTools)
    const { failedJourneys, ...first } = await runJourneys([], say)
    const again = async (names: readonly string[]) => await runJourneys(names, say, ['--parallel', '1'])
    return tryAgain(first, failedJourneys, again, say)
  })

/** Of all journeys, or of these. */
async function runJourneys(
  names: readonly string[],
  say: Say,
  options: readonly string[] = [],
): Promise<Tally & { readonly failedJourneys: readonly string[] }> {
  let counts: ReturnType<typeof parseTally>
  const failures: string[] = []
  const failedJourneys = new Set<string>()
  let journey = ''
  let isTelling = false
  const only = names.flatMap(name => ['--only', name])
  const exitCode = await runNode([join(checkout, 'e2e', 'run.ts'), ...options, ...only], line => {
    const closing = parseTally(line)
    counts = closing ?? counts
    if (/^\S/.test(line)) journey = line
    const sentence = /^ {2}FAILED (.*)$/.exec(line)?.[1]
    if (sentence !== undefined) {
      failures.push(`${journey}: ${sentence}`)
      failedJourneys.add(journey)
    } else if (isTelling && line.startsWith('    ')) failures.push(`${failures.pop() ?? ''}\n${line.trim()}`)
    isTelling = sentence !== undefined || (isTelling && line.startsWith('    '))
    // The closing line without a prefix belongs to the whole run, at the end.
    say(closing === undefined ? line : `browser tests: ${line}`)
  })
  if (counts === undefined) {
    const reason = `the browser tests ended with ${exitCode} without a count`
    return { ...oneTest(false, reason), failedJourneys: [] }
  }
  const failed = counts.failed === 0 && exitCode !== 0 ? 1 : counts.failed
  // A failure outside of journeys has a cause that another try of some of them does not show.
  const isExplained = failed === failures.length
  return { ...counts, failed, failures, failedJourneys: isExplained ? [...failedJourneys] : [] }
}

/** Pictures of every page; counts as one test, failed where a page shows a flaw. */
export const runGallery = (say: Say, isReady: Readiness): Promise<Tally> =>
  inBrowser(say, isReady, '== gallery', async () =>
    oneTest((await runNode([join(checkout, 'e2e', 'gallery.ts')])) === 0, 'gallery'),
  )

/** Browser and SSH server come first; a set-up that fails is a failed test. */
async function inBrowser(
  say: Say,
  isReady: Readiness,
  title: string,
  test: () => Promise<Tally>,
): Promise<Tally> {
  say(title)
  const areReady = (await isReady(setUpBrowser)) && (await isReady(setUpSshd))
  return areReady ? test() : oneTest(false, `${title}: browser or SSH server could not be set up`)
}

/** Prints the failures and the sum, and returns whether all tests passed. */
export function closeTests(tallies: readonly Tally[], say: Say): boolean {
  const sum = sumTallies(tallies)
  for (const line of formatFailures(sum)) say(line)
  say(formatTally(sum))
  return sum.failed === 0
}

/** Runs Node in the checkout; its output is shown as it arrives, or passed on line by line. */
function runNode(args: readonly string[], onLine?: (line: string) => void): Promise<number | null> {
  const stdio: StdioOptions = ['ignore', onLine === undefined ? 'inherit' : 'pipe', 'inherit']
  const child = spawn(process.execPath, args, { cwd: checkout, stdio })
  const { stdout } = child
  if (stdout !== null && onLine !== undefined) createInterface({ input: stdout }).on('line', onLine)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve(code))
  })
}
