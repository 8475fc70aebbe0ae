/**
 * The kinds of tests of `./pone test`, and how they share the machine. Checks, unit tests and pages compute; integration tests
 * and journeys mostly wait for servers and browsers. So one of each runs at a time: what computes gives way, and when it is
 * done, the journeys take its place. Decision 101.
 */
import { join } from 'node:path'
import { checkout } from '../paths.ts'
import { setUpBrokers } from './brokers-set-up.ts'
import { setUpBrowser } from './browser-set-up.ts'
import { setUpCaptures } from './captures-set-up.ts'
import type { Selection } from './changed/tests-for.ts'
import { runChecks } from './checks.ts'
import { setUpDatabases } from './databases-set-up.ts'
import { setUpDeployment } from './deployment-set-up.ts'
import { setUpJavaTools } from './java-tools-set-up.ts'
import { runJourneys } from './journeys-run.ts'
import { setUpMonitored } from './monitored-set-up.ts'
import { setUpOpenSearch } from './opensearch-set-up.ts'
import { brokenRun, joinOutcomes, type Outcome, oneUnit, outcomeOf, type Unit } from './outcome.ts'
import { setUpPython } from './python-set-up.ts'
import { runNode } from './run-node.ts'
import { type Readiness, type SetUp, startSetUps } from './set-ups.ts'
import { setUpSocks } from './socks-set-up.ts'
import { setUpSshd } from './sshd-set-up.ts'
import { runVitest } from './vitest-run.ts'
import { setUpZipkin } from './zipkin-set-up.ts'

type Say = (line: string) => void

/** Integration tests wait more than they compute: two of them leave a third of two processors idle. */
const integrationWorkers = 3

export const kinds = ['check', 'unit', 'e2e', 'gallery'] as const
export type Kind = (typeof kinds)[number]

/** The kinds that run when none is named; the gallery is for visual review. */
export const usualKinds: readonly Kind[] = ['check', 'unit', 'e2e']

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

const needs: Readonly<Record<Kind, readonly SetUp[]>> = {
  check: [],
  unit: [setUpSshd, ...serversOfTests],
  e2e: [setUpBrowser, setUpSshd, setUpJavaTools, setUpCaptures],
  gallery: [setUpBrowser, setUpSshd, setUpJavaTools, setUpCaptures],
}

/** Runs the kinds; what they need is brought while others compute. */
export async function runKinds(chosen: readonly Kind[], say: Say): Promise<Outcome> {
  const isReady = startSetUps(
    chosen.flatMap(kind => needs[kind]),
    say,
  )
  const has = (kind: Kind) => chosen.includes(kind)
  const waiting = timed('integration tests', has('unit'), say, () => runIntegrationTests(isReady, say))
  const computing = async () => [
    await timed('checks', has('check'), say, () => runChecks(say)),
    await timed('unit tests and pages', has('unit'), say, () => runComputingTests(say)),
  ]
  const computed = computing()
  const browsing = async () => {
    await computed
    return timed('journeys', has('e2e'), say, () =>
      inBrowser(isReady, () => runJourneys({ until: waiting, say })),
    )
  }
  const outcomes = await Promise.all([computed.then(joinOutcomes), waiting, browsing()])
  const pictured = await timed('gallery', has('gallery'), say, () => inBrowser(isReady, runGallery))
  return joinOutcomes([...outcomes, pictured])
}

/** The tests that a change reaches first, then those that read sources as text, then journeys whose own files changed. */
export async function runChanged(
  { reached, readers, journeys }: Pick<Selection, 'reached' | 'readers' | 'journeys'>,
  say: Say,
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  // Without names vitest would run all files.
  for (const files of [reached, readers]) if (files.length > 0) outcomes.push(await runVitest({ files, say }))
  if (journeys.length > 0) {
    const isReady = startSetUps(needs.e2e, say)
    outcomes.push(await inBrowser(isReady, () => runJourneys({ matching: journeys, say })))
  }
  return joinOutcomes(outcomes)
}

/** Each in a process of its own, one after another. */
export async function runUnits(units: readonly Unit[], say: Say): Promise<Outcome> {
  const named = (kind: Unit['kind']) => units.filter(unit => unit.kind === kind).map(({ name }) => name)
  const [files, names] = [named('file'), named('journey')]
  return joinOutcomes([
    ...(files.length > 0 ? [await runVitest({ files, isAlone: true, say })] : []),
    ...(names.length > 0 ? [await runJourneys({ names, isAlone: true, say })] : []),
  ])
}

async function timed(
  name: string,
  isChosen: boolean,
  say: Say,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!isChosen) return outcomeOf([])
  const startedMs = performance.now()
  say(`== ${name}`)
  const outcome = await run()
  say(`== ${name} took ${((performance.now() - startedMs) / 60_000).toFixed(1)} min`)
  return outcome
}

async function runIntegrationTests(isReady: Readiness, say: Say): Promise<Outcome> {
  if (!(await isReady(setUpSshd))) return brokenRun('the SSH server could not be set up')
  for (const setUp of serversOfTests) await isReady(setUp)
  return runVitest({ projects: ['integration'], workers: integrationWorkers, say })
}

const runComputingTests = (say: Say): Promise<Outcome> =>
  runVitest({ projects: ['pages', 'unit'], isPatient: true, say })

/** Pictures of every page; counts as one test, failed where a page shows a flaw. */
async function runGallery(): Promise<Outcome> {
  const exitCode = await runNode({ args: [join(checkout, 'e2e', 'gallery.ts')] })
  return outcomeOf([oneUnit({ kind: 'check', name: 'gallery', seconds: 0 }, exitCode === 0, 'gallery')])
}

/** A set-up that fails is a failed test; without Java only the journeys that use JMeter fail, with that reason. */
async function inBrowser(isReady: Readiness, test: () => Promise<Outcome>): Promise<Outcome> {
  const areReady = (await isReady(setUpBrowser)) && (await isReady(setUpSshd))
  await isReady(setUpJavaTools)
  return areReady ? test() : brokenRun('browser or SSH server could not be set up')
}
