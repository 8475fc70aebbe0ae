/** A project of 10,000 components and 10,000 scenarios: trees, search, keys, dragging, and lists that offer all of them. */
import assert from 'node:assert/strict'
import {
  catalogueTree,
  dragFarDown,
  drawnRows,
  searchField,
  treeNode,
  treeRows,
} from '../driver/catalogue-tree.ts'
import { fillProject } from '../driver/large-project.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { seeCount } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'large.projects', password: 'Larger1#' }
const project = 'Large'
const count = 10_000
/** More rows than any window shows, and far fewer than there are. */
const mostRows = 200

async function run(world: World): Promise<void> {
  const { openBrowser, installation, shop } = world
  const pone = await openBrowser()
  await registerByApi(installation, who, pone.captcha, '规模')
  const api = await signInByApi(installation, who, pone.captcha)
  const workspace = await makeWorkspace(api, {
    name: project,
    code: 'LARGE-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 5 },
  })
  await fillProject(installation, workspace, {
    components: [
      { folder: 'Checkout', childName: 'Order', count },
      { folder: 'Archive', childName: 'Old', count: 2 },
    ],
    scenarios: [
      { folder: 'Regression', childName: 'Peak', count },
      { folder: 'Retired', childName: 'Old peak', count: 2 },
    ],
  })
  await pone.signIn(who)
  await enterProject(pone, project)
  await checkComponents(world, pone)
  await checkScenarios(world, pone)
}

async function checkComponents({ check }: World, pone: Pone): Promise<void> {
  const { page } = pone
  await check('a folder of 10,000 components expands, and only rows in view are drawn', async () => {
    await pone.openMenu('route.assembly')
    await treeNode(pone, 'Checkout').click()
    await page.keyboard.press('ArrowRight')
    const first = treeNode(pone, 'Order 1')
    await first.waitFor()
    await first.and(page.locator(`[aria-setsize="${count}"]`)).waitFor()
    assert.ok((await drawnRows(pone)) < mostRows)
    assert.ok((await page.getByRole('row').count()) < mostRows)
  })
  await check('keys reach the last of them and come back', async () => {
    await page.keyboard.press('End')
    await treeNode(pone, 'Archive').waitFor()
    await page.keyboard.press('ArrowUp')
    await treeNode(pone, `Order ${count}`)
      .and(page.locator(`[aria-posinset="${count}"]`))
      .waitFor()
    assert.ok((await drawnRows(pone)) < mostRows)
    await page.keyboard.press('ArrowLeft')
    await treeNode(pone, 'Checkout').and(page.locator('[aria-selected=true]')).waitFor()
  })
  await check('a component is dragged past 10,000 others into a folder', async () => {
    await dragFarDown(pone, 'Order 5', 'Archive')
    await treeNode(pone, 'Order 5').and(page.locator('[aria-level="3"][aria-setsize="3"]')).waitFor()
  })
  await check('several selected components are cut and pasted into another folder', async () => {
    await treeNode(pone, 'Archive').click()
    await page.keyboard.press('ArrowRight')
    await treeNode(pone, 'Old 1').click()
    await treeNode(pone, 'Old 2').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+x')
    await searchField(pone).fill('Checkout')
    await treeNode(pone, 'Checkout').click()
    await page.keyboard.press('Control+v')
    await searchField(pone).fill('Old')
    // Both are in the other folder: the tree shows that one, and not Archive.
    await treeNode(pone, 'Old 2').waitFor()
    await seeCount(treeNode(pone, 'Archive'), 0)
    await seeCount(treeRows(pone), 4)
  })
  await check('a search finds one of 10,000, which is renamed in place', async () => {
    await searchField(pone).fill('order 7777')
    await page.keyboard.press('Enter')
    await treeNode(pone, 'Order 7777').and(page.locator('[aria-selected=true]')).waitFor()
    await page.keyboard.press('F2')
    await page.locator('.tree-rename').fill('Order renamed')
    await page.keyboard.press('Enter')
    await searchField(pone).fill('renamed')
    await treeNode(pone, 'Order renamed').waitFor()
    await seeCount(treeRows(pone), 3)
    await searchField(pone).fill('nobody is called so')
    await pone.see('tree.nothingFound')
    await searchField(pone).fill('')
    await catalogueTree(pone).waitFor()
  })
}

async function checkScenarios({ check }: World, pone: Pone): Promise<void> {
  const { page } = pone
  await check('a set of 10,000 scenarios expands and is listed in pages', async () => {
    await pone.openMenu('route.testset')
    await treeNode(pone, 'Regression').click()
    await page.keyboard.press('ArrowRight')
    await treeNode(pone, 'Peak 1').waitFor()
    assert.ok((await drawnRows(pone)) < mostRows)
    assert.ok((await page.getByRole('row').count()) < mostRows)
  })
  await check('the list of components of a scenario offers one of 10,000', async () => {
    await searchField(pone).fill('peak 4321')
    await treeNode(pone, 'Peak 4321').click()
    const add = page.getByRole('combobox', { name: pone.t('scenario.binding.add') })
    await add.click()
    const options = page.locator('.ant-select-item-option')
    await options.first().waitFor()
    assert.ok((await options.count()) < mostRows)
    await add.fill('Order 9876')
    await options.filter({ hasText: 'Order 9876' }).click()
    await page.locator('.scenario-bindings', { hasText: 'Order 9876' }).waitFor()
  })
}

export const largeProjectsJourney: Journey = { name: 'large-projects', run }
