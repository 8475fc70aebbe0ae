/** `node e2e/run.ts`: starts two complete Pones and one Chromium, runs every journey on one of them, ends with `N passed, N failed`. */

import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { longestFirst, readDurations } from '@pone/cli/test/durations.ts'
import { machineIsFree } from '@pone/cli/test/machine-is-free.ts'
import { countsOf, formatCounts, outcomeOf, type Unit } from '@pone/cli/test/outcome.ts'
import { writeReport } from '@pone/cli/test/report.ts'
import { errorStack } from '@pone/schema/error-text.ts'
import { openTestFolder } from '@pone/server/test-folder.ts'
import { launchChromium } from './harness/chromium.ts'
import { createClosers } from './harness/closers.ts'
import { type Installation, startInstallation } from './harness/installation.ts'
import type { Journey } from './harness/journey.ts'
import { failureFolder } from './harness/places.ts'
import { runJourney } from './harness/run-journey.ts'
import { journeys } from './journeys.ts'

const usage = `node e2e/run.ts [--only NAME]... [--exactly NAME]... [--parallel N] [--beside] [--headed] [--keep]

  --only NAME     only the journeys with NAME in their name
  --exactly NAME  only the journey of this name
  --parallel N    so many journeys at a time, each on an installation of its own; 2 when left out
  --beside        beside other tests: one journey at a time, until the process that started this one tells their end
  --headed        shows the browser
  --keep          keeps the data folders of the installations
`
const captcha = 'e2e7'
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Options {
  readonly only: readonly string[]
  readonly exactly: readonly string[]
  readonly parallel: number
  readonly isBeside: boolean
  readonly isHeaded: boolean
  readonly keepsData: boolean
}

const closers = createClosers()

// What a failed check waited for beside the step that failed must not end the other journeys.
process.on('unhandledRejection', cause => say(`nobody waited for: ${errorStack(cause)}`))

async function runAll(options: Options, keep: (unit: Unit) => void): Promise<void> {
  const chosen = choose(options)
  const free = options.isBeside ? untilMachineIsFree() : Promise.resolve()
  await rm(failureFolder, { recursive: true, force: true })
  if (!options.keepsData) {
    const folder = await openTestFolder()
    closers.add(() => folder.remove())
  }
  const start = async () => {
    const installation = await startInstallation({ captcha, keepsData: options.keepsData })
    closers.add(() => installation.stop())
    say(`Pone runs at ${installation.address}`)
    return installation
  }
  const first = await start()
  const browser = await launchChromium(options.isHeaded)
  closers.add(() => browser.close())
  const runOn = async (journey: Journey, installation: Installation) => {
    // The lines of a journey stand together.
    const lines: string[] = []
    keep(await runJourney(journey, { browser, installation, captcha, say: line => void lines.push(line) }))
    for (const line of lines) say(line)
  }
  const left = chosen.filter(journey => !isAlone(journey))
  const work = async (installation: Installation) => {
    for (let journey = left.shift(); journey; journey = left.shift()) await runOn(journey, installation)
  }
  const others = Array.from({ length: options.parallel - 1 }, async () => {
    await free
    if (left.length > 0) await work(await start())
  })
  const outcomes = await Promise.allSettled([work(first), ...others])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  await free
  for (const journey of chosen.filter(isAlone)) await runOn(journey, first)
}

/** Those that take longest come first, so that two that run at the same time end together. */
function choose({ only, exactly }: Options): Journey[] {
  const isChosen = ({ name }: Journey) =>
    (only.length === 0 && exactly.length === 0) ||
    only.some(wanted => name.includes(wanted)) ||
    exactly.includes(name)
  const chosen = journeys.filter(isChosen)
  if (chosen.length === 0)
    throw new Error(`no journey is called like that: ${[...only, ...exactly].join(', ')}`)
  return longestFirst(chosen, ({ name }) => ({ kind: 'journey', name }), readDurations())
}

const isAlone = (journey: Journey): boolean => journey.needsMachine === true

/** A parent that has ended cannot tell it. */
const untilMachineIsFree = (): Promise<void> =>
  new Promise(resolve => {
    process.on('message', message => {
      if (message !== machineIsFree) return
      process.disconnect()
      resolve()
    })
    process.once('disconnect', resolve)
  })

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    exactly: { type: 'string', multiple: true, default: [] },
    parallel: { type: 'string', default: '2' },
    beside: { type: 'boolean', default: false },
    headed: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const units: Unit[] = []
  const failures: string[] = []
  const fail = (cause: unknown) => {
    say(errorStack(cause))
    failures.push(errorStack(cause))
  }
  const { only, exactly, parallel, beside: isBeside, headed: isHeaded, keep: keepsData } = values
  const options = { only, exactly, parallel: Number(parallel), isBeside, isHeaded, keepsData }
  await runAll(options, unit => void units.push(unit)).catch(fail)
  await closers.closeAll().catch(fail)
  writeReport({ units, failures })
  const counts = countsOf(outcomeOf(units, failures))
  say(formatCounts(counts))
  process.exitCode = counts.failed === 0 ? 0 : 1
}
