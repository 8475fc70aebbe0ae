/** A tester binds a monitoring link of built-in monitors, as they are, to a scenario, sets an SLA rule on a counter, executes it against a shop whose pool is too small, watches the monitors beside the load, and reads in the report and its export what gave way. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { links } from '@pone/web/lib/navigation/links.ts'
import { tab } from '../driver/components.ts'
import { chooseOption } from '../driver/form.ts'
import { addDatabaseMonitor } from '../driver/monitoring.ts'
import type { Pone } from '../driver/pone.ts'
import { type Api, makeWorkspace, registerByApi, signInByApi, type Workspace } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { exportReport, openReport, waitForState } from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import type { MessageKey } from '../driver/texts.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'bottleneck', password: 'B0ttle#neck' }
const project = '瓶颈分析'
const link = '商店链路'

/** Monitors of the shop, of PostgreSQL and of the host as the form proposes them, every 5 s, and the link of all three. */
async function makeLink({ api, projectId }: Workspace, { shop: target, installation }: World): Promise<void> {
  const { hostname: host, port } = new URL(target.address)
  const agentId = (await api.send(calls.monitor.agents, { projectId }))[0]?.id ?? null
  const params = { host, port: Number(port) }
  const base = { projectId, agentId }
  const shop = await api.send(calls.monitor.create, { ...base, name: '商店', type: 'demo-shop', params })
  const vm = await api.send(calls.monitor.create, { ...base, name: '主机', type: 'host' })
  const { dataFolder } = installation
  const database = await addDatabaseMonitor(api, {
    projectId,
    name: '数据库',
    dataFolder,
    intervals: {},
  })
  const topology = {
    nodes: [
      newLinkNode({ id: 'shop', kind: 'monitor', alias: '商店', monitorId: shop.id }),
      newLinkNode({ id: 'database', kind: 'monitor', alias: '数据库', monitorId: database }),
      newLinkNode({ id: 'host', kind: 'host', alias: '主机', monitorId: vm.id }),
    ],
    edges: [
      newLinkEdge({ id: 'sql', from: 'shop', to: 'database', alias: '查询', protocol: 'sql' }),
      newLinkEdge({ id: 'e', from: 'database', to: 'host', alias: '运行于', protocol: 'other' }),
    ],
  }
  await api.send(calls.monitorView.saveMonitorView, { projectId, name: link, revision: 0, topology })
}

async function choose({ page, t }: Pone, field: MessageKey, option: string): Promise<void> {
  await page.getByRole('combobox', { name: t(field) }).click()
  // A long list draws only the options in view.
  await page.keyboard.insertText(option)
  await chooseOption(page, option)
}

