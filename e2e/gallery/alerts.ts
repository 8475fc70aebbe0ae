/** Pictures of alerts: rules with form and rehearsal, notification channels, and incidents. */
import type {
  AlertIncident,
  AlertIncidentDetail,
  RehearsedSeries,
  StoredAlertRule,
} from '@pone/contract/entities/alert.ts'
import type { AlertChannel, AlertDelivery } from '@pone/contract/entities/alert-channel.ts'
import type { Page } from 'playwright-core'
import { type Answers, answered, drawer, openedBy } from './answered.ts'
import { longName } from './home-answers.ts'
import {
  monitorAt,
  monitorGaps,
  monitorGroups,
  monitorId,
  monitorLabels,
  monitorRows,
  monitorSeries,
} from './monitor-answers.ts'
import { atf, failing, type Picture, picture, work } from './picture.ts'

const minute = 60_000
const hour = 60 * minute
const [redis] = [0]
const idOf = (number: number): string => monitorId(1_200 + number)
const levels = ['critical', 'warning', 'notice'] as const
const levelOf = (number: number) => levels[number % levels.length] ?? 'warning'

const counterOf = (section: string, counter: string, fn: 'value' | 'rate' = 'value') => ({
  kind: 'counter' as const,
  section,
  reading: { counter, fn },
})
type Content = StoredAlertRule['content']
const content = (over: Partial<Content> = {}): Content => ({
  scope: { kind: 'monitors', monitorIds: [monitorAt(redis).id] },
  indicator: counterOf('server', 'connected_clients'),
  onlyLabels: {},
  max: 90,
  min: null,
  triggerCycleMinutes: 5,
  silentCycleMinutes: 30,
  times: 3,
  schedule: { timeZone: 'Asia/Shanghai', workingHours: [], maintenance: [] },
  dependsOn: [],
  ...over,
})
const contents: readonly Content[] = [
  content({
    schedule: {
      timeZone: 'Asia/Shanghai',
      workingHours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '21:00' }],
      maintenance: [{ from: Date.now(), to: Date.now() + hour }],
    },
    dependsOn: [monitorAt(3).id],
  }),
  content({
    scope: { kind: 'type', type: 'host' },
    indicator: counterOf('filesystems', 'usedPercent'),
    onlyLabels: { mount: ['/', '/data'] },
  }),
  content({
    scope: { kind: 'group', groupId: monitorGroups[0]?.id ?? monitorId(1) },
    indicator: { kind: 'availability' },
    max: null,
    min: 1,
  }),
  content({ indicator: { kind: 'noData' }, max: 120 }),
  content({ indicator: { kind: 'certificateDays' }, max: null, min: 14 }),
  content({
    indicator: {
      kind: 'expression',
      section: 'server',
      left: { counter: 'keyspace_misses', fn: 'rate' },
      operator: '/',
      right: { counter: 'total_commands_processed', fn: 'rate' },
      factor: 100,
    },
  }),
]
const names = ['Redis 连接数', '磁盘使用率', '支付分组可用性', 'Redis 无数据', '证书到期', longName.zh]

const ruleOf = (number: number): StoredAlertRule => ({
  id: idOf(number),
  revision: 3,
  name: names[number % names.length] ?? `Rule ${number}`,
  isEnabled: number % 5 !== 3,
  level: levelOf(number),
  labels: number === 0 ? { team: 'orders' } : {},
  channelIds: [idOf(51), idOf(52)],
  content: contents[number % contents.length] ?? content(),
  open: number % 3 === 0 ? number + 1 : 0,
  indicatorNames: null,
  updatedBy: 'tester',
  updatedAt: Date.now() - number * hour,
})

const kinds = ['mail', 'dingtalk', 'wecom', 'feishu', 'webhook', 'sms', 'slack', 'alertmanager'] as const
const channelOf = (number: number): AlertChannel => ({
  id: idOf(50 + number),
  name: number === 3 ? longName.zh : `值班 ${number + 1}`,
  kind: kinds[number % kinds.length] ?? 'mail',
  host: ['smtp.example.com:465', 'oapi.dingtalk.com', 'qyapi.weixin.qq.com'][number] ?? 'hooks.example.com',
  language: number % 2 === 0 ? 'zh' : 'en',
  isEnabled: number !== 4,
  templates: { zh: null, en: null },
  runTemplates: { zh: null, en: null },
  runNotices: number === 0 ? ['slaBreached'] : [],
  mail:
    number === 0
      ? {
          host: 'smtp.example.com',
          port: 465,
          security: 'tls',
          user: 'pone',
          hasPassword: true,
          authority: '',
          from: 'pone@example.com',
          recipients: ['duty@example.com', 'orders@example.com'],
          tellsMonitorContacts: true,
        }
      : null,
  updatedAt: Date.now() - number * hour,
})
const channels = kinds.map((_, number) => channelOf(number))

