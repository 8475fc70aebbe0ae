/**
 * Answers of the server about monitors, for pictures of states that one machine does not reach within minutes: many
 * monitors, failing targets, a day of curves with gaps.
 */
import type {
  CollectorLogLine,
  DiscoveredTarget,
  LatestValue,
  Monitor,
  MonitorCause,
  MonitorGap,
  MonitorProblem,
  MonitorSeries,
  MonitorSession,
  MonitorState,
  MonitorTable,
  MonitorTest,
  MonitorTestStep,
} from '@pone/contract/entities/monitor.ts'
import type { RetentionState } from '@pone/contract/entities/monitor-retention.ts'
import type {
  PlanAnswer,
  SlowOperationList,
  SlowOperationTrend,
} from '@pone/contract/entities/slow-operation.ts'
import { monitorTypeOf, monitorTypes } from '@pone/monitors/registry.ts'
import type { MonitorCounter } from '@pone/monitors/type.ts'
import { longName } from './home-answers.ts'

const minute = 60_000
const hour = 60 * minute
const at = Date.UTC(2026, 10, 20, 6, 30)
export const monitorId = (number: number): string =>
  `00000000-0000-4000-8000-${String(700_000 + number).padStart(12, '0')}`
const agentOf = (number: number) => ({ id: monitorId(900 + number), name: `load-bj-0${number}` })

const problemOf = (
  cause: MonitorCause,
  detail = '',
  params: MonitorProblem['params'] = {},
): MonitorProblem => ({ cause, detail, params })
const refused = problemOf('refused', 'connect ECONNREFUSED 10.20.3.18:6379')
const lacksRight = problemOf(
  'missingRight',
  'ERROR: permission denied for view pg_stat_activity (SQLSTATE 42501)',
  { grant: 'GRANT pg_monitor TO "pone_watch";' },
)

interface Sort {
  readonly type: string
  readonly name: string
  readonly state: MonitorState
  readonly problem?: MonitorProblem
  readonly params?: Monitor['params']
}

const sorts: readonly Sort[] = [
  {
    type: 'redis',
    name: 'redis-cart-01',
    state: 'down',
    problem: refused,
    params: { host: '10.20.3.18', port: 6379 },
  },
  {
    type: 'postgresql',
    name: longName.zh.slice(0, 64),
    state: 'partly',
    problem: lacksRight,
    params: {
      host: 'pg-orders-primary.mall-production.svc.cluster.example.com',
      port: 5432,
      user: 'pone_watch',
    },
  },
  {
    type: 'mysql',
    name: longName.en.slice(0, 64),
    state: 'noAgent',
    problem: problemOf('noAgent'),
    params: { host: '10.20.3.21', port: 3306 },
  },
  { type: 'host', name: '订单服务-宿主机-01', state: 'up' },
  {
    type: 'nginx',
    name: 'gateway',
    state: 'up',
    params: { url: 'https://gateway.mall.example.com/nginx_status?source=pone-monitor' },
  },
  {
    type: 'http-availability',
    name: '首页可用性',
    state: 'down',
    problem: problemOf('timedOut', 'no response within 5000 ms'),
    params: { url: 'https://mall.example.com/' },
  },
  { type: 'jvm', name: 'order-service-jvm', state: 'waiting' },
  { type: 'rabbitmq', name: 'mq-01', state: 'up', params: { url: 'http://10.20.3.30:15672' } },
  { type: 'tomcat', name: 'w'.repeat(64), state: 'stopped' },
  {
    type: 'prometheus',
    name: 'node-exporter',
    state: 'partly',
    problem: problemOf('tooManyLabels'),
    params: { url: 'http://10.20.3.40:9100/metrics' },
  },
]

/** From this number on there is one monitor of every type, without a fault. */
const firstOfTypes = 50_000
export const monitorNumberOf = (type: string): number =>
  firstOfTypes + monitorTypes.findIndex(({ name }) => name === type)

const sortAt = (number: number): Sort => {
  const type = monitorTypes[number - firstOfTypes]
  const sort =
    type === undefined
      ? sorts[number % sorts.length]
      : { type: type.name, name: type.name, state: 'up' as const }
  if (sort === undefined) throw new Error('no monitors')
  return sort
}

