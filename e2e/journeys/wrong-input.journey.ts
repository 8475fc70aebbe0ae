/** Invalid files, descriptions and sizes in the component editor: reported at their place, and no input is lost. */
import assert from 'node:assert/strict'
import { calls } from '@pone/contract/calls/registry.ts'
import { dropFile, openFileDialog, uploadFile } from '../driver/attachments.ts'
import { codeField, codeProblems, openCode } from '../driver/code.ts'
import {
  addStep,
  chooseBody,
  createComponent,
  openArea,
  saveComponent,
  seeStepTree,
  stepRow,
  stepTree,
} from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { type Api, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { openWsdlDialog, wsdlOf } from '../driver/wsdl.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'breaker.one', password: 'Breake1#' }
const component = 'Wrong input'
const address = 'http://127.0.0.1:9'
const manySteps = 1_000

/** Entities that would expand to a billion words. */
const bomb = `<?xml version="1.0"?>
<!DOCTYPE definitions [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, level) => {
  const [inner, outer] = [String.fromCharCode(97 + level), String.fromCharCode(98 + level)]
  return `<!ENTITY ${outer} "${`&${inner};`.repeat(10)}">`
}).join('')}]>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">&j;</definitions>`

async function run({ openBrowser, installation, check }: World): Promise<void> {
  const pone = await openBrowser({ language: 'en' })
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, 'Breaker')
  const longId = await makeLongComponent(await signInByApi(installation, who, pone.captcha))
  await pone.signIn(who)
  await enterProject(pone, component)
  await createComponent(pone, component)

  await check('a text as certificate is refused in words, and what was typed before stays', async () => {
    await openArea(pone, 'settings')
    await pone.form().fill('component.settings.baseUrl', address)
    const dialog = await openFileDialog(pone, 'Trusted certificate')
    await dropFile(dialog, { name: 'notes.pem', content: 'just some notes' })
    await dialog.getByRole('alert').filter({ hasText: 'no certificate or key' }).waitFor()
    await dropFile(dialog, { name: 'notes.txt', content: 'just some notes' })
    await dialog
      .getByRole('alert')
      .filter({ hasText: t('component.file.wrongType', { extensions: '.cer .crt .pem' }) })
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await pone.form().seeValue('component.settings.baseUrl', address)
  })
  await check('a body without its file cannot be run, and the problem leads to the field', async () => {
    const properties = await addStep(pone, 'request', 'Send a file')
    await pone.form(properties).choose('component.request.method', 'POST')
    await chooseBody(pone, properties, 'binary')
    await addStep(pone, 'thinkTime', 'Wait')
    await pone.click('component.run.start')
    await pone.toast(t('component.cannotRun'))
    await page.locator('.cd-problem').filter({ hasText: 'Select the file to send' }).click()
    const button = `${t('component.body.chooseFile')}: ${t('component.file.choose')}`
    await page
      .locator('*:focus')
      .and(page.getByRole('button', { name: button }))
      .waitFor()
  })
  await check('a file in use cannot be deleted, which names the component', async () => {
    await uploadFile(pone, 'component.body.chooseFile', { name: 'order.bin', content: 'order 1' })
    await saveComponent(pone, 2)
    const dialog = await openFileDialog(pone, t('component.body.chooseFile'))
    await pone
      .button('component.deleteNamed', dialog.getByRole('listitem').filter({ hasText: 'order.bin' }), {
        name: 'order.bin',
      })
      .click()
    await pone.confirm('action.delete')
    await pone.toast(`“${component}”`)
    await dialog.getByRole('listitem').filter({ hasText: 'order.bin' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await pone.seeText('order.bin')
  })
  await check('hostile and broken descriptions get a clear message and no requests', async () => {
    const before = await stepTree(pone)
    const dialog = await openWsdlDialog(pone)
    const add = dialog.getByRole('button', { name: t('component.wsdl.add', { count: 0 }) })
    await dropFile(dialog, { name: 'bomb.wsdl', content: bomb })
    await dialog.getByRole('alert').filter({ hasText: 'contains a DOCTYPE' }).waitFor()
    await add.and(page.locator(':disabled')).waitFor()
    await dropFile(dialog, { name: 'page.wsdl', content: '<html><body>Not found</body>' })
    await dialog.getByRole('alert').filter({ hasText: 'page.wsdl is not valid XML' }).waitFor()
    await add.and(page.locator(':disabled')).waitFor()
    await dropFile(dialog, { name: 'good.wsdl', content: wsdlOf(address, ['GetPrice']) })
    await dialog.getByRole('row').filter({ hasText: 'GetPrice' }).waitFor()
    await page.keyboard.press('Escape')
    await pone.click('unsaved.discard')
    await dialog.waitFor({ state: 'hidden' })
    await seeStepTree(pone, before)
  })
  await editLongComponent(pone, check, longId)
}

async function editLongComponent(pone: Pone, check: World['check'], longId: string): Promise<void> {
  const { page } = pone
  await check('a component of a thousand steps stays usable as code', async () => {
    await pone.open(`/pone/atf/projects/editScripts?id=${longId}`)
    await codeField(pone).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('  - got: /wrong')
    const [problem] = await codeProblems(pone)
    assert.match(problem ?? '', /^\d{4}:/)
    await page.keyboard.press('Shift+Home')
    await page.keyboard.insertText('- name: The last one\n    get: /last')
    await openArea(pone, 'steps')
    // Only the rows in view are drawn.
    await page.getByRole('tree').press('End')
    await stepRow(pone, 'The last one').waitFor()
    assert.match(await openCode(pone), /^name: Long/)
  })
}

/** In a project of its own. */
async function makeLongComponent(api: Api): Promise<string> {
  const { id: projectId } = await api.send(calls.project.create, { name: component, code: 'BREAK-1' })
  const [root] = await api.send(calls.component.tree, { projectId })
  const step = (index: number) => ({
    id: `step-${index}`,
    name: `Step ${index}`,
    kind: 'request' as const,
    protocol: 'http' as const,
    http: { url: `${address}/${index}` },
    checkpoints: [{ id: 'c', source: 'status' as const, operator: 'equals' as const, expected: '200' }],
  })
  const { id } = await api.send(calls.component.create, {
    projectId,
    parentId: root?.id ?? '',
    name: 'Long',
    document: { steps: Array.from({ length: manySteps }, (_, index) => step(index)) },
  })
  return id
}

export const wrongInputJourney: Journey = { name: 'wrong-input', run }
