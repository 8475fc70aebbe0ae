/** Pictures of the full link: a path with its verdict, addresses that no node has, imported results, and no run. */
import type { FullLinkPath, FullLinkRun } from '@pone/contract/entities/full-link.ts'
import type { ReadTrace, Trace, TraceSpan } from '@pone/contract/entities/trace.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
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
    const system = address === null ? null : tracingSystem
    await page.route('**/apm-api/trace/system', route =>
      route.fulfill({ json: { status: 200, data: system } }),
    )
    await page.reload()
    await page.locator('.tracing-actions').first().waitFor()
  }

const tracingSystem = {
  kind: 'tempo',
  address: 'https://tempo.example.com:3200',
  signIn: 'basic',
  user: 'pone',
  tenant: 'shop',
  authority: '',
  hasSecret: true,
  updatedBy: 'owner',
  updatedAt: Date.now() - 3_600_000,
}

/** An order, spans of which a service below did not report. */
function slowOrder(): Trace {
  const span = (
    id: string,
    [depth, service, operation]: readonly [number, string, string],
    [startMs, durationMs, selfMs, criticalMs]: readonly [number, number, number, number],
    given: Partial<TraceSpan> = {},
  ): TraceSpan => ({
    id,
    parentId: depth === 0 ? null : 'x',
    depth,
    service,
    operation,
    kind: 'server',
    startMs,
    durationMs,
    selfMs,
    criticalMs,
    isError: false,
    tags: [],
    events: [],
    ...given,
  })
  const statement = 'UPDATE stock SET amount = amount - 1 WHERE article = $1 AND amount > 0'
  return {
    traceId: '7c9f0b1de2a34456b7c8d9e0f1a2b3c4',
    startedAt: Date.now() - 3_600_000,
    durationMs: 842.6,
    spans: [
      span('1', [0, 'shop', 'POST /orders'], [0, 842.6, 61.2, 61.2]),
      span('2', [1, 'shop', 'GET stock/reserve'], [12.4, 640.2, 18.5, 18.5], { kind: 'client' }),
      span('3', [2, 'stock', 'GET /reserve'], [20.1, 621.7, 23, 23]),
      span('4', [3, 'stock', 'UPDATE stock'], [31.8, 598.7, 598.7, 598.7], {
        kind: 'client',
        isError: true,
        tags: [
          { name: 'db.system', value: 'postgresql' },
          { name: 'db.statement', value: statement },
        ],
        events: [{ atMs: 620, text: 'exception: canceling statement due to lock timeout' }],
      }),
      span('5', [1, 'shop', 'publish order.created'], [660, 38, 38, 38], { kind: 'producer' }),
      span('6', [1, 'price', 'GET /prices/客户专享价格'], [700, 103.2, 103.2, 103.2]),
      span('7', [0, 'mail', 'order.created'], [705, 80, 80, 0], { kind: 'consumer' }),
    ],
    services: [
      { service: 'stock', spans: 2, errors: 1, selfMs: 621.7, criticalMs: 621.7 },
      { service: 'shop', spans: 3, errors: 0, selfMs: 117.7, criticalMs: 117.7 },
      { service: 'price', spans: 1, errors: 0, selfMs: 103.2, criticalMs: 103.2 },
      { service: 'mail', spans: 1, errors: 0, selfMs: 80, criticalMs: 0 },
    ],
    uncoveredMs: 0,
    missingParents: 1,
    omittedSpans: 0,
    earlySpans: 0,
  }
}

const traceAddress = `${work}/traceMonitor?trace=7c9f0b1de2a34456b7c8d9e0f1a2b3c4&ms=861`
const readTrace = (data: ReadTrace, shown: string) => answering('trace/read', () => data, shown)

export const tracingPictures: readonly Picture[] = [
  picture('tester', 'traceMonitor', 'trace', traceAddress, async page => {
    await readTrace({ state: 'found', trace: slowOrder() }, '.trace-line')(page)
    await page.locator('[role=option]', { hasText: 'UPDATE stock' }).click()
    await page.locator('.trace-detail').waitFor()
  }),
  picture(
    'tester',
    'traceMonitor',
    'trace-missing',
    traceAddress,
    readTrace({ state: 'notFound' }, '.page-state'),
  ),
  picture(
    'tester',
    'traceMonitor',
    'trace-unreachable',
    traceAddress,
    readTrace(
      { state: 'failed', cause: toldCause('tracePrivateAddress', { host: '10.2.0.7' }) },
      '.page-state',
    ),
  ),
  picture('tester', 'skywalking', 'none', `${work}/skywalking`, consoleAt(null)),
  picture('tester', 'skywalking', 'set', `${work}/skywalking`, consoleAt('https://skywalking.example.com/')),
  picture('tester', 'skywalking', 'system', `${work}/skywalking`, async page => {
    await consoleAt('https://skywalking.example.com/')(page)
    await page.locator('.tracing-actions button').first().click()
    await page.locator('.ant-modal').waitFor()
  }),
]