/** The monitor of this number; numbers repeat its type, state and name. */
export function monitorAt(number: number, over: Partial<Monitor> = {}): Monitor {
  const sort = sortAt(number)
  const round = number < firstOfTypes ? Math.floor(number / sorts.length) : 0
  return {
    id: monitorId(number),
    projectId: monitorId(999),
    typeVersion: null,
    name: round === 0 ? sort.name : `${sort.name.slice(0, 60)}-${round}`,
    groupId: number % 3 === 0 ? null : monitorId(800 + (number % 3)),
    type: sort.type,
    params: sort.params ?? {},
    secretsSet: [],
    agentId: number % 2 === 0 ? null : agentOf(1).id,
    sendIntervalMs: 5_000,
    receiveIntervalMs: 5_000,
    frequencyMs: 5_000,
    slowLogAddress: '',
    url: number % 4 === 1 ? 'https://wiki.example.com/runbooks/orders-database' : '',
    notificationEmails: [],
    notificationPhones: [],
    isRunning: sort.state !== 'stopped',
    runningSince: Date.now() - 30 * hour,
    state: sort.state,
    problem: sort.problem ?? null,
    collector:
      sort.state === 'noAgent' || sort.state === 'stopped'
        ? null
        : { ...agentOf(1 + (number % 3)), isOnline: true },
    fastRun: number === 1 ? { id: monitorId(960), number: 128 } : null,
    lastAt: sort.state === 'waiting' || sort.state === 'stopped' ? null : Date.now() - 3_000,
    revision: 3,
    createdBy: 'zhang.wei',
    createdAt: at - 400 * hour,
    updatedBy: 'zhang.wei',
    updatedAt: at,
    ...over,
  }
}

/** The page of a list of so many monitors that these fields ask for. */
export function monitorRows(total: number, fields: URLSearchParams): object {
  const [page, size] = [Number(fields.get('page') ?? 1), Number(fields.get('pageSize') ?? 10)]
  const first = (page - 1) * size
  const rows = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, index) =>
    monitorAt(first + index),
  )
  return { rows, total, page, pageSize: size }
}

export const monitorCounts = (total: number): object => {
  const states = Array.from({ length: total }, (_, index) => monitorAt(index).state)
  return {
    total,
    running: states.filter(state => state !== 'stopped').length,
    byState: Object.fromEntries(
      (['stopped', 'waiting', 'up', 'partly', 'down', 'noAgent'] as const).map(state => [
        state,
        states.filter(each => each === state).length,
      ]),
    ),
  }
}

export const monitorGroups = [
  { id: monitorId(801), name: '订单数据库', monitors: 12, running: 11 },
  { id: monitorId(802), name: longName.zh.slice(0, 64), monitors: 1_204, running: 0 },
]

export const monitorAgents = [1, 2, 3].map(number => ({
  ...agentOf(number),
  host: `load-bj-0${number}.mall.example.com`,
  address: `10.20.1.${number}`,
  isOnline: number !== 3,
  monitors: number * 7,
}))

/** Usual values by unit; the curve goes around them. */
const usual: Readonly<Record<string, number>> = {
  '%': 42,
  bytes: 6.2 * 1024 ** 3,
  'bytes/s': 18 * 1024 ** 2,
  ms: 18,
  s: 86_400 * 3.2,
  'ms/s': 12,
  's/s': 0.21,
  'count/s': 1_340,
}

const valueOf = (unit: string, place: number, series: number): number => {
  const middle = usual[unit] ?? 128
  return (
    middle *
    (1 + 0.25 * Math.sin(place / 17 + series) + 0.08 * Math.sin(place * 2.3 + series * 5)) *
    (0.4 + 0.6 / (1 + series))
  )
}

/** Sets of labels of a section with rows. */
const labelSets = (section: string, labels: readonly string[]): readonly Record<string, string>[] => {
  const values =
    section === 'databases' || section === 'sizes'
      ? ['orders', 'stock', 'members_and_loyalty_points_archive_2026']
      : section === 'network'
        ? ['eth0', 'lo']
        : ['first', 'second', 'third']
  return values.map(value =>
    Object.fromEntries(labels.map((label, place) => [label, place === 0 ? value : `${value}-${place}`])),
  )
}