const deliveryOf = (number: number): AlertDelivery => {
  const isAccepted = number % 4 !== 1
  return {
    at: Date.now() - number * 7 * minute,
    durationMs: 90 + number * 31,
    isAccepted,
    notices: number === 2 ? 37 : 1,
    status: isAccepted ? 200 : number === 5 ? null : 200,
    answer: isAccepted ? '{"errcode":0,"errmsg":"ok"}' : '{"errcode":310000,"errmsg":"sign not match"}',
    fault: isAccepted ? '' : '310000: sign not match',
  }
}

const incidentOf = (number: number): AlertIncident => {
  const openedAt = Date.now() - (number + 1) * 37 * minute
  const closed = number % 3 === 2
  const { indicator, max, min } = contents[number % contents.length] ?? content()
  return {
    id: idOf(100 + number),
    ruleId: idOf(number),
    rule: names[number % names.length] ?? '',
    level: levelOf(number),
    monitorId: monitorAt(number % 8).id,
    monitor: number === 4 ? longName.zh : monitorAt(number % 8).name,
    labels: number % 6 === 1 ? { mount: '/data' } : {},
    openedAt,
    closedAt: closed ? openedAt + 12 * minute : null,
    closeReason: number === 5 ? 'edited' : null,
    openedValue: indicator.kind === 'availability' ? 0 : 97.4,
    closedValue: closed ? 61.2 : null,
    acknowledgedBy: number % 4 === 1 ? 'wang.fang' : null,
    acknowledgedAt: number % 4 === 1 ? openedAt + 3 * minute : null,
    assignee: number % 4 === 1 ? { userId: idOf(200), account: 'zhao.min' } : null,
    indicator,
    max,
    min,
    indicatorNames: null,
  }
}
const detail = (): AlertIncidentDetail => {
  const incident = { ...incidentOf(0), acknowledgedBy: 'wang.fang', acknowledgedAt: Date.now() - 30 * minute }
  const at = incident.openedAt
  const transition = {
    kind: 'transition' as const,
    mutedBy: null,
    heldUntil: null,
    deliveries: [],
    reason: null,
    notice: null,
    value: null,
  }
  const sent = { channel: '值班 1', state: 'sent', attempts: 1, heldBy: null, together: 1 } as const
  return {
    incident,
    timeline: [
      {
        ...transition,
        at,
        key: '1',
        from: 'activated',
        to: 'triggered',
        value: 97.4,
        notice: 'triggered',
        heldUntil: at + 30 * minute,
        deliveries: [
          { ...sent, endedAt: at + 2_000 },
          { ...sent, channel: '值班 2', endedAt: at + 62_000, together: 37, heldBy: 'rateLimit' },
          { ...sent, channel: longName.zh, state: 'waiting', endedAt: null, attempts: 4, heldBy: 'receiver' },
        ],
      },
      { ...transition, at: at + 1_000, key: '2', from: 'triggered', to: 'silent', value: 97.4 },
      { kind: 'acknowledgement', at: at + 5 * minute, by: 'wang.fang' },
      { kind: 'assignment', at: at + 6 * minute, by: 'wang.fang', to: 'zhao.min' },
      {
        kind: 'comment',
        at: at + 9 * minute,
        by: 'zhao.min',
        text: '连接池上限由 50 改为 200 后没有重启，正在处理。\n预计 10 分钟内恢复。',
      },
      {
        ...transition,
        at: at + 30 * minute,
        key: '3',
        from: 'silent',
        to: 'triggered',
        value: 96.1,
        mutedBy: 'maintenance',
        heldUntil: at + 90 * minute,
      },
      {
        ...transition,
        at: at + 31 * minute,
        key: '4',
        from: 'silent',
        to: 'triggered',
        value: 96.4,
        mutedBy: 'dependency',
        mutedFor: `${monitorAt(3).name}, ${monitorAt(4).name}`,
      },
    ],
    told: 2,
    heldBack: 1,
    runs: [
      {
        id: idOf(300),
        number: 128,
        scenarioName: '下单高峰',
        state: 'complete',
        startedAt: at - 5 * minute,
        endedAt: at + 20 * minute,
      },
    ],
  }
}

const incidentCurve = () => {
  const parts = Array.from({ length: 240 }, (_, index) => index)
  const from = Date.now() - 60 * minute
  return {
    at: parts.map(index => from + index * 15_000),
    values: parts.map(index => (index > 90 ? 94 : 52) + 6 * Math.sin(index / 5)),
  }
}

