/** No input is lost: two users in one component, leaving with unsaved work, a reload, and bad input. */
import { addRequest, openComponent, saveComponent } from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { openScenario } from '../driver/scenarios.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'editor-one', password: 'Editor1#' }
const project = 'Editing'

async function run(world: World): Promise<void> {
  const { openBrowser, openTab, installation, shop, check } = world
  const pone = await openBrowser()
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, '编辑')
  const api = await signInByApi(installation, who, pone.captcha)
  const { componentId } = await makeWorkspace(api, {
    name: project,
    code: 'EDIT-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 5 },
  })
  const address = `/pone/atf/projects/prComponentDesign?id=${componentId}`
  await pone.signIn(who)
  await enterProject(pone, project)
  await openComponent(pone, project)

  await check(
    'a second tab that saves an older revision is shown what differs, and keeps its work as a copy',
    async () => {
      const other = await openTab(pone, address)
      await other.button('component.addStep').waitFor()
      await addRequest(pone, { name: 'mine', url: '/health' })
      await saveComponent(pone, 2)
      await addRequest(other, { name: 'theirs', url: '/api/goods?page=2' })
      await other.page.keyboard.press('Control+s')
      await other.see('editor.conflict.title')
      const dialog = other.dialog(t('editor.conflict.title'))
      await dialog.getByText('mine').first().waitFor()
      await dialog.getByText('theirs').first().waitFor()
      await other.click('editor.conflict.copy', dialog)
      await other.page.getByRole('heading', { name: new RegExp(`${project}.`), level: 1 }).waitFor()
      await other.page.getByRole('treeitem', { name: 'theirs' }).first().waitFor()
      await page.reload()
      await page.getByRole('treeitem', { name: 'mine' }).first().waitFor()
      await other.page.close()
    },
  )
  await check('a change is undone and redone by keyboard', async () => {
    await addRequest(pone, { name: 'undo-me', url: '/health' })
    const step = page.getByRole('treeitem', { name: 'undo-me' })
    await page.getByRole('tree').focus()
    for (let undone = 0; undone < 4 && (await step.count()) > 0; undone += 1)
      await page.keyboard.press('Control+z')
    await step.waitFor({ state: 'detached' })
    for (let redone = 0; redone < 4 && (await step.count()) === 0; redone += 1)
      await page.keyboard.press('Control+y')
    await step.first().waitFor()
  })
  await check('leaving with unsaved work asks first; staying keeps it', async () => {
    await pone.menuLink('route.testset').click()
    await pone.see('unsaved.title')
    await pone.confirm('unsaved.stay')
    await pone.isAt('/pone/atf/projects/prComponentDesign')
    await pone.see('component.unsaved')
  })
  await check('a reload brings the unsaved work back', async () => {
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByRole('treeitem').first().waitFor()
    await pone.see('component.unsaved')
  })
  await checkBadInput(world, pone)
}

/** A component or scenario that cannot be run is reported at the place to correct. */
async function checkBadInput({ check }: World, pone: Pone): Promise<void> {
  const { page, t } = pone
  await check(
    'an impossible address is reported at its field, and running it is refused with the reason',
    async () => {
      await addRequest(pone, { name: 'bad', url: 'http://' })
      await pone.click('component.run.start')
      await pone.toast(t('component.cannotRun'))
      await pone.form().seeValue('component.request.url', 'http://')
      await pone.form().fill('component.request.url', '/health')
    },
  )
  await check('saved, the page is left without a question', async () => {
    await saveComponent(pone, 3)
    await pone.openMenu('route.testset')
    await pone.isAt('/pone/atf/projects/testset')
  })
  await check('a scenario whose shares or cluster are wrong says what is to be settled', async () => {
    await openScenario(pone, project)
    await pone.see('scenario.ready')
    await page
      .getByLabel(new RegExp(`^${t('scenario.binding.share')}`))
      .first()
      .fill('60')
    await page.keyboard.press('Tab')
    await pone.seeText(t('scenario.problem.sum', { sum: 60 }))
    // The attempt to run leads to the problem instead of a start.
    await pone.click('scenario.saveAndExecute')
    await pone.isAt('/pone/atf/projects/testset')
    await pone.menuLink('route.home').click()
    await pone.see('unsaved.title')
    await pone.confirm('unsaved.leave')
    await pone.isAt('/pone/atf/projects/home')
  })
}

export const editingJourney: Journey = { name: 'editing', run }
