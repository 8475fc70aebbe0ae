/** An administrator writes a monitor type for an HTTP server and tries it; a tester watches the server by it; a second version adds a counter. */
import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import type { Pone } from '../driver/pone.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import type { Journey, World } from '../harness/journey.ts'
import { startTarget, type Target } from '../harness/target.ts'

const user = { account: 'typeuser', password: 'Own1#Types' }
const alias = 'printer-1'
/** A collection, its way to the server, and the next poll of the page. */
const patienceMs = 60_000

/** Each answer counts 7 pages more than the one before; the first count is far above any rate. */
function startPrinter(): Promise<Target> {
  let pages = 1_000_000
  return startTarget(() => {
    pages += 7
    return { contentType: 'application/json', body: JSON.stringify({ pages, queue: { waiting: 3 } }) }
  })
}

const waitingCounter = `
      - key: waiting
        kind: gauge
        unit: count
        names: { zh: 等待的任务, en: Waiting jobs }
        help: { zh: 等待打印的任务, en: Jobs that wait to be printed }`
const waitingChart = `
  - { key: waiting, names: { zh: 等待的任务, en: Waiting jobs }, style: line, unit: count, counters: [state.waiting] }`

/** The first version, or the second with one counter more. */
const typeText = (version: 1 | 2) => `name: printer
category: custom
names: { zh: 打印机, en: Printer }
triedOn: [printer 1.0]
transport: http
params:
  - { key: host, type: address, names: { zh: 主机, en: Host }, required: true }
  - { key: port, type: number, names: { zh: 端口, en: Port }, required: true }
sections:
  - key: state
    names: { zh: 状态, en: State }
    answersAvailability: true
    request:
      path: /state
      answer: { format: json, fields: { pages: pages, waiting: queue.waiting } }
    counters:
      - key: pages
        kind: counter
        unit: count
        names: { zh: 页数, en: Pages }
        help: { zh: 打印的页数, en: Pages that were printed }${version === 1 ? '' : waitingCounter}
charts:
  - { key: pages, names: { zh: 打印速率, en: Pages per second }, style: line, unit: count/s, counters: [state.pages] }${
    version === 1 ? '' : waitingChart
  }
`

/** Replaces the text as by paste: typed, lines would be indented by the editor. */
async function writeText({ page }: Pone, text: string): Promise<void> {
  await page.locator('.monitor-type-source .cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

async function fillTarget(scope: Locator, target: Target): Promise<void> {
  await scope.locator('#params_host').fill('127.0.0.1')
  await scope.locator('#params_port').fill(new URL(target.address).port)
}

async function write(pone: Pone, printer: Target, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('a wrong kind is told at its line, in the text and below it, and cannot be saved', async () => {
    await pone.openMenu('route.monitorType')
    await pone.click('monitorType.new')
    await writeText(pone, typeText(1).replace('kind: counter', 'kind: count'))
    const line = typeText(1)
      .split('\n')
      .findIndex(each => each.includes('kind: counter'))
    await pone.seeText(t('monitorType.at', { line: line + 1 }), page.locator('.monitor-type-problems'))
    await page.locator('.cm-lint-marker-error').waitFor()
    assert.ok(await pone.button('monitorType.save').isDisabled())
  })
  await check('tried on the server, the corrected type shows what it will chart', async () => {
    await writeText(pone, typeText(1))
    await pone.see('monitorType.good')
    await page.getByRole('tab', { name: t('monitorType.try') }).click()
    await fillTarget(page.locator('.monitor-type-editor'), printer)
    // The only agent is chosen once it is known.
    await page.locator('.monitor-type-editor').getByText('local ·').first().waitFor()
    await pone.click('monitorType.run')
    await pone.see('monitorType.values', { count: 3 })
    const rates = await pone.row('Pages').locator('td').allInnerTexts()
    const [, , second, third] = rates.map(Number)
    // How long a busy machine takes between two collections is chance.
    for (const rate of [second, third]) assert.ok(rate !== undefined && rate > 0 && rate < 100, String(rates))
  })
  await check('saved, it is version 1 of an own type', async () => {
    await pone.click('monitorType.save')
    await pone.toast(t('notice.created'))
    await page.getByRole('heading', { name: t('monitorType.editTitle', { name: 'printer' }) }).waitFor()
  })
}

const chart = ({ page }: Pone, name: string) =>
  page
    .locator('.time-chart')
    .filter({ hasText: name })
    .first()
    .locator('.time-chart-legend b')
    .filter({ hasText: /\d/ })
    .first()

async function watch(pone: Pone, printer: Target, { check }: World): Promise<void> {
  const { t } = pone
  await check('a tester makes a monitor of the type, and its page draws the counter', async () => {
    await pone.openMenu('route.monitorManager')
    await pone.click('monitor.new')
    const drawer = pone.dialog(t('monitor.new'))
    const form = pone.form(drawer)
    await form.field('monitor.type').fill('Printer')
    await form.choose('monitor.type', 'Printer')
    await form.fill('monitor.name', alias)
    await fillTarget(drawer, printer)
    await form.fill('monitor.frequency', '1')
    await form.submit('action.save')
    await pone.row(alias).getByText(t('monitor.state.up')).waitFor({ timeout: patienceMs })
    await pone.row(alias).getByRole('link', { name: alias }).click()
    await chart(pone, 'Pages per second').waitFor({ timeout: patienceMs })
  })
}

async function change(pone: Pone, tester: Pone, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('a second version tells what differs, and leaves the monitor at the first one', async () => {
    await writeText(pone, typeText(2))
    await pone.see('monitorType.good')
    await page.getByRole('tab', { name: t('monitorType.versions') }).click()
    await pone.click('monitorType.difference')
    await pone.seeText('- key: waiting', page.locator('.monitor-type-difference [data-sign="+"]'))
    await pone.button('monitorType.saveVersion', page, { version: 2 }).click()
    await pone.see('monitorType.usedBy_one', { count: 1 })
  })
  await check(
    'told to, the monitor collects the second one, on the page that the tester has open',
    async () => {
      await pone.button('monitorType.update', page, { version: 2 }).click()
      await pone.seeText(t('monitorType.added', { names: 'state.waiting' }), pone.dialog())
      await pone.button('monitorType.update', pone.dialog(), { version: 2 }).click()
      await pone.toast(t('monitorType.moved_one', { count: 1 }))
      await chart(tester, 'Waiting jobs').filter({ hasText: '3' }).waitFor({ timeout: patienceMs })
    },
  )
  await check('a type in use cannot be deleted', async () => {
    await pone.openMenu('route.monitorType')
    const more = pone.row('printer').getByRole('button', { name: t('action.more') })
    await pone.chooseMenu(more, t('action.delete'))
    await pone.confirm('action.delete')
    await pone.seeText('used by 1 monitors')
    await pone.row('printer').waitFor()
  })
}

async function run(world: World): Promise<void> {
  const printer = await startPrinter()
  try {
    const { installation } = world
    const pone = await world.openBrowser({ language: 'en' })
    await registerByApi(installation, user, pone.captcha, 'Types')
    await pone.signIn(installation.administrator, 'administrator')
    await write(pone, printer, world)
    const tester = await world.openBrowser({ language: 'en' })
    await tester.signIn(user)
    await createProject(tester, 'Own types', 'OWN-1')
    await watch(tester, printer, world)
    await change(pone, tester, world)
  } finally {
    await printer.close()
  }
}

export const monitorTypesJourney: Journey = { name: 'monitor-types', run }
