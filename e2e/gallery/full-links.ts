/** Pictures of the full link: a path with its verdict, addresses that no node has, imported results, and no run. */
import type { FullLinkPath, FullLinkRun } from '@pone/contract/entities/full-link.ts'
import type { Page } from 'playwright-core'
import { judgedReport } from './bottlenecks.ts'
import { flowReport } from './flow-reports.ts'
import { linkId, linkTopology } from './links.ts'
import { answering, type Picture, picture, work } from './picture.ts'

const label = (index: number, name: string, kind: 'request' | 'transaction' = 'request') => ({
  index,
  name,
  kind,
  component: 'Orders',
})
const labels: FullLinkRun['labels'] = [
  { label: label(0, '下单', 'transaction'), addresses: ['shop.example.com:8080', 'pay.example.com:443'] },
  { label: label(1, 'POST /orders'), addresses: ['shop.example.com:8080'] },
  { label: label(2, 'GET ${host}/stock'), addresses: ['http://${host}'] },
]

/** What the server tells of the run that the address names. */
const run = (id: string, given: Partial<FullLinkRun> = {}): FullLinkRun => ({
  run: {
    id,
    number: 41,
    scenarioName: 'Black Friday',
    engine: 'pr',
    state: 'complete',
    startedAt: Date.now() - 3_600_000,
    endedAt: Date.now() - 1_800_000,
  },
  source: 'plan',
  labels,
  ...given,
})

const { monitoring, health, lengthMs } = flowReport()
const found: FullLinkPath = {
  label: label(0, '下单', 'transaction'),
  targets: [
    {
      address: 'shop.example.com:8080',
      isComputed: false,
      entries: [{ linkId, nodeId: 'host', by: 'dns', detail: '10.20.0.14' }],
    },
    { address: 'pay.example.com:443', isComputed: false, entries: [] },
    { address: 'http://${host}', isComputed: true, entries: [] },
  ],
  links: [
    {
      id: linkId,
      name: 'Orders and their storage',
      isOfRun: true,
      topology: {
        nodes: linkTopology.nodes.filter(({ id }) => ['frame', 'host', 'redis', 'pg'].includes(id)),
        edges: linkTopology.edges.filter(({ from }) => from === 'host'),
      },
      depths: { host: 0, redis: 1, pg: 1 },
      omittedNodes: 0,
    },
  ],
  searched: { ofRun: 1, others: 3, omitted: 0, isHidden: false },
  lengthMs,
  monitoring,
  health,
}
const unknown: FullLinkPath = {
  ...found,
  targets: found.targets.filter(({ entries }) => entries.length === 0),
  links: [],
  monitoring: { ...monitoring, monitors: [], series: [], charts: [], gaps: [] },
  health: [],
}

/** Answers the calls of the full link with these, and shows the page again. */
const answered =
  (path: FullLinkPath, shown: string, given: Partial<FullLinkRun> = {}) =>
  async (page: Page): Promise<void> => {
    const id = new URL(page.url()).searchParams.get('run') ?? ''
    await page.route('**/apm-api/fullLink/labels', route =>
      route.fulfill({ json: { status: 200, data: run(id, given) } }),
    )
    await page.route('**/apm-api/fullLink/path', route =>
      route.fulfill({ json: { status: 200, data: path } }),
    )
    await page.reload()
    await page.locator(shown).first().waitFor()
  }

const address = `${work}/traceMonitor?run={run}&label=0`

export const fullLinkPictures: readonly Picture[] = [
  picture('tester', 'traceMonitor', 'path', address, async page => {
    await answered(found, '.react-flow__node')(page)
    await answering('report/get', judgedReport('bottleneck'), '.report-subtitle + .ant-table-wrapper')(page)
    await page.locator('.react-flow__node').first().waitFor()
  }),
  picture('tester', 'traceMonitor', 'unknown', address, answered(unknown, '.full-link-targets')),
  picture(
    'tester',
    'traceMonitor',
    'imported',
    address,
    answered({ ...unknown, targets: [] }, '.full-link-choice', {
      source: 'imported',
      labels: labels.map(each => ({ ...each, addresses: [] })),
    }),
  ),
  picture('tester', 'traceMonitor', 'choice', `${work}/traceMonitor`),
]

const consoleAt =
  (address: string | null) =>
  async (page: Page): Promise<void> => {
    const data = address === null ? null : { address, updatedBy: 'owner', updatedAt: Date.now() - 3_600_000 }
    await page.route('**/apm-api/tracingConsole/get', route => route.fulfill({ json: { status: 200, data } }))
    await page.reload()
    await page.locator('.page-state').first().waitFor()
  }

export const tracingPictures: readonly Picture[] = [
  picture('tester', 'skywalking', 'none', `${work}/skywalking`, consoleAt(null)),
  picture('tester', 'skywalking', 'set', `${work}/skywalking`, consoleAt('https://skywalking.example.com/')),
]
