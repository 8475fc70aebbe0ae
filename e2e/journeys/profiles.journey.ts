/** A tester uploads two profiles of a shop, finds what is heaviest, zooms and searches, sees what a change did, and has a flame diagram and thread dumps of a JVM taken by its agent. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { calls } from '@pone/contract/calls/registry.ts'
import { downloadBy } from '../driver/downloads.ts'
import { type HotJvm, startHotJvm } from '../driver/hot-jvm.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { holds, seeCount } from '../driver/shown.ts'
import { followThreads } from '../driver/thread-dumps.ts'
import { eventually } from '../harness/eventually.ts'
import type { Journey, World } from '../harness/journey.ts'

const user = { account: 'flameuser', password: 'Fl4mes#Shop' }
const patienceMs = 60_000
/** An agent starts a process for flame diagrams, which takes long where others use the machine. */
const takenMs = 120_000
const collapsed = (price: number, cart: number): string =>
  [
    `java/lang/Thread.run;shop/api/Web.get;shop/Cart.total;shop/Price.of ${price}`,
    `java/lang/Thread.run;shop/api/Web.get;shop/Cart.total ${cart}`,
    'java/lang/Thread.run;shop/api/Web.get;java/util/HashMap.get 60',
    'java/lang/Thread.run;shop/Mail.send;shop/Cart.total;shop/Price.of 20',
    'GC 20',
  ].join('\n')

