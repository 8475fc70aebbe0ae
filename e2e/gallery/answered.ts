/** Pages with answers of calls that are made for a picture, and buttons that several pictures press. */
import type { Page } from 'playwright-core'

/** By call, e.g. `monitor/list`; a function gets the fields of the request. */
export type Answers = Readonly<Record<string, object | ((fields: URLSearchParams) => object)>>
type Act = (page: Page) => Promise<unknown>

/** Shows the page again with these answers, which stay until the next picture, and acts on it. */
export const answered =
  (answers: Answers, shown: string, ...acts: readonly Act[]) =>
  async (page: Page): Promise<void> => {
    for (const [call, answer] of Object.entries(answers))
      await page.route(`**/apm-api/${call}`, route => {
        const fields = new URLSearchParams(route.request().postData() ?? '')
        const data: object = typeof answer === 'function' ? answer(fields) : answer
        return route.fulfill({ json: { status: 200, data } })
      })
    await page.reload()
    await page.locator(shown).first().waitFor()
    for (const act of acts) await act(page)
  }

/** Presses a button of the title row; -1 is the last one. */
export const headerButton = (index: number) => (page: Page) =>
  page.locator('.page-header-actions button').nth(index).click()

/** And waits for the dialog or drawer that it opens. */
export const openedBy = (index: number) => async (page: Page) => {
  await headerButton(index)(page)
  await page.locator('.ant-drawer-body, .ant-modal-body').first().waitFor()
}

export const drawer = '.ant-drawer .ant-drawer-body'
