/** Every page, in both languages, light and dark, with its dialogs and menus: axe-core finds nothing serious. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type Place, places, type Viewer } from '../accessibility/places.ts'
import { reader, readersProject, seed } from '../accessibility/seed.ts'
import { axeFindings } from '../driver/axe.ts'
import type { Pone } from '../driver/pone.ts'
import { enterProject } from '../driver/projects.ts'
import type { Language } from '../driver/texts.ts'
import type { Journey, World } from '../harness/journey.ts'

type Ids = Readonly<Record<string, string>>

async function enter({ openBrowser, installation }: World, viewer: Viewer): Promise<Pone> {
  const pone = await openBrowser()
  if (viewer === 'administrator') await pone.signIn(installation.administrator, 'administrator')
  if (viewer === 'tester') {
    await pone.signIn(reader)
    await enterProject(pone, readersProject)
  }
  return pone
}

/** Shows the open page, with its dialogs, in another language, as a switch in another tab would. */
async function show(page: Page, language: Language): Promise<void> {
  await page.evaluate(chosen => {
    localStorage.setItem('pone.language', JSON.stringify(chosen))
    dispatchEvent(new StorageEvent('storage', { key: 'pone.language', newValue: JSON.stringify(chosen) }))
  }, language)
  await page.waitForFunction(
    chosen => document.documentElement.lang === chosen,
    language === 'zh' ? 'zh-CN' : language,
  )
}

/** Waits until nothing loads and everything is drawn. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main') !== null &&
      document.querySelector('.ant-skeleton, .ant-spin-spinning, .page-loading, [class*=-enter-active]') ===
        null,
  )
  await page.evaluate(async () => {
    for (let count = 0; count < 3; count += 1) await new Promise(resolve => requestAnimationFrame(resolve))
  })
}

async function open(page: Page, { address, act }: Place, ids: Ids): Promise<void> {
  await page.evaluate(() => {
    // What was typed on the place before need not be kept.
    addEventListener('beforeunload', event => event.stopImmediatePropagation(), { capture: true })
  })
  await page.goto(address.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => ids[name] ?? ''))
  await settle(page)
  await act?.(page)
  await settle(page)
}

const onlyContrast = ['color-contrast']

const nameOf = ({ address, opened }: Place): string =>
  opened === undefined ? address : `${address} with ${opened}`

/** The findings of one place in both languages and both schemes. The colours do not depend on the language. */
async function judge(page: Page, place: Place, ids: Ids): Promise<string[]> {
  try {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, place, ids)
    const findings = new Set(await axeFindings(page))
    await page.emulateMedia({ colorScheme: 'dark' })
    await settle(page)
    for (const finding of await axeFindings(page, onlyContrast)) findings.add(`dark: ${finding}`)
    await page.emulateMedia({ colorScheme: 'light' })
    await show(page, 'en')
    await settle(page)
    for (const finding of await axeFindings(page)) findings.add(finding)
    await show(page, 'zh')
    return [...findings]
  } catch (cause) {
    return [String(cause)]
  }
}

async function run(world: World): Promise<void> {
  const { installation, shop, check, checkAlso } = world
  let ids: Ids = {}
  await check('a project with results of every kind is prepared', async () => {
    ids = await seed(installation, 'e2e7', shop.address)
  })
  for (const viewer of ['nobody', 'administrator', 'tester'] as const) {
    await checkAlso(
      `no page of ${viewer} has a serious finding, in both languages, light and dark`,
      async () => {
        const { page } = await enter(world, viewer)
        const findings = new Map<string, string[]>()
        for (const place of places.filter(each => each.viewer === viewer)) {
          for (const finding of await judge(page, place, ids))
            findings.set(finding, [...(findings.get(finding) ?? []), nameOf(place)])
        }
        assert.deepEqual(
          [...findings].map(([finding, at]) => `${finding} at ${at[0]} and ${at.length - 1} others`),
          [],
        )
      },
    )
  }
}

export const accessibilityJourney: Journey = { name: 'accessibility', run }
