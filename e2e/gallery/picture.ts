/** What a picture of the gallery is, and the ways to a state that several of them use. */
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import type { Page } from 'playwright-core'
import { tokenOf } from '../driver/pone.ts'

export type Viewer = 'nobody' | 'administrator' | 'tester' | 'newcomer' | 'engineer' | 'operator' | 'owner'

export interface Picture {
  /** Folder of the pictures. */
  readonly page: string
  /** Which of the page's states. */
  readonly state: string
  readonly viewer: Viewer
  readonly address: string
  /** Actions on the page before the picture is taken. */
  readonly act?: Act
  /** Actions after its pictures, before another page is opened: releases what `act` holds. */
  readonly leave?: Act
}

/** Ids of prepared objects by the names that addresses use. */
export type Ids = Readonly<Record<string, string>>
export type Act = (page: Page, ids: Ids) => Promise<unknown>

export const atf = '/pone/atf'
export const work = `${atf}/projects`
export const picture = (
  viewer: Viewer,
  page: string,
  state: string,
  address: string,
  act?: Act,
  leave?: Act,
): Picture => ({ viewer, page, state, address, ...(act && { act }), ...(leave && { leave }) })

/** Calls as the person on the page. */
export const callerOn = async (page: Page) => createApiClient(new URL(page.url()).origin, await tokenOf(page))

export const click = (selector: string) => (page: Page) => page.locator(selector).first().click()

/** Chooses a step of a component. */
export const step = (id: string) => (page: Page) => page.locator(`[data-row="${id}"]`).click()

/** Shows the page again with changed answers of one call: for states that end too quickly for a picture. */
export const answering =
  (call: string, change: (data: AnswerData) => object, shown = '.page-state, .jr-log-row') =>
  async (page: Page): Promise<void> => {
    await changeAnswer(page, call, change)
    await page.reload()
    await page.locator(shown).first().waitFor()
    await page.unroute(`**/apm-api/${call}`)
  }

/** Changes the answers of a call until the next picture. */
export async function changeAnswer(
  page: Page,
  call: string,
  change: (data: AnswerData) => object,
): Promise<void> {
  await page.route(`**/apm-api/${call}`, async route => {
    try {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: AnswerData }
      await route.fulfill({ response: answer, json: { ...body, data: change(body.data) } })
    } catch {
      // A call under way when the page is left has no receiver any more.
    }
  })
}
export type AnswerData = Readonly<Record<string, object | undefined>>

/** Shows the page again while a call fails. */
export const failing = async (page: Page, call: string) => {
  await page.route(`**/apm-api/${call}`, route => route.abort())
  await page.reload()
  await page.locator('.page-state').first().waitFor()
  await page.unroute(`**/apm-api/${call}`)
}