async function upload(pone: Pone, name: string, content: string): Promise<void> {
  await pone.openMenu('route.flameDiagram')
  await pone.click('flame.upload')
  const dialog = pone.dialog(pone.t('flame.upload'))
  const file = { name: `${name}.collapsed`, mimeType: 'text/plain', buffer: Buffer.from(content) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await pone.form(dialog).submit('action.upload')
  await pone.page.getByRole('link', { name, exact: true }).waitFor({ timeout: patienceMs })
}

const chosenFrame = ({ page }: Pone) => page.locator('.flame-chosen').first()
const says = (pone: Pone, text: string) =>
  eventually({
    what: text,
    patienceMs,
    look: async () => ((await chosenFrame(pone).textContent())?.includes(text) ? true : undefined),
  })

async function view(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check('a profile is drawn with its methods beside it, the heaviest first', async () => {
    await page
      .getByRole('link', { name: t('flame.view') })
      .first()
      .click()
    await page.locator('.flame-window canvas').waitFor({ timeout: patienceMs })
    await page.locator('tbody tr.ant-table-row').first().getByText('shop.Price.of').waitFor()
  })
  await check(
    'the keyboard walks along the heaviest calls and zooms in, and the path leads back',
    async () => {
      await page.locator('.flame-window').focus()
      for (const step of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(step)
      await says(pone, 'shop.Cart.total')
      await page.keyboard.press('Enter')
      await page.locator('.flame-path li').nth(3).waitFor()
      await page.waitForURL(/root=\d+/)
      await page.locator('.flame-path button').first().click()
      await page.locator('.flame-path').waitFor({ state: 'hidden' })
    },
  )
  await check('a search tells how many methods it found and their share', async () => {
    await page.getByRole('textbox', { name: t('flame.find') }).fill('cart|hashmap')
    await page.getByText(t('flame.found', { count: 2, share: '94.12 %' })).waitFor()
    await page.getByRole('textbox', { name: t('flame.find') }).fill('cart(')
    await pone.see('flame.badPattern')
  })
  await check('an expression that never ends is stopped, and the page goes on', async () => {
    await page.getByRole('textbox', { name: t('flame.find') }).fill('^((\\S+)+)+!$')
    await pone.see('flame.tooSlow')
    await page.getByRole('textbox', { name: t('flame.find') }).fill('hashmap')
    await page.getByText(t('flame.found', { count: 1, share: '17.65 %' })).waitFor()
    await pone.click('flame.reset')
  })
  await check('excluded classes leave out whole stacks', async () => {
    await page.getByLabel(t('flame.excluded')).fill('shop.Mail')
    await page.keyboard.press('Enter')
    await eventually({
      what: 'a table without the excluded class',
      patienceMs,
      look: async () => ((await page.getByText('shop.Mail.send').count()) === 0 ? true : undefined),
    })
  })
  await check('the same diagram is exported as stacks that other tools read', async () => {
    await pone.click('flame.export')
    const file = await downloadBy(page, () =>
      page.getByRole('menuitem', { name: t('flame.exportCollapsed') }).click(),
    )
    assert.match(file.suggestedFilename(), /\.collapsed$/)
  })
  await check('and as a page that zooms by itself, without a server', () => zoomExported(pone))
}

/** Opens the exported page from the disk. */
async function zoomExported(pone: Pone): Promise<void> {
  const { page, t } = pone
  await pone.click('flame.export')
  const file = await downloadBy(page, () =>
    page.getByRole('menuitem', { name: t('flame.exportHtml') }).click(),
  )
  const folder = await mkdtemp(join(tmpdir(), 'pone-flame-'))
  const context = await page.context().browser()?.newContext()
  assert.ok(context !== undefined)
  try {
    const path = join(folder, 'flame.html')
    await file.saveAs(path)
    const exported = await context.newPage()
    const faults: string[] = []
    exported.on('console', message => faults.push(message.text()))
    exported.on('pageerror', fault => faults.push(String(fault)))
    await exported.goto(pathToFileURL(path).href)
    await exported.locator('g[data-name="shop.Cart.total"] rect').click()
    await seeCount(exported.locator('li'), 4)
    // With its three callers and what it calls.
    await seeCount(exported.locator('g[display=inline]'), 5)
    await exported.keyboard.press('Escape')
    await seeCount(exported.locator('li'), 3)
    await exported.getByRole('button', { name: t('flame.reset') }).click()
    await seeCount(exported.locator('li'), 1)
    assert.deepEqual(faults, [])
  } finally {
    await context.close()
    await rm(folder, { recursive: true })
  }
}

async function analyse(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check('a method is shown between its callers and what it calls', async () => {
    await page
      .getByRole('link', { name: t('flame.analyse') })
      .first()
      .click()
    // The page before has such a button too.
    await page.getByRole('tab', { name: t('flame.callTree') }).waitFor()
    await page.getByRole('button', { name: 'shop.Cart.total' }).click()
    await page.getByRole('heading', { name: t('flame.callers') }).waitFor()
    await seeCount(page.locator('.flame-window:visible'), 2)
  })
  await check('the call tree is open along the heaviest calls', async () => {
    await page.getByRole('tab', { name: t('flame.callTree') }).click()
    await page.locator('.short-table').getByText('shop.Price.of').first().waitFor()
  })
}

async function compare(pone: Pone, { check }: World): Promise<void> {
  const { page, t } = pone
  await check('two flame diagrams show what changed most first', async () => {
    await pone.openMenu('route.flameDiagram')
    const boxes = page.locator('tr.ant-table-row .ant-checkbox')
    await boxes.first().waitFor()
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    await pone.click('flame.compare')
    await page.locator('.flame-window canvas').waitFor({ timeout: patienceMs })
    await page.getByText(t('flame.mode.absolute'), { exact: true }).click()
    const first = page.locator('tbody tr.ant-table-row').first()
    await first.getByText('shop.Price.of').waitFor()
    // Before the click the same method is first.
    await holds(async () => assert.match((await first.textContent()) ?? '', /−140/))
  })
}

/** The project, with a monitor of the JVM that the agent of the installation collects. */
async function prepare({ installation }: World, pone: Pone, jvm: HotJvm): Promise<string> {
  await registerByApi(installation, user, pone.captcha, 'Flames')
  const api = await signInByApi(installation, user, pone.captcha)
  const { id: projectId } = await api.send(calls.project.create, { name: 'Flames', code: 'FLM-1' })
  const [agent] = await api.send(calls.monitor.agents, { projectId })
  const monitor = await api.send(calls.monitor.create, {
    projectId,
    name: 'hot shop',
    type: 'jvm',
    params: { process: jvm.process },
    agentId: agent?.id ?? null,
  })
  await api.send(calls.monitor.start, { projectId, ids: [monitor.id] })
  return monitor.id
}

async function take(pone: Pone, jvm: HotJvm, { check }: World): Promise<void> {
  const { page, t } = pone
  await check('an agent takes a flame diagram of a JVM, and its hot method is named first', async () => {
    await pone.openMenu('route.flameDiagram')
    await pone.click('profiling.take')
    const dialog = pone.dialog(t('profiling.take'))
    const form = pone.form(dialog)
    await form.choose('profiling.monitor', 'hot shop')
    await form.fill('profiling.name', 'taken')
    await form.fill('profiling.seconds', '5')
    await form.submit('profiling.take')
    await page.getByRole('link', { name: t('profiling.open') }).click({ timeout: takenMs })
    await page.locator('.flame-window canvas').waitFor({ timeout: patienceMs })
    await page.locator('tbody tr.ant-table-row').first().getByText(jvm.hotMethod).waitFor()
  })
}

async function run(world: World): Promise<void> {
  const jvm = await startHotJvm()
  try {
    await diagrams(world, jvm)
  } finally {
    await jvm.remove()
  }
}

async function diagrams(world: World, jvm: HotJvm): Promise<void> {
  const { check } = world
  const pone = await world.openBrowser({ language: 'en' })
  const monitorId = await prepare(world, pone, jvm)
  await pone.signIn(user)
  await enterProject(pone, 'Flames')
  await check('files that are no profiles are refused with the reason', async () => {
    await pone.openMenu('route.flameDiagram')
    await pone.click('flame.upload')
    const dialog = pone.dialog(pone.t('flame.upload'))
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('main;a 1\nmain;b\n') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await pone.form(dialog).submit('action.upload')
    await dialog.getByRole('alert').waitFor({ timeout: patienceMs })
    await pone.click('action.cancel', dialog)
  })
  await upload(pone, 'before the cure', collapsed(200, 40))
  await upload(pone, 'after the cure', collapsed(60, 40))
  await pone.page.getByRole('link', { name: 'before the cure' }).click()
  // The list has a link to the view in each row.
  await pone.page.getByRole('heading', { level: 1, name: 'before the cure' }).waitFor()
  await view(pone, world)
  await analyse(pone, world)
  await compare(pone, world)
  await take(pone, jvm, world)
  await followThreads(pone, { monitorId, waiting: jvm.waitingThread }, world)
}

export const profilesJourney: Journey = { name: 'profiles', run }
