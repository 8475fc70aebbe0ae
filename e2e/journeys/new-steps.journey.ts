/**
 * A tester builds a component with once, weighted choice, for each, an upload, generated values and a secret, by mouse
 * and keyboard.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { uploadFile } from '../driver/attachments.ts'
import { complete } from '../driver/code.ts'
import {
  addRequest,
  addSecret,
  addStep,
  chooseBody,
  createComponent,
  openArea,
  openExchange,
  runStandalone,
  saveComponent,
  secretTable,
  seeStepTree,
  selectStep,
  setBaseAddress,
  setStandaloneLoops,
  tab,
} from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { seeValue } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'
import { startTarget, type Target } from '../harness/target.ts'

const who = { account: 'builder.one', password: 'Builde1#' }
const secret = 'S3cret-value-of-the-key'
const file = { name: '订单 1.csv', content: 'id,数量\n1,2\n3,4\n' }
const loops = 4
const tree = ['仅首次', '  登录', '上传订单', '商品', '  热销商品', '  冷门商品', '逐个查看', '  查看一个']

/** Returns what it was sent, the key included, as careless systems do. */
const startEcho = () =>
  startTarget(({ path, headers }) => ({
    contentType: 'application/json',
    body: JSON.stringify({ path, key: headers['x-key'] ?? null }),
  }))

async function build(pone: Pone, address: string): Promise<void> {
  const { page, t } = pone
  await createComponent(pone, '新步骤')
  await setBaseAddress(pone, address)
  await addSecret(pone, 'apiKey', secret)
  await openArea(pone, 'parameters')
  await pone.chooseMenu(pone.button('component.parameter.add'), t('component.parameter.uniqueId'))
  await pone.form().fill('component.variables.name', 'orderNo')
  await addRequest(pone, {
    name: '上传订单',
    method: 'POST',
    url: '/upload',
    headers: [['X-Key', '${apiKey}']],
    status: '200',
    extract: { variable: 'echoed', path: '$.key' },
  })
  const upload = await selectStep(pone, '上传订单')
  await chooseBody(pone, upload, 'multipart')
  await pone.click('component.multipart.addText', upload)
  const text = upload.getByRole('group', { name: t('component.multipart.numbered', { number: 1 }) })
  await text.getByPlaceholder(t('component.name')).fill('remark')
  await text.getByPlaceholder(t('component.value')).fill('第 ${iteration()} 次')
  await page.keyboard.press('Escape')
  await pone.click('component.multipart.addFile', upload)
  const part = upload.getByRole('group', { name: t('component.multipart.numbered', { number: 2 }) })
  await uploadFile(pone, 'component.body.chooseFile', file, part)
  await seeValue(part.getByLabel(t('component.multipart.fileName')), file.name)

  const forEach = await addStep(pone, 'forEach', '逐个查看')
  await forEach.getByLabel('列表', { exact: true }).and(page.locator('textarea')).fill('["红", "绿", "蓝"]')
  await addRequest(pone, { name: '查看一个', url: '/items/${item}' })

  await selectStep(pone, '上传订单')
  await addStep(pone, 'weighted', '商品')
  await addRequest(pone, { name: '热销商品', url: '/hot?no=${orderNo}' })
  await addRequest(pone, { name: '冷门商品', url: '/cold?no=${orderNo}' })
  const weighted = await selectStep(pone, '商品')
  await weighted
    .getByRole('spinbutton', { name: t('component.weighted.weightOf', { name: '热销商品' }) })
    .fill('3')
  await pone.seeText('75%', weighted)

  await selectStep(pone, '上传订单')
  await addStep(pone, 'once', '仅首次')
  await page.getByRole('tree').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await addRequest(pone, { name: '登录', method: 'POST', url: '/sign-in', json: '{"user": "builder"}' })
}

/** Texts of responses and live messages that contain the secret. */
function watchIncoming(page: Page): string[] {
  const found: string[] = []
  const look = (from: string, text: string) => {
    if (text.includes(secret)) found.push(from)
  }
  page.on('response', response => {
    if (response.url().includes('/apm-api/'))
      void response
        .text()
        .then(text => look(response.url(), text))
        .catch(() => undefined)
  })
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => look(socket.url(), payload.toString())),
  )
  return found
}

