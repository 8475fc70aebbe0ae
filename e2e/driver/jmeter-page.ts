/** Driver for the page of JMeter components. */
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { downloadBy } from './downloads.ts'
import type { Pone } from './pone.ts'
import type { MessageKey } from './texts.ts'

interface PlanFile {
  readonly name: string
  readonly content: string
}

/** Chooses files behind a button, without waiting for the result. */
export async function choosePlanFiles(
  pone: Pone,
  button: MessageKey,
  files: readonly PlanFile[],
): Promise<void> {
  const chooser = pone.page.waitForEvent('filechooser')
  await pone.click(button, pone.page.getByRole('main'))
  await (await chooser).setFiles(
    files.map(({ name, content }) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })),
  )
}

/** The tree of elements of the open plan. */
export const elementTree = (pone: Pone): Locator =>
  pone.page.getByRole('tree', { name: pone.t('jmeterPlan.tab.elements') })

export const elementNamed = (pone: Pone, name: string): Locator =>
  elementTree(pone).getByRole('treeitem', { name }).first()

/** Selects an element and returns its properties. */
export async function chooseElement(pone: Pone, name: string): Promise<Locator> {
  await elementNamed(pone, name).click()
  return pone.page.locator('.jm-properties')
}

/** Adds an element of that kind below the selected one. */
export async function addElement(pone: Pone, kind: string): Promise<void> {
  await pone.click('jmeterPlan.add')
  const list = pone.page.getByRole('dialog', { name: pone.t('jmeterPlan.add') })
  await list.getByLabel(pone.t('jmeterPlan.addSearch')).fill(kind)
  await list.getByRole('button', { name: kind }).first().click()
  await list.waitFor({ state: 'detached' })
}

/** Opens an area of the plan editor. */
export const openArea = (pone: Pone, area: 'elements' | 'files' | 'source'): Promise<void> =>
  pone.page.getByRole('tab', { name: pone.t(`jmeterPlan.tab.${area}`) }).click()

/** Saves by keyboard and waits until the revision is stored. */
export async function savePlan(pone: Pone, revision: number): Promise<void> {
  await pone.page.keyboard.press('Control+s')
  await pone.see('jmeterPlan.isSaved', { revision })
}

/** Downloads the plan and returns its text. */
export async function downloadedPlan(pone: Pone): Promise<string> {
  const more = pone.button('action.more', pone.page.locator('.jm-header'))
  const file = await downloadBy(pone.page, () => pone.chooseMenu(more, pone.t('jmeterPlan.download')))
  return readFile(await file.path(), 'utf8')
}

/** Opens another component by the catalogue on the left. */
export async function openPlan(pone: Pone, name: string): Promise<void> {
  await pone.page.locator('.tree-row', { hasText: name }).first().click()
  await pone.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Drags a file from outside the browser onto the page and drops it. */
export async function dropPlan({ page }: Pone, { name, content }: PlanFile): Promise<void> {
  const data = await page.evaluateHandle(
    file => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([file.content], file.name))
      return transfer
    },
    { name, content },
  )
  for (const kind of ['dragenter', 'dragover', 'drop'])
    await page.locator('.jm-page').dispatchEvent(kind, { dataTransfer: data })
}