const kindUnit = ({ kind, unit }: Pick<MonitorCounter, 'kind' | 'unit'>): string =>
  kind === 'counter' ? `${unit === '' ? 'count' : unit}/s` : unit

const gapsOf = (type: string, from: number, to: number): readonly [number, number][] =>
  type === 'host'
    ? []
    : [
        [from + (to - from) * 0.3, from + (to - from) * 0.36],
        [from + (to - from) * 0.7, from + (to - from) * 0.72],
      ]

/** Curves of a section as its fields ask for them, with two gaps. */
export function monitorSeries(typeName: string, fields: URLSearchParams): MonitorSeries {
  const [from, to] = [Number(fields.get('from')), Number(fields.get('to'))]
  const section = monitorTypeOf(typeName)?.sections.find(({ key }) => key === fields.get('section'))
  const wanted = JSON.parse(fields.get('counters') ?? '[]') as string[]
  const chosen = JSON.parse(fields.get('labels') ?? '{}') as Record<string, string[]>
  const stepMs = Math.max(1_000, Math.ceil((to - from) / 300 / 1_000) * 1_000)
  const times = Array.from({ length: Math.floor((to - from) / stepMs) }, (_, index) => from + index * stepMs)
  const gaps = gapsOf(typeName, from, to)
  const units = new Map([
    ...(section?.counters ?? []).map(counter => [counter.key, kindUnit(counter)] as const),
    ...(section?.computed ?? []).map(({ key, unit }) => [key, unit] as const),
  ])
  const sets = section?.rows === undefined ? [{}] : labelSets(section.key, section.rows.labels)
  const shown = sets.filter(labels =>
    Object.entries(chosen).every(
      ([label, values]) =>
        values.length === 0 ||
        values.includes(Object.entries(labels).find(([key]) => key === label)?.[1] ?? ''),
    ),
  )
  const series = wanted.flatMap((counter, number) =>
    shown.map((labels, set) => ({
      section: section?.key ?? '',
      counter,
      labels,
      values: times.map((time, place) =>
        gaps.some(([begin, end]) => time >= begin && time < end)
          ? null
          : valueOf(units.get(counter) ?? '', place, number + set),
      ),
    })),
  )
  return { from, to, stepMs, times, series, omitted: 0, gaps: [] }
}

export function monitorLabels(typeName: string, fields: URLSearchParams): object {
  const section = monitorTypeOf(typeName)?.sections.find(({ key }) => key === fields.get('section'))
  const labels = section?.rows?.labels ?? []
  const sets = labelSets(section?.key ?? '', labels)
  return Object.fromEntries(labels.map(label => [label, sets.flatMap(set => set[label] ?? [])]))
}

export function monitorGaps(typeName: string, fields: URLSearchParams): readonly MonitorGap[] {
  const [from, to] = [Number(fields.get('from')), Number(fields.get('to'))]
  const [first, second] = gapsOf(typeName, from, to)
  if (first === undefined || second === undefined) return []
  const [section = ''] = (monitorTypeOf(typeName)?.sections ?? []).map(({ key }) => key)
  return [
    { ...lacksRight, section: 'sizes', from: to - 3 * minute, until: null },
    { ...problemOf('agentLost'), section: '', from: second[0], until: second[1] },
    { ...refused, section, from: first[0], until: first[1] },
  ]
}

const texts: Readonly<Record<string, string>> = {
  statement:
    'SELECT o.id, o.total, m.level FROM orders o JOIN members m ON m.id = o.member_id WHERE o.created_at > $1 AND o.state = ANY($2) ORDER BY o.created_at DESC LIMIT $3',
  version: '18.0 (Debian 18.0-1.pgdg13+1)',
  db: 'orders',
  account: 'mall_app',
  client: '10.20.3.44',
  state: 'active',
  waits: 'Lock: transactionid',
  replica: 'replica-sh-01',
  address: '10.30.3.18',
}

