/** Pictures of monitoring links: list, editor and live topology. */
import type { LinkNode, LinkTopology, MonitorLink } from '@pone/contract/entities/monitor-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import type { Page } from 'playwright-core'
import { answered } from './answered.ts'
import { monitorAt, monitorId } from './monitor-answers.ts'
import { type Picture, picture, work } from './picture.ts'

export const linkId = monitorId(950)
/** Places of types among the monitors. */
const [redis, postgresql, host] = [0, 1, 3]

const watched = (number: number, given: Partial<LinkNode> & Pick<LinkNode, 'id' | 'x' | 'y'>): LinkNode => {
  const { id: monitorIdOf, name, type } = monitorAt(number)
  return newLinkNode({
    kind: 'monitor',
    alias: name,
    monitorId: monitorIdOf,
    targetName: name,
    targetType: type,
    ...given,
  })
}
const cpu = ['user', 'system'].map(counter => ({ section: 'cpu', counter }))

export const linkTopology: LinkTopology = {
  nodes: [
    newLinkNode({ id: 'frame', kind: 'group', alias: 'Orders', x: 300, y: 0, width: 580, height: 320 }),
    newLinkNode({
      id: 'pay',
      kind: 'external',
      alias: 'Payments',
      x: 0,
      y: 120,
      address: 'pay.example.com',
      color: 'amber',
    }),
    watched(host, { id: 'host', x: 32, y: 112, height: 100, counters: cpu, groupId: 'frame' }),
    watched(redis, { id: 'redis', x: 348, y: 48, groupId: 'frame', color: 'blue' }),
    watched(postgresql, { id: 'pg', x: 348, y: 208, groupId: 'frame' }),
    newLinkNode({
      id: 'old',
      kind: 'monitor',
      alias: 'Old queue',
      x: 32,
      y: 380,
      monitorId: monitorId(951),
      targetName: 'queue-1',
      targetType: 'rabbitmq',
    }),
  ],
  edges: [
    newLinkEdge({ id: 'a', from: 'pay', to: 'host', alias: 'Callback', protocol: 'http' }),
    newLinkEdge({ id: 'b', from: 'host', to: 'redis', alias: 'Sessions', protocol: 'redis' }),
    newLinkEdge({ id: 'c', from: 'host', to: 'pg', alias: 'Orders', protocol: 'sql' }),
  ],
}

/** Of the monitors in the topology. */
export const watchedNumbers = [redis, postgresql, host]
const link = (isRunning: boolean): MonitorLink => ({
  id: linkId,
  name: 'Orders and their storage',
  nodes: linkTopology.nodes.length,
  edges: linkTopology.edges.length,
  monitors: watchedNumbers.length,
  byState: { stopped: 0, waiting: 0, up: 2, partly: 0, down: 1, noAgent: 0 },
  isRunning,
  runningSince: Date.now() - 3_600_000,
  scenarios: [{ id: monitorId(952), name: 'Black Friday' }],
  collectsEachSecond: true,
  revision: 4,
  createdBy: 'tester',
  createdAt: Date.now() - 86_400_000,
  updatedBy: 'tester',
  updatedAt: Date.now() - 7_200_000,
  topology: linkTopology,
  linked: watchedNumbers.map(number => {
    const { id, name, type, isRunning: runs, state } = monitorAt(number)
    return { id, name, type, isRunning: runs, state }
  }),
})
const live = {
  isRunning: true,
  monitors: watchedNumbers.map(number => {
    const { id, state, problem } = monitorAt(number)
    const values =
      number === host ? cpu.map((shown, index) => ({ ...shown, value: 0.84 - index * 0.6, series: 1 })) : []
    return { monitorId: id, state, problem, lastAt: Date.now(), values }
  }),
  machines: [],
}
const tree = [
  {
    id: null,
    name: '',
    monitors: watchedNumbers.map(number => {
      const { id, name: alias, type, isRunning, state } = monitorAt(number)
      return { id, alias, type, isRunning, state, charts: [] }
    }),
  },
]