const rehearsed = (): RehearsedSeries[] => {
  const to = Date.now()
  const from = to - 24 * hour
  const notice = (hours: number, kind: 'triggered' | 'recovered', value: number) => ({
    at: from + hours * hour,
    kind,
    value,
    incident: 1,
  })
  const rehearsal = (until: number, notices: ReturnType<typeof notice>[]) => ({
    samples: 17_280,
    breaches: 412,
    incidents: notices.length > 0 ? 1 : 0,
    intervals: [
      { from, to: from + 9 * hour, phase: 'activated' as const },
      { from: from + 9 * hour, to: from + 9.1 * hour, phase: 'triggered' as const },
      { from: from + 9.1 * hour, to: from + until * hour, phase: 'silent' as const },
      { from: from + until * hour, to, phase: 'activated' as const },
    ],
    notices,
    muted: [{ at: from + 10 * hour, by: 'maintenance' as const }],
  })
  const parts = Array.from({ length: 480 }, (_, index) => index)
  const curve = {
    at: parts.map(index => from + index * 3 * minute),
    values: parts.map(index => {
      if (index > 300 && index < 330) return null
      const isHigh = index >= 180 && index < 220
      return (isHigh ? 92 : 48) + 8 * Math.sin(index / 9) + (index % 7)
    }),
  }
  const first = notice(9, 'triggered', 97.4)
  const added = notice(11, 'recovered', 62.8)
  const removed = notice(13, 'recovered', 60.2)
  return [
    {
      labels: {},
      curve,
      after: rehearsal(11, [first, added]),
      before: rehearsal(13, [first, removed]),
      added: [added],
      removed: [removed],
    },
  ]
}

const pageOf = (rows: readonly object[], total = rows.length) => ({ rows, total, page: 1, pageSize: 10 })
const monitorOf = (fields: URLSearchParams) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8].map(number => monitorAt(number)).find(({ id }) => id === fields.get('id')) ??
  monitorAt(redis)

const answers: Answers = {
  'alert/rules': () =>
    pageOf(
      names.map((_, number) => ruleOf(number)),
      214,
    ),
  'alert/rulesWithoutValues': () => [
    { id: idOf(1), name: names[1] ?? '', monitors: 1, of: 4, names: [longName.zh] },
  ],
  'alert/channels': () => channels,
  'alert/deliveries': () => [0, 1, 2, 3, 4, 5, 6].map(deliveryOf),
  'alert/testChannel': () => deliveryOf(1),
  'alert/rule': () => ruleOf(0),
  'alert/previewNotice': () => ({
    title: '[告警触发] [严重] Redis 连接数: redis-cart-01 = 97.4',
    text: '[告警触发] [严重] Redis 连接数: redis-cart-01 = 97.4\n指标: 客户端连接数\n阈值: > 90',
    html: '<body style="font-family: sans-serif; font-size: 14px; line-height: 1.6"><h1 style="font-size: 16px">[告警触发] [严重] Redis 连接数: redis-cart-01 = 97.4</h1><p>指标: 客户端连接数<br>阈值: &gt; 90</p></body>',
  }),
  'alert/rehearse': rehearsed,
  'alert/incidents': () => pageOf([0, 1, 2, 3, 4, 5, 6, 7].map(incidentOf), 63),
  'alert/incident': detail,
  'alert/incidentCurve': () => incidentCurve(),
  'adminAlert/incidents': () =>
    pageOf(
      [0, 1, 2, 3, 4, 5, 6, 7].map(number => ({
        ...incidentOf(number),
        projectId: idOf(400),
        projectName: number === 3 ? longName.zh : '订单系统',
      })),
      630,
    ),
  'alert/marks': () => [],
  'monitor/list': fields => monitorRows(10, fields),
  'monitor/get': monitorOf,
  'monitor/groups': () => monitorGroups,
  'monitor/series': fields => monitorSeries(monitorOf(fields).type, fields),
  'monitor/labels': fields => monitorLabels(monitorOf(fields).type, fields),
  'monitor/gaps': fields => monitorGaps(monitorOf(fields).type, fields),
  'monitorType/usable': () => [],
}

const withAlerts = (shown: string, ...acts: ((page: Page) => Promise<unknown>)[]) =>
  answered(answers, shown, ...acts)

/** Of tables of lists and of short ones; the first row of the former only measures. */
const row = 'tbody tr:not(.ant-table-measure-row)'
const firstName = async (page: Page) => {
  await page.locator(`${row} .link-button`).first().click()
  await page.locator(drawer).waitFor()
}
const shownField = (id: string) => (page: Page) =>
  page.locator(`${drawer} #${id}`).first().scrollIntoViewIfNeeded()
