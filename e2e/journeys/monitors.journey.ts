/** A tester watches a Redis and four other targets: makes the monitors, tests a connection, sees one target die and come back, and the gap between. */
import assert from 'node:assert/strict'
import { chooseOption } from '../driver/form.ts'
import type { Pone } from '../driver/pone.ts'
import { registerByApi } from '../driver/preparation.ts'
import { createProject } from '../driver/projects.ts'
import { type RedisTarget, redisTarget } from '../driver/redis.ts'
import { seeCount } from '../driver/shown.ts'
import type { Journey, World } from '../harness/journey.ts'

const user = { account: 'monitoruser', password: 'Cach3#Watch' }
const alias = 'cache-1'
/** The four that are watched beside the Redis that dies. */
const others = ['cache-2', 'session-port', 'shop-figures', 'health-page'] as const
/** A collection, its way to the server, and the next poll of the page. */
const patienceMs = 60_000

async function make(pone: Pone, redis: RedisTarget, { check }: World): Promise<void> {
  const { t, page } = pone
  const drawer = () => pone.dialog(t('monitor.new'))
  await check('a project without monitors says what they are and where to begin', async () => {
    await pone.openMenu('route.monitorManager')
    await pone.see('monitor.emptyTitle')
  })
  await check('a frequency above an interval is refused at its field', async () => {
    await pone.click('monitor.new')
    const form = pone.form(drawer())
    await form.choose('monitor.type', 'Redis')
    await form.fill('monitor.name', alias)
    await drawer().locator('#params_host').fill('127.0.0.1')
    await drawer().locator('#params_port').fill('1')
    await form.fill('monitor.frequency', '9')
    await form.submit('action.save')
    assert.equal(await form.faultAt('monitor.frequency'), t('monitor.frequencyTooLong', { limit: '5 s' }))
    await form.fill('monitor.frequency', '1')
  })
  await check(
    'the test of a connection says why a port does not answer, and what an answering one tells',
    async () => {
      const test = drawer().locator('.monitor-test')
      await pone.click('monitor.test', test)
      await test.locator('.status-failed').first().waitFor({ timeout: patienceMs })
      await drawer().locator('#params_port').fill(String(redis.port))
      await pone.click('monitor.test', test)
      await test.locator('.status-failed').first().waitFor({ state: 'detached', timeout: patienceMs })
      await test
        .getByText(/redis \d+\.\d+/i)
        .first()
        .waitFor({ timeout: patienceMs })
    },
  )
  await check('once saved it runs, and is up within seconds', async () => {
    await pone.form(drawer()).submit('action.save')
    await pone.row(alias).getByText(t('monitor.state.up')).waitFor({ timeout: patienceMs })
    await pone.row(alias).getByText(`127.0.0.1:${redis.port}`).waitFor()
    assert.equal(await page.locator('tbody tr.ant-table-row').count(), 1)
  })
}

/** By the form, a monitor each: another Redis, its port, the figures of the shop and a page of it. */
async function makeOthers(pone: Pone, second: RedisTarget, { check, shop }: World): Promise<void> {
  const { t, page } = pone
  const { hostname: host, port } = new URL(shop.address)
  const kinds: Record<(typeof others)[number], readonly [type: string, params: Record<string, string>]> = {
    'cache-2': ['Redis', { host: '127.0.0.1', port: String(second.port) }],
    'session-port': ['TCP availability', { host: '127.0.0.1', port: String(second.port) }],
    'shop-figures': ['Demo shop', { host, port }],
    'health-page': ['HTTP availability', { url: `${shop.address}/health` }],
  }
  await check('four more monitors of other types are made, and all five are up', async () => {
    for (const name of others) {
      const [type, params] = kinds[name]
      await pone.click('monitor.new')
      const drawer = pone.dialog(t('monitor.new'))
      const form = pone.form(drawer)
      // The list of types is longer than what it draws at once.
      await form.fill('monitor.type', type)
      await chooseOption(page, type)
      await form.fill('monitor.name', name)
      for (const [key, value] of Object.entries(params)) await drawer.locator(`#params_${key}`).fill(value)
      await form.submit('action.save')
      await drawer.waitFor({ state: 'detached' })
    }
    for (const name of [alias, ...others])
      await pone.row(name).getByText(t('monitor.state.up')).waitFor({ timeout: patienceMs })
    await seeCount(page.locator('tbody tr.ant-table-row'), 1 + others.length)
  })
}