const background = {
  pictureId: monitorId(953),
  x: -40,
  y: -40,
  width: 1_000,
  height: 560,
  opacity01: 0.5,
}

/** A plan of two rooms, as base64 of a PNG. */
const drawPlan = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1_000
    canvas.height = 560
    const context = canvas.getContext('2d')
    if (context === null) return ''
    for (const [index, color] of ['#dbe7fb', '#e3f3e6'].entries()) {
      context.fillStyle = color
      context.fillRect(index * 500 + 10, 10, 480, 540)
      context.strokeRect(index * 500 + 10, 10, 480, 540)
      context.fillStyle = '#345'
      context.font = '28px sans-serif'
      context.fillText(`Room ${index + 1}`, index * 500 + 30, 50)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

/** The same link with a picture behind its nodes. */
const pictured = (isRunning: boolean) => async (page: Page) => {
  const picture = {
    id: background.pictureId,
    mediaType: 'image/png',
    width: 1_000,
    height: 560,
    sizeBytes: 1,
  }
  const answers: Readonly<Record<string, object>> = {
    'monitor/pone/dataLink/getMonitorView': {
      ...link(isRunning),
      topology: { ...linkTopology, background },
    },
    'monitorLink/picture': { ...picture, base64: await drawPlan(page) },
  }
  for (const [call, data] of Object.entries(answers))
    await page.route(`**/apm-api/${call}`, route => route.fulfill({ json: { status: 200, data } }))
  await page.reload()
  await page.locator('.link-background').waitFor()
}

/** Shows the page again with the link and acts on it. */
const withLink = (isRunning: boolean, shown: string, ...acts: ((page: Page) => Promise<unknown>)[]) =>
  answered(
    {
      'monitorLink/list': { rows: [link(isRunning)], total: 1, page: 1, pageSize: 20 },
      'monitorLink/live': live,
      'monitorType/usable': [],
      'monitor/pone/dataLink/getMonitorView': link(isRunning),
      'monitor/pone/dataLink/getMonitorViewTree': tree,
    },
    shown,
    ...acts,
  )

const node = (id: string) => async (page: Page) => {
  await page.locator(`.react-flow__node[data-id=${id}]`).focus()
  await page.keyboard.press('Enter')
}
const refused = async (page: Page) => {
  await page.locator('.page-header-actions .ant-btn-primary').click()
  await page.locator('.link-problems').waitFor()
}

const binding = async (page: Page) => {
  await page.locator('tbody .row-actions button').last().click()
  await page.locator('.ant-dropdown-menu-item:visible').nth(1).click()
  await page.locator('.ant-modal .ant-switch').waitFor()
}

const list = `${work}/monitorManager?tab=links`
const editor = `${list}&link=${linkId}`
const wall = `${work}/monitorList?tab=links&link=${linkId}`
const drawn = '.react-flow__node'

export const linkPictures: readonly Picture[] = [
  picture('tester', 'monitorManager', 'links', list, withLink(false, 'tbody tr.ant-table-row')),
  picture(
    'tester',
    'monitorManager',
    'linkBinding',
    list,
    withLink(false, 'tbody tr.ant-table-row', binding),
  ),
  picture('tester', 'monitorManager', 'linkEditor', editor, withLink(false, drawn, node('host'))),
  picture('owner', 'monitorManager', 'linkRefused', `${list}&link=new`, refused),
  picture('tester', 'monitorManager', 'linkRunning', editor, withLink(true, drawn)),
  picture('tester', 'monitorList', 'linkLive', wall, withLink(true, drawn)),
  picture('tester', 'monitorManager', 'linkBackground', editor, withLink(false, drawn, pictured(false))),
  picture('tester', 'monitorList', 'linkLiveBackground', wall, withLink(true, drawn, pictured(true))),
]
