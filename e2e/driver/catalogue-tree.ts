/** Driver for the catalogue trees of components and scenarios. */
import type { Locator } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import type { Pone } from './pone.ts'

export const catalogueTree = ({ page }: Pone): Locator => page.locator('.tree-panel').getByRole('tree')

/** The row of a node by its whole name; only rows in view are in the document. */
export const treeNode = (pone: Pone, name: string): Locator =>
  catalogueTree(pone)
    .getByRole('treeitem')
    .filter({ has: pone.page.locator('.tree-row').and(pone.page.getByTitle(name, { exact: true })) })

export const searchField = ({ page }: Pone): Locator => page.locator('.tree-panel-bar input')

/** The rows in the document. */
export const treeRows = (pone: Pone): Locator => catalogueTree(pone).getByRole('treeitem')

export const drawnRows = (pone: Pone): Promise<number> => treeRows(pone).count()

/** Presses a node, holds it at the lower edge of the tree until the target scrolls into view, and drops it there. */
export async function dragFarDown(pone: Pone, name: string, target: string): Promise<void> {
  const { page } = pone
  const from = await boxOf(treeNode(pone, name))
  const tree = await boxOf(catalogueTree(pone))
  await page.mouse.move(from.x + 60, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + from.height * 2, { steps: 3 })
  // A browser reports a drag that stands still again and again; here each report is a move.
  await eventually({
    what: `${target} in view`,
    patienceMs: 40_000,
    look: async () => {
      await page.mouse.move(from.x + 60, tree.y + tree.height - 3, { steps: 2 })
      await page.mouse.move(from.x + 61, tree.y + tree.height - 3)
      return (await treeNode(pone, target).isVisible()) ? true : undefined
    },
  })
  // Leaving the edge stops the list.
  await page.mouse.move(from.x + 60, tree.y + tree.height / 2)
  await eventually({
    what: `the drop mark of ${target}`,
    look: async () => {
      const to = await boxOf(treeNode(pone, target))
      await page.mouse.move(from.x + 60, to.y + to.height / 2)
      await page.mouse.move(from.x + 61, to.y + to.height / 2)
      const classes = await treeNode(pone, target).getAttribute('class')
      return classes?.includes('is-drop-into') === true ? true : undefined
    },
  })
  await page.mouse.up()
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error(`${String(element)} is not visible`)
  return box
}
