/** `node e2e/run.ts`: starts a complete Pone and one Chromium, runs every journey on them, ends with `N passed, N failed`. */

import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { errorStack } from '@pone/schema/error-text.ts'
import { openTestFolder } from '@pone/server/test-folder.ts'
import { launchChromium } from './harness/chromium.ts'
import { createClosers } from './harness/closers.ts'
import { startInstallation } from './harness/installation.ts'
import { failureFolder } from './harness/places.ts'
import { runJourney, type Tally } from './harness/run-journey.ts'
import { journeys } from './journeys.ts'

const usage = `node e2e/run.ts [--only NAME]... [--headed] [--keep]

  --only NAME  only the journeys with NAME in their name
  --headed     shows the browser
  --keep       keeps the data folder of the installation
`
const captcha = 'e2e7'
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Options {
  readonly names: readonly string[]
  readonly isHeaded: boolean
  readonly keepsData: boolean
}

const closers = createClosers()

async function runAll({ names, isHeaded, keepsData }: Options, tally: Tally): Promise<void> {
  const chosen = journeys.filter(
    ({ name }) => names.length === 0 || names.some(wanted => name.includes(wanted)),
  )
  if (chosen.length === 0) throw new Error(`no journey is called like that: ${names.join(', ')}`)
  await rm(failureFolder, { recursive: true, force: true })
  if (!keepsData) {
    const folder = await openTestFolder()
    closers.add(() => folder.remove())
  }
  const installation = await startInstallation({ captcha, keepsData })
  closers.add(() => installation.stop())
  say(`Pone runs at ${installation.address}`)
  const browser = await launchChromium(isHeaded)
  closers.add(() => browser.close())
  for (const journey of chosen) await runJourney(journey, { browser, installation, captcha, tally, say })
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
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
  await runAll({ names: values.only, isHeaded: values.headed, keepsData: values.keep }, tally).catch(fail)
  await closers.closeAll().catch(fail)
  say(`${tally.passed} passed, ${tally.failed} failed`)
  process.exitCode = tally.failed === 0 ? 0 : 1
}
