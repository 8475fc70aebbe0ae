/** The main job, in both languages: register, sign in, project, component, standalone execution, scenario, run, live page, report, export. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import {
  addRange,
  addRequest,
  addStep,
  createComponent,
  openExchange,
  runStandalone,
  saveComponent,
  setBaseAddress,
} from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { createProject } from '../driver/projects.ts'
import {
  exportReport,
  numberIn,
  openReport,
  reportFigure,
  seeRequests,
  waitForMoreThan,
  waitForState,
} from '../driver/runs.ts'
import { createScenario, execute } from '../driver/scenarios.ts'
import type { Language } from '../driver/texts.ts'
import type { Journey, World } from '../harness/journey.ts'

const words = {
  zh: {
    account: 'li.lei',
    realName: '李雷',
    organisation: '质量保障部',
    project: '网上商城压测',
    code: 'MALL-ZH',
    component: '购物流程',
    transaction: '浏览并下单',
    signIn: '登录',
    list: '商品列表',
    detail: '商品详情',
    order: '提交订单',
    scenario: '十秒热身',
  },
  en: {
    account: 'jane.doe',
    realName: 'Jane Doe',
    organisation: 'Quality assurance',
    project: 'Web shop under load',
    code: 'SHOP-EN',
    component: 'Shopping',
    transaction: 'Look and buy',
    signIn: 'Sign in to the shop',
    list: 'List goods',
    detail: 'Show a good',
    order: 'Place an order',
    scenario: 'Ten seconds',
  },
} as const
const password = 'Kite12#'

async function register(pone: Pone, language: Language): Promise<void> {
  const { account, realName, organisation } = words[language]
  await pone.page.getByRole('link', { name: pone.t('signIn.toRegister') }).click()
  await pone.page.getByRole('heading', { name: pone.t('register.title') }).waitFor()
  const form = pone.form()
  await form.fill('user.account', account)
  await form.fill('user.realName', realName)
  await form.fill('signIn.password', password)
  await form.fill('register.passwordAgain', `${password}x`)
  await form.submit('action.next')
  assert.equal(await form.faultAt('register.passwordAgain'), pone.t('password.mismatch'))
  await form.fill('register.passwordAgain', password)
  await form.submit('action.next')
  await form.fill('register.organisation', organisation)
  // Going back loses no input.
  await form.submit('action.previous')
  await form.seeValue('user.realName', realName)
  await form.submit('action.next')
  await form.seeValue('register.organisation', organisation)
  await form.fill('signIn.code', pone.captcha)
  await form.submit('register.submit')
  await pone.see('register.doneTitle')
  await pone.page.getByRole('link', { name: pone.t('register.toSignIn') }).click()
  await pone.isAt('/pone/login')
}

async function design(pone: Pone, language: Language, shopAddress: string): Promise<void> {
  const word = words[language]
  await createComponent(pone, word.component)
  await setBaseAddress(pone, shopAddress)
  await addRange(pone, { name: 'goodsId', from: 1, to: 200 })
  await addRequest(pone, {
    name: word.signIn,
    method: 'POST',
    url: '/api/sign-in',
    json: '{"account": "visitor-${threadId()}", "password": "secret"}',
    status: '200',
    extract: { variable: 'token', path: '$.token' },
  })
  await addStep(pone, 'transaction', word.transaction)
  await addRequest(pone, { name: word.list, url: '/api/goods?page=1', status: '200' })
  await addRequest(pone, { name: word.detail, url: '/api/goods/${goodsId}', status: '200' })
  await addRequest(pone, {
    name: word.order,
    method: 'POST',
    url: '/api/orders',
    json: '{"goodsId": ${goodsId}, "quantity": 1}',
    headers: [['Authorization', 'Bearer ${token}']],
    status: '201',
  })
  await saveComponent(pone, 2)
}

async function runInLanguage({ openBrowser, shop, check }: World, language: Language): Promise<void> {
  const word = words[language]
  const pone = await openBrowser({ language })
  await check('a person registers in three steps and loses nothing going back', () =>
    register(pone, language),
  )
  await check('signs in and is asked for a project', async () => {
    await pone.signIn({ account: word.account, password })
    await pone.isAt('/pone/atf/projectList/info')
  })
  await check('creates a project and stands on its home page', async () => {
    await createProject(pone, word.project, word.code)
    await pone.seeText(word.project)
  })
  await check('designs a component with parameter, checkpoints, extractor and transaction', () =>
    design(pone, language, shop.address),
  )
  await check('standalone execution shows every request and response', async () => {
    const rows = await runStandalone(pone)
    assert.equal(rows.length, 4)
    for (const [index, name] of [word.signIn, word.list, word.detail, word.order].entries()) {
      assert.match(rows[index] ?? '', new RegExp(name))
    }
    const extracted = await openExchange(pone, word.signIn, 'component.debug.extracted')
    await pone.seeText('token', extracted)
    const response = await openExchange(pone, word.order, 'component.debug.response')
    await pone.seeText('orderId', response)
    const checks = await openExchange(pone, word.order, 'component.checkpoints')
    await pone.seeText(pone.t('component.debug.passed'), checks)
  })
  await check('binds the component in a scenario with load, cluster and SLA', () =>
    createScenario(pone, {
      name: word.scenario,
      component: word.component,
      users: 10,
      rampUpSeconds: 2,
      durationSeconds: 10,
      withSla: true,
    }),
  )
  let runId = ''
  await check('executes it, and the live page shows growing figures', async () => {
    runId = await execute(pone)
    await waitForState(pone, 'runState.running', 30_000)
    const first = await waitForMoreThan(pone, 0)
    await waitForMoreThan(pone, await waitForMoreThan(pone, first))
  })
  await check('the run ends complete, its SLA held', async () => {
    await waitForState(pone, 'runState.complete')
    await pone.page.locator('.run-figures').getByText(pone.t('slaState.passed')).waitFor()
  })
  await check('live page, report and the shop agree on the number of requests', async () => {
    const { received } = await shop.countsOf(runId)
    assert.ok(received > 100, `only ${received} requests`)
    await seeRequests(pone, received)
    await openReport(pone)
    assert.equal(numberIn(await reportFigure(pone, 'report.requests')), received)
    await pone.page
      .locator('.report-verdict')
      .getByText(pone.t('report.verdict.passed'), { exact: true })
      .waitFor()
  })
  await check('the exported HTML opens from disk with the same figures', async () => {
    const shown = await reportFigure(pone, 'report.requests')
    const path = await exportReport(pone, 'report.exportHtml')
    await openFromDisk(pone, path, [word.scenario, word.transaction, shown])
    const table = await readFile(await exportReport(pone, 'report.exportCsv'), 'utf8')
    assert.match(table, new RegExp(word.order))
  })
  await check('the execution records list the run with its state', async () => {
    await pone.openMenu('route.logging')
    const row = pone.row(word.scenario)
    await row.getByText(pone.t('runState.complete')).waitFor()
  })
}

/** Works without a network: the file is opened with every request but itself refused. */
async function openFromDisk(pone: Pone, path: string, texts: readonly string[]): Promise<void> {
  const page = await pone.page.context().newPage()
  const foreign: string[] = []
  await page.route(/^https?:/, route => {
    foreign.push(route.request().url())
    return route.abort()
  })
  const { href } = pathToFileURL(path)
  await page.goto(href)
  for (const text of texts) await page.getByText(text).first().waitFor()
  assert.deepEqual(foreign, [])
  await page.close()
}

export const mainJobInChinese: Journey = { name: 'main-job-zh', run: world => runInLanguage(world, 'zh') }
export const mainJobInEnglish: Journey = { name: 'main-job-en', run: world => runInLanguage(world, 'en') }