async function run(world: World): Promise<void> {
  const { openBrowser, installation, shop, check } = world
  const pone = await openBrowser()
  const { page, t } = pone
  await registerByApi(installation, who, pone.captcha, '瓶颈')
  const api = await signInByApi(installation, who, pone.captcha)
  const workspace = await makeWorkspace(api, {
    name: project,
    code: 'BTN-1',
    shopAddress: shop.address,
    loadModel: { kind: 'incremental', start: 1, step: 1, intervalSeconds: 1, max: 60, holdSeconds: 3 },
  })
  await makeLink(workspace, world)
  const { projectId, scenarioId } = workspace
  // The browser's sign-in ends the session of the preparation.
  const now = async () => createApiClient(installation.address, await pone.token())
  const [drawn] = (await api.send(calls.monitorLink.list, { projectId })).rows
  await api.send(calls.monitorLink.bind, { projectId, id: drawn?.id ?? '', scenarioIds: [scenarioId] })
  await shop.change({ latencyMs: 2, latencyJitterMs: 2, poolSize: 20, poolMs: 100 })
  try {
    await pone.signIn(who)
    await enterProject(pone, project)
    await openScenario(pone, project)
    await check('an SLA rule judges a counter of a monitor that the bound link has', async () => {
      await pone.click('scenario.sla.addCounter')
      await page.getByText('SLA 规则没有选择监控计数器').waitFor()
      await choose(pone, 'scenario.sla.monitor', '商店')
      await choose(pone, 'scenario.sla.counter', '使用中')
      await pone.see('scenario.ready')
      await pone.click('scenario.save')
      await page.getByText(t('scenario.saved')).waitFor()
    })
    await execute(pone)
    await check('the bound link starts with the run, and its monitors stand on the live page', async () => {
      await waitForState(pone, 'runState.running', 30_000)
      await tab(pone, 'run.tab.monitoring').click()
      await page.getByText('随执行启动').waitFor({ timeout: 30_000 })
      const chart = page.locator('.run-monitoring .time-chart').filter({ hasText: '商店 · 限制的占用' })
      await chart.locator('canvas').waitFor({ timeout: 30_000 })
      const sessions = page.locator('.run-monitoring .time-chart').filter({ hasText: '数据库 · ' })
      await sessions.first().locator('canvas').waitFor({ timeout: 30_000 })
    })
    await checkFrequencies(check, await now(), projectId)
    await check(
      'the report says which resource gave way, and what was ruled out or could not be judged',
      async () => {
        await waitForState(pone, 'runState.complete', 120_000)
        await openReport(pone)
        const rule = page.getByRole('row').filter({ hasText: '商店：使用中 < 80' })
        await rule.getByText(t('slaState.passed')).waitFor()
        await page.getByRole('heading', { name: t('report.section.bottleneck') }).waitFor()
        const sentence = await page.locator('.report-bottleneck').innerText()
        assert.match(
          sentence,
          /^商店：使用中（pool） (最多支持 [\d.,]+\/s（95% 区间 [\d.,]+ – [\d.,]+）|已用满)；实测 [\d.,]+\/s/,
        )
        await page
          .getByText(/(已排除|未判断)：/)
          .first()
          .waitFor()
        await page.locator('.run-monitoring .time-chart').filter({ hasText: '限制的占用' }).waitFor()
      },
    )
    await checkFullLink(pone, check)
    await check('the link was stopped with the run', async () => {
      const [stopped] = (await (await now()).send(calls.monitorLink.list, { projectId })).rows
      assert.equal(stopped?.isRunning, false)
    })
    await check('the exported file says the same', async () => {
      const sentence = await page.locator('.report-bottleneck').innerText()
      const exported = await readFile(await exportReport(pone, 'report.exportHtml'), 'utf8')
      assert.ok(exported.includes(sentence), 'the file does not hold the sentence')
      assert.ok(exported.includes('商店 · 限制的占用'), 'the file has no chart of the shop')
    })
    await checkDashboard(pone, check, drawn?.id ?? '')
  } finally {
    await shop.change({ latencyMs: 5, latencyJitterMs: 10, poolSize: 0, poolMs: 0 })
  }
}

async function checkFrequencies(check: World['check'], api: Api, projectId: string): Promise<void> {
  await check(
    'while the run lasts the monitors are collected each second, nobody having set it',
    async () => {
      const monitors = (await api.send(calls.monitor.list, { projectId })).rows
      assert.deepEqual(
        monitors.map(({ frequencyMs, fastRun }) => [frequencyMs, fastRun?.number]),
        monitors.map(() => [5_000, 1]),
      )
    },
  )
}

/** The page of charts asks for a running monitor, so the link is started first. */
async function checkDashboard(
  { page, t, click }: Pone,
  check: World['check'],
  linkId: string,
): Promise<void> {
  await check('a dashboard is made of the link, saved, and shows curves', async () => {
    await page.goto(links.liveLink(linkId))
    await click('monitorLink.start')
    await page.getByText(t('monitorLink.running'), { exact: true }).waitFor()
    await page.getByRole('link', { name: t('monitorLink.makeBoard') }).click()
    await page.getByRole('heading', { name: link }).waitFor()
    await page
      .getByText(/^商店 · /)
      .first()
      .waitFor()
    await click('action.save')
    await page.getByRole('link', { name: t('chartGroup.watch') }).click()
    await page.locator('.time-chart canvas').first().waitFor({ timeout: 30_000 })
  })
}

async function checkFullLink({ page, t }: Pone, check: World['check']): Promise<void> {
  await check(
    'a row of the report leads to the nodes that serve it, with what they showed in the run',
    async () => {
      await page.locator('.run-full-link').first().click()
      // The shop listens on the load machine itself.
      await page.getByText('本机地址，即压力机').first().waitFor()
      const rows = page.locator('.short-table tbody tr')
      await rows
        .filter({ hasText: '主机' })
        .filter({ hasText: t('monitor.state.up') })
        .waitFor()
      await rows.filter({ hasText: '商店' }).filter({ hasText: '使用中' }).waitFor()
      await page
        .getByRole('row', { name: /^数据库 / })
        .filter({ hasText: t('monitor.state.up') })
        .waitFor()
      await page.locator('.full-link-charts .time-chart').filter({ hasText: '限制的占用' }).waitFor()
      await page.getByRole('heading', { name: t('report.blame') }).waitFor()
      await page.goBack()
      await page.locator('.report-bottleneck').waitFor()
    },
  )
}

export const loadAndMonitoringJourney: Journey = { name: 'load-and-monitoring', needsMachine: true, run }