async function assertHidden({ page }: Pone, where: string): Promise<void> {
  assert.ok(!(await page.content()).includes(secret), `the secret stands in ${where}`)
}

function assertUploads({ received }: Target, count: number): void {
  const uploads = received.filter(({ path }) => path === '/upload')
  assert.equal(uploads.length, count)
  for (const { headers, body } of uploads) {
    assert.match(headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
    assert.ok(body.includes(`filename="${file.name}"`))
    assert.ok(body.includes(file.content))
    assert.equal(headers['x-key'], secret)
  }
}

async function runWith(world: World, target: Target): Promise<void> {
  const { openBrowser, installation, check } = world
  const pone = await openBrowser()
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, '搭建者')
  await pone.signIn(who)
  await createProject(pone, '新步骤', 'STEPS-1')
  const leaks = watchIncoming(page)

  await check('a component is built of once, weighted choice, for each, an upload and a secret', async () => {
    await build(pone, target.address)
    await seeStepTree(pone, tree)
  })
  await check('run by itself, each step is taken as often as it says, and the file arrives', async () => {
    await setStandaloneLoops(pone, loops)
    const rows = await runStandalone(pone)
    const times = (name: string) => rows.filter(row => row.includes(name)).length
    assert.deepEqual(['登录', '上传订单', '热销商品', '冷门商品', '查看一个'].map(times), [
      1,
      loops,
      3,
      1,
      3 * loops,
    ])
    assertUploads(target, loops)
    const paths = target.received.map(({ path }) => decodeURIComponent(path))
    assert.equal(paths.filter(path => path === '/items/蓝').length, loops)
    assert.equal(new Set(paths.filter(path => /^\/(hot|cold)\?no=./.test(path))).size, loops)
  })
  await check('the value of the secret is nowhere to be seen, though the target says it back', async () => {
    const parts = ['request', 'response', 'extracted'] as const
    for (const part of parts) {
      await openExchange(pone, '上传订单', `component.debug.${part}`)
      await assertHidden(pone, part)
    }
    for (const area of ['variables', 'log'] as const) {
      await tab(pone, `component.dock.${area}`, page.locator('.cd-dock')).click()
      await assertHidden(pone, area)
    }
    await openArea(pone, 'code')
    await page.locator('.cd-code-form .cm-content').waitFor()
    assert.deepEqual(leaks, [])
  })
  await check('saved and loaded anew, all is there, and the secret shows as stored', async () => {
    await saveComponent(pone, 2)
    await openArea(pone, 'variables')
    await secretTable(pone).getByPlaceholder(t('component.secrets.stored')).waitFor()
    await assertHidden(pone, 'the page that saved it')
    await page.reload()
    await seeStepTree(pone, tree)
    const upload = await selectStep(pone, '上传订单')
    await pone.seeText(file.name, upload)
    await openArea(pone, 'variables')
    await secretTable(pone).getByPlaceholder(t('component.secrets.stored')).waitFor()
    await assertHidden(pone, 'the reloaded page')
    const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
    assert.ok(!kept.includes(secret), 'the secret stays in the storage of the browser')
    assert.deepEqual(leaks, [])
  })
  await check('the stored secret and file serve the next execution', async () => {
    await runStandalone(pone)
    assertUploads(target, loops + 1)
    await assertHidden(pone, 'the second execution')
    assert.deepEqual(leaks, [])
  })
  await checkCompletion(world, pone)
}

/** Scripts and bodies offer completions of what can be used in them. */
async function checkCompletion({ check }: World, pone: Pone): Promise<void> {
  const { page } = pone
  await check('a script completes what it can use while it is typed', async () => {
    const script = await addStep(pone, 'script', '签名')
    await script.locator('.cm-content').click()
    await page.keyboard.type('vars')
    await complete(pone, script.locator('.cm-content'), 'vars.get', /^vars\.get\(/)
  })
  await check('a body completes the variables of the component', async () => {
    const body = (await selectStep(pone, '登录')).locator('.cm-content')
    await body.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{"order": ${ord')
    await complete(pone, body, 'orderNo', /^\{"order": \$\{orderNo\}\}$/)
  })
}

async function run(world: World): Promise<void> {
  const target = await startEcho()
  try {
    await runWith(world, target)
  } finally {
    await target.close()
  }
}

export const newStepsJourney: Journey = { name: 'new-steps', run }
