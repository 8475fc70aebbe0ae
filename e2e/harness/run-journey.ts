/** Runs one journey: opens its browsers, counts its checks, stores diagnostics of failures, closes everything. */
import type { Unit } from '@pone/cli/test/outcome.ts'
import { errorStack } from '@pone/schema/error-text.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createPone, openSignIn, type Pone } from '../driver/pone.ts'
import { usualPatienceMs } from './eventually.ts'
import { keepEvidence } from './evidence.ts'
import type { Installation } from './installation.ts'
import type { BrowserWish, Journey, World } from './journey.ts'
import { openShop } from './shop.ts'

interface Stage {
  readonly browser: Browser
  readonly installation: Installation
  readonly captcha: string
  readonly say: (line: string) => void
}

/** A failed check has been reported already and ends its journey. */
class JourneyEnded extends Error {}

/** Answers how many of its checks passed, and why others failed. */
export async function runJourney(journey: Journey, stage: Stage): Promise<Unit> {
  const { installation, say } = stage
  const failures: string[] = []
  let passed = 0
  const contexts: BrowserContext[] = []
  const tabs: Pone[] = []

  const report = async (sentence: string, startedMs: number, cause: unknown) => {
    failures.push(`${journey.name}: ${sentence}\n${errorStack(cause)}`)
    say(`  FAILED ${sentence} (${seconds(startedMs)})`)
    say(indent(errorStack(cause)))
    const folder = await keepEvidence({ journey: journey.name, sentence, cause, tabs, installation })
    say(`    evidence: ${folder}`)
  }
  const attempt = async (sentence: string, body: () => Promise<unknown>): Promise<boolean> => {
    const startedMs = performance.now()
    try {
      await body()
      passed += 1
      say(`  passed ${sentence} (${seconds(startedMs)})`)
      return true
    } catch (cause) {
      await report(sentence, startedMs, cause)
      return false
    }
  }
  const world: World = {
    installation,
    shop: openShop(installation.shopAddress),
    openBrowser: async (wish = {}) => {
      const context = await stage.browser.newContext(contextOptions(installation.address, wish))
      context.setDefaultTimeout(usualPatienceMs)
      context.setDefaultNavigationTimeout(usualPatienceMs)
      contexts.push(context)
      const pone = await openSignIn(context, {
        language: wish.language ?? 'zh',
        captcha: stage.captcha,
        keepsTour: wish.keepsTour,
      })
      tabs.push(pone)
      return pone
    },
    openTab: async (beside, address) => {
      const { language } = beside
      const pone = createPone(await openWindow(beside.page), { language, captcha: stage.captcha })
      tabs.push(pone)
      await pone.open(address)
      return pone
    },
    check: async (sentence, body) => {
      if (!(await attempt(sentence, body))) throw new JourneyEnded()
    },
    checkAlso: async (sentence, body) => {
      await attempt(sentence, body)
    },
    say,
  }

  say(`${journey.name}`)
  const startedMs = performance.now()
  try {
    await journey.run(world)
    const faults = tabs.flatMap(tab => tab.faults())
    await world.check('no script error appeared in any page', async () => {
      if (faults.length > 0) throw new Error(faults.join('\n'))
    })
  } catch (cause) {
    if (!(cause instanceof JourneyEnded)) await report('the journey runs to its end', startedMs, cause)
  } finally {
    for (const context of contexts) await context.close()
  }
  return {
    kind: 'journey',
    name: journey.name,
    passed,
    failures,
    seconds: (performance.now() - startedMs) / 1_000,
  }
}

function contextOptions(baseURL: string, { colorScheme = 'light', width = 1440 }: BrowserWish) {
  return {
    baseURL,
    colorScheme,
    viewport: { width, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    reducedMotion: 'reduce' as const,
  }
}

/** The browser draws a tab behind another one only once a second; both windows it draws as they change. */
async function openWindow(beside: Page): Promise<Page> {
  const [opened] = await Promise.all([
    beside.context().waitForEvent('page'),
    beside.evaluate(() => void open('about:blank', '_blank', 'popup,noopener')),
  ])
  return opened
}

const seconds = (startedMs: number) => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
const indent = (text: string) => text.replaceAll(/^/gm, '    ')