const rehearse = async (page: Page) => {
  await page.locator('.alert-rehearsal button').first().click()
  await page.locator('.alert-rehearsed canvas').waitFor()
  await page.locator('.alert-rehearsed table').last().scrollIntoViewIfNeeded()
}
const refused = async (page: Page) => {
  await openedBy(-1)(page)
  await page.locator(`${drawer} button[type=submit]`).click()
  await page.locator('.ant-form-item-explain-error').first().waitFor()
}
const templates = async (page: Page) => {
  await openedBy(0)(page)
  await page.locator('.ant-modal .ant-select').first().click()
  await page.locator('.ant-modal #template-type').fill('Redis')
  await page.keyboard.press('Enter')
  await page.locator('.alert-templates li').first().waitFor()
}
const chosen = async (page: Page) => {
  for (const index of [0, 2]) await page.locator(`${row} .ant-checkbox-input`).nth(index).check()
}
const rowButton = (index: number) => async (page: Page) => {
  await page.locator(`${row} .row-actions button`).nth(index).click()
  await page.locator('.ant-drawer-body, .ant-modal-body').first().waitFor()
}
const previewed = async (page: Page) => {
  await firstName(page)
  await page.locator('.alert-preview button').click()
  await page.locator('.alert-preview iframe').scrollIntoViewIfNeeded()
}
const kindOf = (label: RegExp) => async (page: Page) => {
  await openedBy(-1)(page)
  await page.locator(`${drawer} .ant-select`).first().click()
  await page.locator('.ant-select-item-option').filter({ hasText: label }).first().click()
}
const bell = async (page: Page) => {
  await page.locator('.top-bar button:has(.anticon-bell)').click()
  await page.locator('.ant-dropdown-menu-item:visible').first().waitFor()
}
const curve = '.alert-incident canvas'

const rules = `${work}/warningConfig`
const targets = `${work}/warningTarget`
const incidents = `${work}/taskCenter/monitorWarning`

export const alertPictures: readonly Picture[] = [
  picture('owner', 'warningConfig', 'empty', rules),
  picture('tester', 'warningConfig', 'full', rules, withAlerts(row)),
  picture('tester', 'warningConfig', 'chosen', rules, withAlerts(row, chosen)),
  picture('tester', 'warningConfig', 'failing', rules, page => failing(page, 'alert/rules')),
  picture('tester', 'warningConfig', 'new', rules, withAlerts(row, openedBy(-1))),
  picture('tester', 'warningConfig', 'formFaults', rules, withAlerts(row, refused)),
  picture('tester', 'warningConfig', 'edit', rules, withAlerts(row, firstName, shownField('times'))),
  picture('tester', 'warningConfig', 'editEnd', rules, withAlerts(row, firstName, shownField('timeZone'))),
  picture('tester', 'warningConfig', 'rehearsed', rules, withAlerts(row, firstName, rehearse)),
  picture('tester', 'warningConfig', 'templates', rules, withAlerts(row, templates)),
  picture('owner', 'warningTarget', 'empty', targets),
  picture('tester', 'warningTarget', 'full', targets, withAlerts(row)),
  picture('tester', 'warningTarget', 'failing', targets, page => failing(page, 'alert/channels')),
  picture('tester', 'warningTarget', 'mail', targets, withAlerts(row, firstName)),
  picture('tester', 'warningTarget', 'preview', targets, withAlerts(row, previewed)),
  picture('tester', 'warningTarget', 'sms', targets, withAlerts(row, kindOf(/短信|SMS/))),
  picture('tester', 'warningTarget', 'tested', targets, withAlerts(row, rowButton(0))),
  picture('tester', 'warningTarget', 'deliveries', targets, withAlerts(row, rowButton(1))),
  picture('owner', 'taskCenter', 'incidentsEmpty', incidents),
  picture('tester', 'taskCenter', 'incidents', incidents, withAlerts(row)),
  picture('tester', 'taskCenter', 'incident', `${incidents}?open=${idOf(100)}`, withAlerts(curve)),
  picture(
    'tester',
    'taskCenter',
    'incidentEnd',
    `${incidents}?open=${idOf(100)}`,
    withAlerts(curve, page => page.locator('.alert-comment').scrollIntoViewIfNeeded()),
  ),
  picture('tester', 'taskCenter', 'bell', incidents, withAlerts(row, bell)),
  picture(
    'administrator',
    'adminTaskCenter',
    'incidents',
    `${atf}/adminTaskCenter/adminMonitorWarning`,
    withAlerts(row),
  ),
]
