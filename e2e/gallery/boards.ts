/** Pictures of chart groups: list, view and editor. */
import type {
  AskedChart,
  ChartCounter,
  ChartGroup,
  ChartGroupRow,
  GroupChart,
  GroupVariable,
  RunMark,
} from '@pone/contract/entities/chart-group.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import type { Page } from 'playwright-core'
import { answered, openedBy } from './answered.ts'
import { monitorAt, monitorGaps, monitorId, monitorSeries } from './monitor-answers.ts'
import { failing, type Picture, picture, work } from './picture.ts'

const groupId = monitorId(960)
/** Places of types among the monitors; the last number is of none. */
const [redis, postgresql, host, deleted] = [0, 1, 3, 980]
const minute = 60_000
const longTitle = '订单服务与支付服务在大促期间的连接数、等待数和线程池使用情况（生产环境）'

const counterOf = (number: number, section: string, counter: string): ChartCounter => {
  const { id: monitor, name, type } = monitorAt(number)
  return { source: { kind: 'monitor', monitorId: monitor, name }, type, section, counter, labels: {} }
}
const variable: GroupVariable = { kind: 'monitor', key: 'host', name: '主机', type: 'host', values: [] }
const device: GroupVariable = { kind: 'label', key: 'device', name: '磁盘', label: 'device', values: [] }

const chart = (number: number, title: string, counters: ChartCounter[], wide = 4): GroupChart => ({
  id: `c${number}`,
  title,
  style: null,
  place: { x: (number * wide) % 12, y: Math.floor((number * wide) / 12) * 6, width: wide, height: 6 },
  counters,
})

/** Charts of the type `host` for the variable. */
const hostCharts = (monitorTypeOf('host')?.charts ?? []).slice(0, 8).map((each, index) =>
  chart(
    index,
    each.names.zh,
    each.counters.map(key => {
      const at = key.indexOf('.')
      return {
        ...counterOf(host, key.slice(0, at), key.slice(at + 1)),
        source: { kind: 'variable' as const, variable: 'host' },
      }
    }),
  ),
)
const twelve: readonly GroupChart[] = [
  ...hostCharts,
  chart(8, '', [
    counterOf(redis, 'server', 'connected_clients'),
    counterOf(postgresql, 'activity', 'active'),
  ]),
  { ...chart(9, longTitle, [counterOf(redis, 'server', 'used_memory')]), style: 'bar' },
  chart(10, '', [
    { ...counterOf(redis, 'server', 'blocked_clients') },
    {
      ...counterOf(redis, 'server', 'blocked_clients'),
      source: { kind: 'monitor', monitorId: monitorId(deleted), name: 'redis-session-02' },
    },
  ]),
  chart(11, '', [
    {
      ...counterOf(redis, 'server', 'connected_clients'),
      source: { kind: 'monitor', monitorId: monitorId(deleted), name: 'redis-session-02' },
    },
  ]),
]
const group = (charts: readonly GroupChart[], over: Partial<ChartGroup> = {}): ChartGroup => ({
  id: groupId,
  name: 'Orders',
  style: 'line',
  charts: [...charts],
  variables: [variable, device],
  revision: 3,
  createdBy: 'tester',
  createdAt: Date.now() - 600 * minute,
  updatedBy: 'tester',
  updatedAt: Date.now() - 60 * minute,
  ...over,
})
const row = (number: number): ChartGroupRow => {
  const { charts, variables: _, ...shown } = group(twelve)
  const name = number === 1 ? longTitle : `Orders ${number}`
  return { ...shown, id: monitorId(960 + number), name, charts: charts.length }
}

const monitorOf = (id: string) =>
  [redis, postgresql, host].map(number => monitorAt(number)).find(each => each.id === id)

/** Answers of the call for all charts, of which a counter of `keyspace` has so many series. */
function figures(fields: URLSearchParams, many: number): object {
  const [from, to] = [Number(fields.get('from')), Number(fields.get('to'))]
  const asked = JSON.parse(fields.get('charts') ?? '[]') as AskedChart[]
  const monitors = [redis, postgresql, host].map(number => {
    const { id, name, type, typeVersion, isRunning, state } = monitorAt(number)
    return { id, name, type, typeVersion, isRunning, state }
  })
  const charts = asked.map(({ id, counters }) => {
    const answers = counters.flatMap(({ monitorId: of, section, counter, labels }) => {
      const monitor = monitorOf(of)
      if (monitor === undefined) return []
      const query = new URLSearchParams({
        from: String(from),
        to: String(to),
        section,
        counters: JSON.stringify([counter]),
        labels: JSON.stringify(labels),
      })
      const { stepMs, times, series } = monitorSeries(monitor.type, query)
      const sets = section === 'keyspace' ? manyOf(series, many) : series
      return [{ stepMs, times, series: sets.map(each => ({ ...each, monitorId: of })) }]
    })
    return {
      id,
      stepMs: answers[0]?.stepMs ?? 1_000,
      times: answers[0]?.times ?? [],
      series: answers.flatMap(({ series }) => series),
      omitted: id === 'many' ? 37 : 0,
    }
  })
  const gaps = monitorGaps('host', fields).map(gap => ({ ...gap, monitorId: monitorAt(host).id }))
  return { from, to, charts, monitors, gaps }
}

