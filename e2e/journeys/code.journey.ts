/**
 * A component as code: read in two languages, broken and corrected without loss, extended, saved, and undone in both
 * views.
 */
import assert from 'node:assert/strict'
import {
  chooseCodeLanguage,
  codeField,
  codeProblems,
  codeText,
  openCode,
  waitForCode,
  writeCode,
} from '../driver/code.ts'
import { openArea, openComponent, saveComponent, stepRow } from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { holds, seeCount } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'coder.one', password: 'Coderr1#' }
const project = 'Components as code'
const added = `  - name: Health
    get: /health
`

async function run(world: World): Promise<void> {
  const { openBrowser, installation, shop, check } = world
  const pone = await openBrowser({ language: 'en' })
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, 'Coder')
  const api = await signInByApi(installation, who, pone.captcha)
  const { componentId } = await makeWorkspace(api, {
    name: project,
    code: 'CODE-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 1, rampUpSeconds: 0, durationSeconds: 1 },
  })
  await pone.signIn(who)
  await enterProject(pone, project)
  await openComponent(pone, project)
  const languages = page.getByRole('radiogroup', { name: t('component.code.language') })
  let yaml = ''

  await check('the tab shows the component as YAML, and as TypeScript on demand', async () => {
    yaml = await openCode(pone)
    assert.match(yaml, /^name: Components as code$/m)
    assert.match(yaml, /post: \/api\/orders/)
    await chooseCodeLanguage(pone, 'typescript')
    await waitForCode(pone, 'export default component(')
    await chooseCodeLanguage(pone, 'yaml')
    assert.equal(await waitForCode(pone, 'post: /api/orders'), yaml)
    await pone.see('component.isSaved', { revision: 1 })
  })
  const broken = `${yaml.trimEnd()}\n  - got: /health\n`
  const brokenLine = yaml.trimEnd().split('\n').length + 1
  await check('broken text names line and column, keeps the language, and is not saved', async () => {
    await writeCode(pone, broken)
    const [problem] = await codeProblems(pone)
    assert.match(problem ?? '', new RegExp(`^${brokenLine}:\\d+\\s`))
    await languages.getByRole('radio').first().and(page.locator(':disabled')).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+s')
    await pone.toast(t('component.code.cannotSave'))
    await pone.see('component.unsaved')
  })
  await check(
    'another tab and back loses nothing of the broken text, and saving leads back to it',
    async () => {
      await openArea(pone, 'parameters')
      await page.keyboard.press('Control+s')
      await codeField(pone).waitFor()
      await holds(async () => assert.equal((await codeText(pone)).trimEnd(), broken.trimEnd()))
      await openArea(pone, 'steps')
      await seeCount(page.getByRole('treeitem'), 6)
      await holds(async () => assert.equal((await openCode(pone)).trimEnd(), broken.trimEnd()))
    },
  )
  await check('a click on the problem puts the caret there', async () => {
    await page
      .getByRole('list', { name: t('component.code.problems') })
      .getByRole('button')
      .first()
      .click()
    await codeField(pone).locator('.cm-activeLine').filter({ hasText: 'got: /health' }).waitFor()
  })
  await checkChanges(world, pone, { yaml, componentId })
}

/** Corrected and extended as code, undone and saved in both views. */
async function checkChanges(
  { check }: World,
  pone: Pone,
  { yaml, componentId }: { yaml: string; componentId: string },
): Promise<void> {
  const { page, t } = pone
  await check('mended and extended, the new request stands in the step tree', async () => {
    await writeCode(pone, `${yaml.trimEnd()}\n${added}`)
    await page.getByRole('list', { name: t('component.code.problems') }).waitFor({ state: 'detached' })
    await openArea(pone, 'steps')
    await stepRow(pone, 'Health').waitFor()
  })
  await check('undo takes the step out of tree and code, redo brings it back', async () => {
    await page.getByRole('tree').focus()
    await page.keyboard.press('Control+z')
    await stepRow(pone, 'Health').waitFor({ state: 'detached' })
    await holds(async () => assert.doesNotMatch(await openCode(pone), /Health/))
    await openArea(pone, 'steps')
    await page.getByRole('tree').focus()
    await page.keyboard.press('Control+y')
    await stepRow(pone, 'Health').waitFor()
  })
  await check('saved, it opens as code by its address', async () => {
    await saveComponent(pone, 2)
    await pone.open(`/pone/atf/projects/editScripts?id=${componentId}`)
    await waitForCode(pone, 'name: Health')
    await pone.see('component.isSaved', { revision: 2 })
    await openArea(pone, 'steps')
    await stepRow(pone, 'Health').waitFor()
  })
}

export const codeJourney: Journey = { name: 'code', run }