/** Rows of a table; the columns of numbers descend. */
export function monitorTable(typeName: string, fields: URLSearchParams): MonitorTable {
  const type = monitorTypeOf(typeName)
  const table = type?.tables.find(({ key }) => key === fields.get('table'))
  const section = type?.sections.find(({ key }) => key === table?.section)
  if (table === undefined || section === undefined || table.key === 'replicas')
    return { at: Date.now() - 4_000, rows: [], omitted: 0 }
  const counters = new Map(
    [...section.counters, ...section.computed.map(each => ({ ...each, kind: 'gauge' as const }))].map(
      each => [each.key, each],
    ),
  )
  const rows = Array.from({ length: section.rows === undefined ? 1 : 24 }, (_, row) => {
    const entries = table.columns.map(key => {
      const counter = counters.get(key)
      const isText = counter === undefined || counter.kind === 'text' || counter.kind === 'state'
      return [
        key,
        isText ? (texts[key] ?? `${key}-${row + 1}`) : valueOf(kindUnit(counter), row, row),
      ] as const
    })
    return {
      labels: Object.fromEntries(
        entries.flatMap(([key, value]) => (counters.has(key) ? [] : [[key, String(value)]])),
      ),
      values: Object.fromEntries(entries.filter(([key]) => counters.has(key))),
    }
  })
  return { at: Date.now() - 4_000, rows, omitted: rows.length > 1 ? 31 : 0 }
}

/** Newest values of monitors, for the counters that are asked for. */
export function monitorLatest(fields: URLSearchParams): object {
  const ids = JSON.parse(fields.get('ids') ?? '[]') as string[]
  const wanted = new Set(JSON.parse(fields.get('counters') ?? '[]') as string[])
  return ids.map((id, place) => {
    const monitor = monitorAt(Number(id.slice(-5)))
    const values = (monitorTypeOf(monitor.type)?.sections ?? []).flatMap(section =>
      [...section.counters, ...section.computed.map(each => ({ ...each, kind: 'gauge' as const }))]
        .filter(({ key }) => wanted.has(`${section.key}.${key}`))
        .map(
          (counter, number): LatestValue => ({
            section: section.key,
            counter: counter.key,
            labels: {},
            at: Date.now() - 3_000,
            value:
              counter.kind === 'text'
                ? (texts[counter.key] ?? '7.4.1')
                : counter.kind === 'state'
                  ? 1
                  : valueOf(kindUnit(counter), place * 13, number),
          }),
        ),
    )
    return {
      monitorId: id,
      revision: monitor.revision,
      state: monitor.state,
      problem: monitor.problem,
      lastAt: monitor.lastAt,
      values,
    }
  })
}

/** Sessions, newest first; the first ones run. */
export const monitorSessions = (total: number): object => ({
  total,
  page: 1,
  pageSize: 10,
  rows: Array.from({ length: Math.min(10, total) }, (_, index): MonitorSession => {
    const monitor = monitorAt(index)
    const startedAt = at - index * 7 * hour
    return {
      id: monitorId(600 + index),
      monitorId: monitor.id,
      projectId: monitor.projectId,
      projectName: index % 2 === 0 ? '网上商城大促压测' : longName.en.slice(0, 64),
      monitorName: monitor.name,
      type: monitor.type,
      startedAt,
      startedBy: 'zhang.wei',
      stoppedAt: index < 2 ? null : startedAt + index * 43 * minute,
      stoppedBy: index < 2 ? '' : 'liu.yang',
      state: index < 2 ? monitor.state : 'stopped',
    }
  }),
})

const step = (key: string, over: Partial<MonitorTestStep> = {}): MonitorTestStep => ({
  key,
  isOk: true,
  tookMs: 3.4,
  detail: '',
  counters: [],
  problem: null,
  ...over,
})

