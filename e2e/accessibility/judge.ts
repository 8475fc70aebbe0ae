/** Judges one place: axe-core in both languages, each in one colour scheme, and what an enlarged page loses. */
import type { Page } from 'playwright-core'
import { axeFindings } from '../driver/axe.ts'
import type { Place } from './places.ts'
import { reflowFaults } from './reflow.ts'

/** Ids of prepared objects, by the names that addresses use. */
export type Ids = Readonly<Record<string, string>>

/** Shows the open page, with its dialogs, in English, as a switch in another tab would. Nothing is stored: the next page, and other tabs, stay Chinese. */
async function showEnglish(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = 'pone.language'
    const getItem = Reflect.get(Storage.prototype, 'getItem') as (
      this: Storage,
      name: string,
    ) => string | null
    Storage.prototype.getItem = function read(name) {
      return name === key ? JSON.stringify('en') : getItem.call(this, name)
    }
    dispatchEvent(new StorageEvent('storage', { key }))
  })
  await page.waitForFunction(() => document.documentElement.lang === 'en')
}

/** Waits until nothing loads and everything is drawn. */
export async function settle(page: Page): Promise<void> {
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

export async function open(page: Page, { address, act }: Place, ids: Ids): Promise<void> {
  await page.evaluate(() => {
    // What was typed on the place before need not be kept.
    addEventListener('beforeunload', event => event.stopImmediatePropagation(), { capture: true })
  })
  await page.goto(address.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => ids[name] ?? ''))
  await settle(page)
  await act?.(page)
  await settle(page)
}

export interface Judgement {
  /** Also at 200 %. */
  readonly isEnlarged: boolean
  /** The colour scheme of Chinese; English has the other one. */
  readonly chineseIn: Scheme
}

type Scheme = 'light' | 'dark'

/** Every rule in both languages and both colour schemes: contrast does not depend on the language, nor names on colours. Which goes with which changes from place to place. */
export async function judge(
  page: Page,
  place: Place,
  ids: Ids,
  { isEnlarged, chineseIn }: Judgement,
): Promise<string[]> {
  try {
    const englishIn = chineseIn === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: chineseIn })
    await open(page, place, ids)
    const chinese = await axeFindings(page)
    await page.emulateMedia({ colorScheme: englishIn })
    await showEnglish(page)
    await settle(page)
    const english = await axeFindings(page)
    const enlarged = isEnlarged ? await reflowFaults(page, settle) : []
    return [
      ...chinese.map(finding => `zh, ${chineseIn}: ${finding}`),
      ...english.map(finding => `en, ${englishIn}: ${finding}`),
      ...enlarged.map(fault => `at 200 %: ${fault}`),
    ]
  } catch (cause) {
    return [String(cause)]
  }
}