/** Alone the target that died is down; the other monitors went on without a gap. */
async function seeOthers(pone: Pone, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('the four others were collected all the time, without a gap', async () => {
    for (const name of others) {
      await pone.openMenu('route.monitorManager')
      await pone.row(name).getByRole('link', { name }).click()
      const gaps = page.getByRole('region', { name: t('monitor.gaps') })
      await gaps.getByText(t('monitor.noGaps')).waitFor()
    }
    await pone.openMenu('route.monitorManager')
  })
}

async function watch(pone: Pone, redis: RedisTarget, { check }: World): Promise<void> {
  const { t, page } = pone
  const state = (key: 'up' | 'down') =>
    page
      .locator('.page-header')
      .getByText(t(`monitor.state.${key}`))
      .waitFor({ timeout: patienceMs })
  await check('its page draws what Redis tells', async () => {
    await pone.row(alias).getByRole('link', { name: alias }).click()
    const clients = page
      .locator('.time-chart')
      .filter({ hasText: /Clients|客户端连接数/ })
      .first()
    await clients.locator('canvas').waitFor({ timeout: patienceMs })
    await clients
      .locator('.time-chart-legend b')
      .filter({ hasText: /\d/ })
      .first()
      .waitFor({ timeout: patienceMs })
    await page
      .getByText(/^\d+\.\d+\.\d+$/)
      .first()
      .waitFor({ timeout: patienceMs })
  })
  await check('when Redis dies the page says that the connection is refused', async () => {
    await redis.kill()
    await state('down')
    await page.locator('.monitor-problem').waitFor({ timeout: patienceMs })
  })
  await check('the wall shows one target that is down, and four that are up', async () => {
    await pone.openMenu('route.monitorList')
    await page.locator('.monitor-card-down').filter({ hasText: alias }).waitFor({ timeout: patienceMs })
    await seeCount(page.locator('.monitor-card-up'), others.length)
    await page.locator('.monitor-card-down').click()
    await state('down')
  })
  await check('when it is back the monitor is up again, and the gap stays with its cause', async () => {
    await redis.start()
    await state('up')
    await page.locator('.monitor-problem').waitFor({ state: 'detached', timeout: patienceMs })
    const gaps = page.getByRole('region', { name: t('monitor.gaps') })
    await gaps.locator('tbody tr.ant-table-row').first().waitFor({ timeout: patienceMs })
  })
}

async function leave(pone: Pone, { check }: World): Promise<void> {
  const { t, page } = pone
  await check('the wall shows a card of each, the history its session', async () => {
    await pone.openMenu('route.monitorList')
    await page.locator('.monitor-card-up').filter({ hasText: alias }).waitFor({ timeout: patienceMs })
    await seeCount(page.locator('.monitor-card-up'), 1 + others.length)
    await pone.openMenu('route.monitorHistory')
    await pone.row(alias).getByText(t('monitor.sessionRuns')).waitFor()
  })
  const bar = page.locator('.data-table-selection')
  await check('all five are stopped at once after a question, and can then be deleted', async () => {
    await pone.openMenu('route.monitorManager')
    await pone.row(alias).waitFor()
    await page.locator('thead .ant-checkbox-input').check()
    await bar.getByRole('button', { name: t('monitor.stop') }).click()
    await pone.confirm('monitor.stop')
    for (const name of [alias, ...others])
      await pone.row(name).getByText(t('monitor.state.stopped')).waitFor({ timeout: patienceMs })
    await bar.getByRole('button', { name: t('action.delete') }).click()
    await pone.confirm('action.delete')
    await pone.see('monitor.emptyTitle')
  })
}

async function run(world: World): Promise<void> {
  const [redis, second] = [await redisTarget(), await redisTarget()]
  try {
    await redis.start()
    await second.start()
    const pone = await world.openBrowser({ language: 'en' })
    await registerByApi(world.installation, user, pone.captcha, 'Monitoring')
    await pone.signIn(user)
    await createProject(pone, 'Monitoring', 'MON-1')
    await make(pone, redis, world)
    await makeOthers(pone, second, world)
    await watch(pone, redis, world)
    await seeOthers(pone, world)
    await leave(pone, world)
  } finally {
    await redis.remove()
    await second.remove()
  }
}

export const monitorsJourney: Journey = { name: 'monitors', run }