/** Ended tests of a connection to PostgreSQL: all works; one right is missing; refused at the beginning. */
export function monitorTest(outcome: 'good' | 'missingRight' | 'refused'): MonitorTest {
  const sections = monitorTypeOf('postgresql')?.sections ?? []
  const answered = sections.map(({ key, counters }, place) =>
    outcome === 'missingRight' && place === 0
      ? step(key, { isOk: false, problem: lacksRight })
      : step(key, { counters: counters.map(counter => counter.key), tookMs: 2 + place * 7.3 }),
  )
  const steps =
    outcome === 'refused'
      ? [
          step('reached', {
            isOk: false,
            tookMs: 1.2,
            problem: { ...refused, detail: 'connect ECONNREFUSED 10.20.3.18:5432' },
          }),
        ]
      : [
          step('reached'),
          step('signedIn', { tookMs: 12.8 }),
          step('version', { detail: texts['version'] ?? '' }),
          ...answered,
        ]
  return { id: monitorId(500), agent: agentOf(1), steps, isEnded: true, isReachable: outcome !== 'refused' }
}

export const discoveredTargets = (): { targets: readonly DiscoveredTarget[]; problem: MonitorProblem } => ({
  targets: [
    { type: 'host', name: 'load-bj-01', params: {}, process: '', pid: null, port: null },
    {
      type: 'redis',
      name: 'redis-6379',
      params: { host: '127.0.0.1', port: 6379 },
      process: 'redis-server',
      pid: 1_204,
      port: 6379,
    },
    {
      type: 'postgresql',
      name: 'postgresql-5432',
      params: { host: '127.0.0.1', port: 5432 },
      process:
        '/usr/lib/postgresql/18/bin/postgres -D /var/lib/postgresql/18/main -c config_file=/etc/postgresql/18/main/postgresql.conf',
      pid: 893,
      port: 5432,
    },
    ...Array.from({ length: 10 }, (_, index) => ({
      type: 'jvm',
      name: `order-service-${index + 1}`,
      params: {},
      process: `java -jar order-service-${index + 1}.jar`,
      pid: 20_000 + index,
      port: 9_010 + index,
    })),
  ],
  problem: problemOf('missingRight', '/proc/1204/fd: EACCES', {
    grant: 'setcap cap_sys_ptrace+ep /opt/pone-agent/bin/node',
  }),
})

/** A trial of an import: a few good rows, and refused ones. */
export const importTrial = (language: 'zh' | 'en'): object => {
  const told = {
    zh: ['监控名称已存在', '端口须为 1 到 65535 之间的整数', '没有这种监控类型'],
    en: [
      'A monitor of this name exists',
      'The port must be a whole number from 1 to 65,535',
      'There is no such monitor type',
    ],
  }[language]
  const [exists = '', port = '', noType = ''] = told
  const rows = [
    {
      row: 1,
      name: 'redis-cart-01',
      type: 'redis',
      isCreated: false,
      problems: [{ field: 'name', text: exists }],
    },
    { row: 2, name: 'redis-cart-02', type: 'redis', isCreated: true, problems: [] },
    {
      row: 3,
      name: longName.zh.repeat(4).slice(0, 200),
      type: 'mysql',
      isCreated: false,
      problems: [
        { field: 'params.port', text: port },
        { field: 'name', text: exists },
      ],
    },
    {
      row: 4,
      name: 'oracle-01',
      type: 'oracle-database',
      isCreated: false,
      problems: [{ field: 'type', text: noType }],
    },
    { row: 5, name: 'x'.repeat(200), type: 'host', isCreated: true, problems: [] },
  ]
  return { created: 2, refused: 3, rows }
}

export const collectorLog = (): readonly CollectorLogLine[] =>
  Array.from({ length: 120 }, (_, index) => {
    const monitor = monitorAt(index % 10)
    const isBad = index % 7 === 0
    return {
      seq: index,
      at: at + index * 4_100,
      level: isBad ? 'error' : index % 5 === 0 ? 'warn' : 'info',
      monitorId: monitor.id,
      monitorName: monitor.name,
      agentName: agentOf(1).name,
      text: isBad ? 'info: connect ECONNREFUSED 10.20.3.18:6379 (refused)' : 'info: 42 values in 3 ms',
    }
  })

