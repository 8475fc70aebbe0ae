/** A real test plan is uploaded with its files, edited and saved: what was not edited stays the same, byte for byte. */
import assert from 'node:assert/strict'
import { largePlan, shopPlan } from '../driver/jmeter.ts'
import {
  addElement,
  chooseElement,
  choosePlanFiles,
  downloadedPlan,
  dropPlan,
  elementNamed,
  elementTree,
  openArea,
  openPlan,
  savePlan,
} from '../driver/jmeter-page.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { holds } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'jmeterPlan-one', password: 'Planer1#' }
const signIn = shopPlan.replace('>/login<', '>/sign-in<')

/** Waits until the tree has the elements of these names. */
const seeElements = (pone: Pone, names: readonly string[]) =>
  holds(async () =>
    assert.deepEqual(
      await elementTree(pone).getByRole('treeitem').locator('.jm-row-name').allInnerTexts(),
      names,
    ),
  )

async function uploadAndEdit(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check(
    'a broken plan is refused with line and reason, and the sound one beside it is taken',
    async () => {
      await choosePlanFiles(pone, 'jmeterPlan.upload', [
        { name: 'cut.jmx', content: '<jmeterTestPlan>\n<hashTree>\n<TestPlan>' },
        { name: '商城.jmx', content: shopPlan },
      ])
      const refusal = page.getByRole('alert').filter({ hasText: 'cut.jmx' })
      await refusal.filter({ hasText: /第 3 行[\s\S]*TestPlan/ }).waitFor()
      await openPlan(pone, '商城')
      await elementNamed(pone, '取令牌').waitFor()
    },
  )
  await check('it is downloaded byte for byte', async () => {
    assert.equal(await downloadedPlan(pone), shopPlan)
  })
  await check('the file that the plan names is missing until it is uploaded', async () => {
    await openArea(pone, 'files')
    await pone.row('buyers.csv').getByText(t('jmeterPlan.file.missing')).waitFor()
    await choosePlanFiles(pone, 'jmeterPlan.file.upload', [
      { name: 'buyers.csv', content: 'user,password\na,b\n' },
    ])
    await pone.row('buyers.csv').getByText('18 B').waitFor()
    await pone.row('buyers.csv').getByRole('button', { name: '用户数据' }).click()
    await elementNamed(pone, '用户数据').and(page.locator('[aria-selected=true]')).waitFor()
  })
  await check('an edited property, an added element and its undoing leave all else as it was', async () => {
    const properties = await chooseElement(pone, '登录')
    await properties.locator('[data-property="HTTPSampler.path"] input').fill('/sign-in')
    await pone.click('jmeterPlan.catalogue.hide')
    await pone.click('jmeterPlan.catalogue.show')
    await addElement(pone, '固定定时器')
    await elementNamed(pone, '固定定时器').and(page.locator('[aria-selected=true]')).waitFor()
    await elementTree(pone).focus()
    await page.keyboard.press('Control+z')
    await elementNamed(pone, '固定定时器')
      .and(page.locator('[aria-level="6"]'))
      .waitFor({ state: 'detached' })
    await savePlan(pone, 2)
    assert.equal(await downloadedPlan(pone), signIn)
  })
  await check('elements are switched off, moved and deleted by keyboard, and all of it undone', async () => {
    await elementNamed(pone, '商品列表').click()
    await page.keyboard.press(' ')
    await elementNamed(pone, '商品列表').getByText(t('jmeterPlan.disabled')).waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Delete')
    await elementNamed(pone, '商品列表').waitFor({ state: 'detached' })
    for (let undone = 0; undone < 3; undone += 1) await page.keyboard.press('Control+z')
    await pone.see('jmeterPlan.isSaved', { revision: 2 })
    await seeElements(pone, [
      '商城压测计划',
      'HTTP 请求默认值',
      '用户数据',
      '浏览商品',
      '下单流程',
      '登录',
      '登录成功',
      '商品列表',
      '下单',
      '思考时间',
      '取令牌',
      '旧版接口',
      '旧首页',
    ])
  })
}

async function useMenuAndReplace(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check(
    'from its menu an element gets a parent, a text that was found is replaced, and both are undone',
    async () => {
      await elementNamed(pone, '商品列表').click({ button: 'right' })
      await page.getByRole('menuitem', { name: t('jmeterPlan.wrap') }).hover()
      await page.getByRole('menuitem', { name: '循环控制器' }).click()
      await elementNamed(pone, '循环控制器').and(page.locator('[aria-selected=true]')).waitFor()
      await page.getByLabel(t('jmeterPlan.search')).fill('/goods')
      await page.getByLabel(t('jmeterPlan.replaceBy')).fill('/items')
      await page.getByLabel(t('jmeterPlan.replaceBy')).press('Enter')
      await pone.toast(t('jmeterPlan.replaced', { count: 1 }))
      await page.getByLabel(t('jmeterPlan.search')).press('Escape')
      await elementTree(pone).focus()
      for (let undone = 0; undone < 2; undone += 1) await page.keyboard.press('Control+z')
      await pone.see('jmeterPlan.isSaved', { revision: 2 })
    },
  )
}

