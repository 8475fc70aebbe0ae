/** Files that pages download. */
import type { Download, Locator, Page } from 'playwright-core'
import type { Pone } from './pone.ts'
import type { MessageKey } from './texts.ts'

/** The file that an action downloads. Both are waited for together, so that an action that fails leaves no wait behind. */
export async function downloadBy(page: Page, act: () => Promise<unknown>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return download
}

/** The path of the file that an entry of a menu downloads; the menu opens when its control is pointed at. */
export async function downloadFromMenu(pone: Pone, opener: Locator, entry: MessageKey): Promise<string> {
  const { page, t } = pone
  const download = await downloadBy(page, async () => {
    await opener.hover()
    await page
      .getByRole('menuitem', { name: t(entry) })
      .and(page.locator(':visible'))
      .click()
  })
  return download.path()
}
