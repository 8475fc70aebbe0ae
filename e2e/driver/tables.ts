/** Reads tables: a cell by its row and the title of its column. */
import type { Locator } from 'playwright-core'

/** Text of the row's cell under that title. @throws Error when no column has it */
export async function cellUnder(table: Locator, row: Locator, title: string): Promise<string> {
  const titles = (await table.locator('thead').first().locator('th').allInnerTexts()).map(text => text.trim())
  const column = titles.indexOf(title)
  if (column < 0) throw new Error(`no column "${title}" among: ${titles.join(' | ')}`)
  return row.locator('td').nth(column).innerText()
}