async function carryOver(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check(
    'copied elements are pasted into another plan, where only what may stand there is taken',
    async () => {
      await elementNamed(pone, '下单流程').click()
      await page.keyboard.press('Control+c')
      await page.locator('.tree-row').first().click()
      await pone.click('jmeterPlan.catalogue.newComponent', page.getByRole('main'))
      await page.locator('.tree-rename').fill('第二个')
      await page.locator('.tree-rename').press('Enter')
      await page.getByRole('heading', { level: 1, name: '第二个', exact: true }).waitFor()
      await elementNamed(pone, '测试计划').click()
      await page.keyboard.press('Control+v')
      await pone.toast(t('jmeterPlan.cannotPaste'))
      await elementNamed(pone, '线程组').click()
      await page.keyboard.press('Control+v')
      await elementNamed(pone, '登录成功').waitFor()
    },
  )
  await check('leaving with unsaved work asks first, and a reload brings it back', async () => {
    await page.locator('.tree-row', { hasText: '商城' }).first().click()
    await pone.click('unsaved.stay', pone.dialog())
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await elementNamed(pone, '登录成功').waitFor()
    await pone.see('jmeterPlan.unsaved')
    await savePlan(pone, 2)
  })
  await check('source that is no plan is shown with its line, cannot be saved, and is undone', async () => {
    await openArea(pone, 'source')
    await page.locator('.jm-source .cm-content').click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText('<x>')
    await page.locator('.jm-source').getByRole('alert').waitFor()
    await page.keyboard.press('Control+s')
    await pone.toast(t('jmeterPlan.source.unusable'))
    await pone.click('jmeterPlan.undo')
    await pone.see('jmeterPlan.isSaved', { revision: 2 })
  })
}

async function saveOverEachOther(pone: Pone, { check, openTab }: World): Promise<void> {
  const { page, t } = pone
  const rename = async (tab: Pone, name: string) => {
    const properties = await chooseElement(tab, '旧首页')
    await properties.getByLabel(t('catalogue.name'), { exact: true }).fill(name)
  }
  await check('a save over a newer version is reported, and both are kept', async () => {
    await openPlan(pone, '商城')
    const other = await openTab(pone, page.url())
    await rename(other, '他们的首页')
    await savePlan(other, 3)
    await other.page.close()
    await rename(pone, '我的首页')
    await page.keyboard.press('Control+s')
    await pone.click('editor.conflict.copy', pone.dialog(t('editor.conflict.title')))
    const name = `商城${t('editor.conflict.copySuffix')}`
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await elementNamed(pone, '我的首页').waitFor()
    await openPlan(pone, '商城')
    assert.equal(await downloadedPlan(pone), signIn.replace('"旧首页"', '"他们的首页"'))
  })
}

async function useLargePlan(pone: Pone, { check }: World): Promise<void> {
  const { page } = pone
  await check(
    'of two thousand elements in a plan that was dropped only those in sight are drawn, and any is found',
    async () => {
      await page.locator('.tree-row').first().click()
      await dropPlan(pone, { name: '大计划.jmx', content: largePlan })
      await page.getByRole('heading', { level: 1, name: '大计划', exact: true }).waitFor()
      await elementNamed(pone, '请求 1-1').waitFor()
      assert.ok((await elementTree(pone).getByRole('treeitem').count()) < 90)
      await page.getByLabel(pone.t('jmeterPlan.search')).fill('/s19/r49')
      await elementNamed(pone, '请求 20-50').click()
      await page.locator('[data-property="HTTPSampler.path"] input').fill('/found')
      await savePlan(pone, 2)
      assert.equal(await downloadedPlan(pone), largePlan.replace('>/s19/r49<', '>/found<'))
    },
  )
}

async function convert(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check('a plan becomes components of PR, with a list of what could not be carried', async () => {
    await openPlan(pone, '商城')
    await pone.chooseMenu(pone.button('action.more', page.locator('.jm-header')), t('jmeterPlan.convert'))
    const dialog = pone.dialog(t('jmeterPlan.convert.title'))
    await dialog.locator('.left-list').getByText('取令牌').waitFor()
    await dialog.getByRole('button', { name: t('jmeterPlan.convert.make', { count: 1 }) }).click()
    await dialog.getByRole('link', { name: '商城' }).click()
    for (const name of ['下单流程', '登录', '商品列表'])
      await page.getByRole('treeitem', { name }).first().waitFor()
  })
  await check('and a component of PR becomes a plan again', async () => {
    await pone.openMenu('route.assembly')
    await page.locator('.tree-row', { hasText: '商城' }).first().click()
    await pone.click('component.toJmeter')
    const dialog = pone.dialog(t('component.toJmeter.title'))
    await pone.click('component.toJmeter.make', dialog)
    await dialog.getByRole('link', { name: '商城' }).click()
    for (const name of ['下单流程', '登录', '商品列表']) await elementNamed(pone, name).waitFor()
  })
}

async function run(world: World): Promise<void> {
  const pone = await world.openBrowser({ language: 'zh' })
  await registerByApi(world.installation, who, pone.captcha, '老王')
  await pone.signIn(who)
  await createProject(pone, 'JMeter', 'JMETER-1')
  await pone.openMenu('route.jmeterComponentDesign')
  await uploadAndEdit(pone, world)
  await useMenuAndReplace(pone, world)
  await carryOver(pone, world)
  await saveOverEachOther(pone, world)
  await useLargePlan(pone, world)
  await convert(pone, world)
}

export const jmeterJourney: Journey = { name: 'jmeter', run }
