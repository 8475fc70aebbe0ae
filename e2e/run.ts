/** `node e2e/run.ts`: starts two complete Pones and one Chromium, runs every journey on one of them, ends with `N passed, N failed`. */

import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { errorStack } from '@pone/schema/error-text.ts'
import { openTestFolder } from '@pone/server/test-folder.ts'
import { launchChromium } from './harness/chromium.ts'
import { createClosers } from './harness/closers.ts'
import { type Installation, startInstallation } from './harness/installation.ts'
import type { Journey } from './harness/journey.ts'
import { failureFolder } from './harness/places.ts'
import { runJourney, type Tally } from './harness/run-journey.ts'
import { journeys } from './journeys.ts'

const usage = `node e2e/run.ts [--only NAME]... [--parallel N] [--headed] [--keep]

  --only NAME   only the journeys with NAME in their name
  --parallel N  so many journeys at a time, each on an installation of its own; 2 when left out
  --headed      shows the browser
  --keep        keeps the data folders of the installations
`
const captcha = 'e2e7'
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Options {
  readonly names: readonly string[]
  readonly parallel: number
  readonly isHeaded: boolean
  readonly keepsData: boolean
}

const closers = createClosers()

async function runAll({ names, parallel, isHeaded, keepsData }: Options, tally: Tally): Promise<void> {
  const chosen = journeys.filter(
    ({ name }) => names.length === 0 || names.some(wanted => name.includes(wanted)),
  )
  if (chosen.length === 0) throw new Error(`no journey is called like that: ${names.join(', ')}`)
  await rm(failureFolder, { recursive: true, force: true })
  if (!keepsData) {
    const folder = await openTestFolder()
    closers.add(() => folder.remove())
  }
  const start = async () => {
    const installation = await startInstallation({ captcha, keepsData })
    closers.add(() => installation.stop())
    say(`Pone runs at ${installation.address}`)
    return installation
  }
  const first = await start()
  const browser = await launchChromium(isHeaded)
  closers.add(() => browser.close())
  const runOn = (journey: Journey, installation: Installation, tell: (line: string) => void) =>
    runJourney(journey, { browser, installation, captcha, tally, say: tell })
  for (const journey of chosen.filter(isAlone)) await runOn(journey, first, say)
  const left = chosen.filter(journey => !isAlone(journey))
  const work = async (installation: Installation) => {
    for (let journey = left.shift(); journey; journey = left.shift()) {
      // The lines of a journey stand together.
      const lines: string[] = []
      await runOn(journey, installation, line => void lines.push(line))
      for (const line of lines) say(line)
    }
  }
  const others = Array.from({ length: Math.min(parallel, left.length) - 1 }, async () => work(await start()))
  const outcomes = await Promise.allSettled([work(first), ...others])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

const isAlone = (journey: Journey): boolean => journey.needsMachine === true

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    parallel: { type: 'string', default: '2' },
    headed: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const tally: Tally = { passed: 0, failed: 0 }
  const fail = (cause: unknown) => {
    say(errorStack(cause))
    tally.failed += 1
  }
  const { only: names, parallel, headed: isHeaded, keep: keepsData } = values
  await runAll({ names, parallel: Number(parallel), isHeaded, keepsData }, tally).catch(fail)
  await closers.closeAll().catch(fail)
  say(`${tally.passed} passed, ${tally.failed} failed`)
  process.exitCode = tally.failed === 0 ? 0 : 1
}
