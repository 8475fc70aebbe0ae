/** A component over WebSocket and SQL: its operations have forms, its standalone execution shows messages and result tables, a run of it counts messages, round trips and rows. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { calls } from '@pone/contract/calls/registry.ts'
import { yamlToDocument } from '@pone/plan/code/yaml.ts'
import { startPostgres } from '@pone/protocols/sql/test-databases.ts'
import { WebSocketServer } from 'ws'
import { openComponent, openExchange, runStandalone, selectStep, tab } from '../driver/components.ts'
import type { Pone } from '../driver/pone.ts'
import { makeWorkspace, registerByApi, signInByApi } from '../driver/preparation.ts'
import { enterProject } from '../driver/projects.ts'
import { exportReport, numberIn, openReport, reportFigure, waitForState } from '../driver/runs.ts'
import { execute, openScenario } from '../driver/scenarios.ts'
import { holds, seeValue } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const who = { account: 'protocol.one', password: 'Protoc1#' }
const project = '多种协议'

const yamlOf = (socket: string, target: string, password: string) => `
name: ${project}
variables: [{ name: secret, value: '${password}', secret: true }]
steps:
  - webSocket.connect: ${socket}
    name: 建立连接
  - webSocket.send: '{"ask": "price", "key": "\${secret}"}'
    name: 询价
    reply: next
    checkpoints: [{ source: jsonPath, expression: $.price, operator: equals, expected: '7' }]
  - sql.connect: { ${target} }
    name: 登录数据库
  - sql.query: SELECT i AS id, 'öl ' || i AS name FROM generate_series(1, 3) AS i WHERE $1 <> ''
    name: 查询商品
    parameters: [{ value: '2' }]
    checkpoints: [{ source: cell, expression: 'name[2]', operator: equals, expected: 'öl 2' }]
`

/** Answers each message, and counts them. */
interface Socket {
  messages: number
  readonly address: string
  readonly close: () => void
}

async function startSocket(): Promise<Socket> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', socket =>
    socket.on('message', () => {
      started.messages++
      socket.send('{"price": 7}')
    }),
  )
  await once(server, 'listening')
  const started: Socket = {
    messages: 0,
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
  return started
}

/** Cells of the row of all requests of a metric, in the order of the table's columns. */
async function metricTotals({ page }: Pone, metric: string): Promise<string[]> {
  const row = page.locator('.run-metric-table').getByRole('row').filter({ hasText: metric })
  await row.waitFor()
  return (await row.getByRole('cell').allInnerTexts()).slice(2)
}

async function run(world: World): Promise<void> {
  const { openBrowser, installation, shop, check } = world
  const pone = await openBrowser({ language: 'zh' })
  const { page } = pone
  await registerByApi(installation, who, pone.captcha, '协议测试')
  const api = await signInByApi(installation, who, pone.captcha)
  const { projectId, componentId } = await makeWorkspace(api, {
    name: project,
    code: 'PROTO-1',
    shopAddress: shop.address,
    loadModel: { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 5 },
  })
  const socket = await startSocket()
  const database = await startPostgres()
  try {
    const target = `driver: postgresql, host: 127.0.0.1, port: ${database.port}, database: ${database.database}, user: ${database.user}, password: '\${secret}'`
    const { component, problems } = yamlToDocument(yamlOf(socket.address, target, database.password))
    assert.deepEqual(problems, [])
    assert(component !== null && component !== undefined)
    await api.send(calls.component.save, {
      projectId,
      id: componentId,
      revision: 1,
      document: component.document,
    })
    await pone.signIn(who)
    await enterProject(pone, project)
    await openComponent(pone, project)

    await check('an operation of each protocol is edited by its form', async () => {
      const connect = await selectStep(pone, '建立连接')
      const field = connect.getByLabel('地址', { exact: true }).and(page.locator('input, textarea'))
      await seeValue(field.first(), socket.address)
      const login = await selectStep(pone, '登录数据库')
      await login.getByText('127.0.0.1').or(login.locator('input[value="127.0.0.1"]')).first().waitFor()
      assert.equal(await login.getByText(database.password).count(), 0)
    })
    await check('standalone execution passes over both', async () => {
      const rows = await runStandalone(pone)
      assert.equal(rows.length, 4, rows.join('\n'))
      assert.equal(await page.locator('.cd-exchange.is-failed').count(), 0)
    })
    await check('messages and result tables are shown, and the secret in none of them', async () => {
      const reply = await openExchange(pone, '询价', 'component.debug.response')
      await reply.locator('.cm-content', { hasText: 'price' }).waitFor()
      await reply.getByRole('tab', { name: '消息' }).click()
      await reply.getByRole('cell', { name: '{"price": 7}' }).waitFor()
      assert.equal(await page.getByText(database.password).count(), 0)
      const found = await openExchange(pone, '查询商品', 'component.debug.request')
      await found.getByRole('tab', { name: '结果表' }).click()
      await found.getByRole('cell', { name: 'öl 3' }).waitFor()
    })
    await checkRun(world, pone, { socket, secret: database.password })
  } finally {
    socket.close()
    await database.close()
  }
}

/** A run on a load machine counts what both servers handled, and its report and exports show the same figures. */
async function checkRun(
  { check }: World,
  pone: Pone,
  { socket, secret }: { socket: Awaited<ReturnType<typeof startSocket>>; secret: string },
): Promise<void> {
  const { page, t } = pone
  await check('a run of it on a load machine shows messages per second live', async () => {
    socket.messages = 0
    await enterProject(pone, project)
    await openScenario(pone, project)
    await pone.see('scenario.ready')
    await execute(pone)
    await waitForState(pone, 'runState.complete')
    await tab(pone, 'run.tab.metrics').click()
    await holds(async () =>
      assert.equal(numberIn((await metricTotals(pone, '发送消息数'))[0] ?? ''), socket.messages),
    )
    await page.locator('.time-chart', { hasText: '消息往返时间' }).waitFor()
  })
  await check('its report counts messages, round trips and rows as the servers did', async () => {
    await openReport(pone)
    await page.getByRole('heading', { name: t('run.tab.metrics') }).waitFor()
    const { messages } = socket
    const [sent = '', perSecond = ''] = await metricTotals(pone, '发送消息数')
    assert.ok(messages > 0)
    assert.equal(numberIn(sent), messages)
    assert.ok(numberIn(perSecond) > 0)
    const [trips = ''] = await metricTotals(pone, '消息往返时间')
    assert.equal(numberIn(trips), messages)
    const [rows = ''] = await metricTotals(pone, '读取行数')
    assert.equal(numberIn(rows) % 3, 0)
    assert.ok(numberIn(await reportFigure(pone, 'report.requests')) >= 2 * messages)
  })
  await check('its exports have them too', async () => {
    const file = await readFile(await exportReport(pone, 'report.exportHtml'), 'utf8')
    for (const text of ['协议指标', '消息往返时间', '读取行数']) assert.ok(file.includes(text), text)
    const [head = ''] = (await readFile(await exportReport(pone, 'report.exportCsv'), 'utf8')).split('\r\n')
    for (const column of ['发送消息数：合计', '消息往返时间：P95(ms)', 'WebSocket 握手(ms)', '读取结果(ms)'])
      assert.ok(head.split(',').includes(column), `${column}: ${head}`)
    assert.ok(!file.includes(secret))
  })
}

export const protocolsJourney: Journey = { name: 'protocols', run }