const mib = 1024 ** 2
/** 150 monitors with 60 series each, every 5 s. */
export const monitorRetention: RetentionState = {
  own: { samplesDays: 14, minutesDays: 90, hoursDays: 730 },
  byDefault: { samplesDays: 30, minutesDays: 90, hoursDays: 730 },
  rate: { series: 9_000, samplesPerDay: 9_000 * 17_280 },
  use: {
    recentBytes: 96 * mib,
    samplesBytes: 2_610 * mib,
    minutesBytes: 1_420 * mib,
    hoursBytes: 212 * mib,
    catalogueBytes: 31 * mib,
    outside: null,
  },
}

const slowStatements = [
  [
    'SELECT o.id, o.total, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.state = $1 AND o.created_at > $2 ORDER BY o.created_at DESC LIMIT $3',
    412.6,
  ],
  ['UPDATE stock SET amount = amount - $1 WHERE product_id = $2 AND amount >= $1', 8.4],
  ['SELECT count(*) FROM order_lines WHERE product_id = $1', 96.2],
  ['INSERT INTO audit (at, account, action, detail) VALUES ($1, $2, $3, $4)', 1.7],
  ['COMMIT', 0.3],
] as const

/** Slow operations of a database over the asked range. */
export function slowOperations(fields: URLSearchParams): SlowOperationList {
  const steps = stepsIn(fields, 40)
  const rows = slowStatements.map(([text, meanMs], row) => {
    const calls = 12_000 / (row + 1)
    return {
      id: row + 1,
      section: 'statements',
      text,
      database: row === 3 ? 'audit' : 'shop',
      account: row === 3 ? 'auditor' : 'app',
      calls,
      totalMs: calls * meanMs,
      meanMs,
      maxMs: meanMs * 21,
      rows: calls * (row + 1),
      callsPerSecond: calls / 900,
      hasPlan: true,
      trend: steps.times.map((_, at) => (at === 17 ? null : meanMs * (2 + Math.sin(at / (3 + row))))),
    }
  })
  return { ...steps, rows: rows.toSorted((a, b) => b.totalMs - a.totalMs), omitted: 12 }
}

export function slowOperationTrend(fields: URLSearchParams): SlowOperationTrend {
  const steps = stepsIn(fields, 120)
  const wave = (base: number) =>
    steps.times.map((_, at) => (at > 50 && at < 56 ? null : base * (1.4 + Math.sin(at / 9))))
  return {
    ...steps,
    callsPerSecond: wave(13),
    meanMs: wave(412),
    totalMsPerSecond: wave(5_400),
    entries: [1, 2, 3].map(place => ({
      at: steps.to - place * 61_000,
      durationMs: 2_000 / place,
      account: 'app[app] @ [10.20.3.4]',
      rows: place * 120,
    })),
  }
}

function stepsIn(fields: URLSearchParams, points: number) {
  const [from, to] = [Number(fields.get('from')), Number(fields.get('to'))]
  const stepMs = Math.ceil((to - from) / points)
  return { from, to, stepMs, times: Array.from({ length: points }, (_, at) => from + at * stepMs) }
}

export const slowOperationPlan: PlanAnswer = {
  fault: null,
  problem: null,
  plan: {
    isGeneric: true,
    nodes: [
      { depth: 0, title: 'Limit', object: '', cost: 18_412.6, rows: 20, details: [] },
      {
        depth: 1,
        title: 'Sort',
        object: '',
        cost: 18_412.5,
        rows: 9_120,
        details: [{ name: 'Sort Key', value: 'o.created_at DESC' }],
      },
      {
        depth: 2,
        title: 'Hash Join',
        object: '',
        cost: 17_804.1,
        rows: 9_120,
        details: [{ name: 'Hash Cond', value: '(o.customer_id = c.id)' }],
      },
      {
        depth: 3,
        title: 'Seq Scan',
        object: 'orders o',
        cost: 15_960.8,
        rows: 9_120,
        details: [{ name: 'Filter', value: '((state = $1) AND (created_at > $2))' }],
      },
      { depth: 3, title: 'Hash', object: '', cost: 1_211, rows: 60_000, details: [] },
      {
        depth: 4,
        title: 'Index Only Scan',
        object: 'customers c (customers_pkey)',
        cost: 1_211,
        rows: 60_000,
        details: [],
      },
    ],
  },
}