const manyOf = <S extends { readonly values: readonly (number | null)[] }>(
  series: readonly S[],
  many: number,
) =>
  Array.from({ length: many }, (_, number) => ({
    ...series[0],
    labels: { db: `db${number}` },
    values: (series[0]?.values ?? []).map(value => value && value * (1 + number / 20)),
  }))

const marks = (): RunMark[] => [
  {
    id: monitorId(970),
    number: 42,
    name: 'Black Friday',
    state: 'running',
    startedAt: Date.now() - 4 * minute,
    endedAt: null,
  },
  {
    id: monitorId(971),
    number: 41,
    name: longTitle,
    state: 'complete',
    startedAt: Date.now() - 12 * minute,
    endedAt: Date.now() - 8 * minute,
  },
]

/** Shows the page again with this group of charts and acts on it. */
const withGroup = (shown: ChartGroup, awaited: string, ...acts: ((page: Page) => Promise<unknown>)[]) =>
  answered(
    {
      'chartGroup/list': () => ({ rows: [0, 1, 2, 3].map(row), total: 4, page: 1, pageSize: 20 }),
      'chartGroup/names': () => [{ id: shown.id, name: shown.name }],
      'chartGroup/get': () => shown,
      'chartGroup/figures': fields => figures(fields, 100),
      'chartGroup/labelValues': () => ({ device: ['sda', 'sdb', 'nvme0n1'] }),
      'chartGroup/runs': marks,
      'monitorType/usable': () => [],
      'monitor/list': () => ({ rows: [monitorAt(host)], total: 1, page: 1, pageSize: 50 }),
      'monitor/pone/dataLink/getLinksByUserId': () => ({
        linkMap: {
          [monitorAt(host).id]: {
            id: monitorAt(host).id,
            alias: monitorAt(host).name,
            type: 'host',
            isRunning: true,
            state: 'up',
          },
        },
        links: [],
      }),
    },
    awaited,
    ...acts,
  )

const edited = async (page: Page) => {
  await page.locator('.board-cell[data-chart=c8] .board-handles button').nth(1).click()
  await page.locator('.board-counters').waitFor()
}
const refused = async (page: Page) => {
  await page.locator('.page-header-actions .ant-btn-primary').click()
  await page.locator('.ant-form-item-explain-error').waitFor()
}

const many = group([
  { ...chart(0, '', [counterOf(redis, 'keyspace', 'keys')], 6), id: 'many' },
  chart(1, longTitle, [counterOf(redis, 'server', 'used_memory')], 6),
])
const list = `${work}/monitorBoard`
const view = `${list}?group=${groupId}`
const editor = `${work}/monitorCharts?group=${groupId}`
const drawn = '.time-chart-plot canvas'

export const boardPictures: readonly Picture[] = [
  picture('owner', 'monitorBoard', 'empty', list),
  picture('tester', 'monitorBoard', 'list', list, withGroup(group(twelve), 'tbody tr.ant-table-row')),
  picture('tester', 'monitorBoard', 'full', view, withGroup(group(twelve), drawn)),
  picture('tester', 'monitorBoard', 'bars', view, withGroup(group(twelve, { style: 'bar' }), drawn)),
  picture('tester', 'monitorBoard', 'many', view, withGroup(many, drawn)),
  picture('tester', 'monitorBoard', 'noCharts', view, withGroup(group([]), '.page-state')),
  picture('tester', 'monitorBoard', 'failing', view, page => failing(page, 'chartGroup/get')),
  picture('owner', 'monitorCharts', 'nothingRuns', `${work}/monitorCharts`),
  picture('tester', 'monitorCharts', 'full', editor, withGroup(group(twelve), drawn)),
  picture('tester', 'monitorCharts', 'chart', editor, withGroup(group(twelve), drawn, edited)),
  picture('tester', 'monitorCharts', 'variables', editor, withGroup(group(twelve), drawn, openedBy(2))),
  picture('tester', 'monitorCharts', 'template', editor, withGroup(group(twelve), drawn, openedBy(3))),
  picture(
    'tester',
    'monitorCharts',
    'nameless',
    `${work}/monitorCharts`,
    withGroup(group([]), '#group-name', refused),
  ),
]
