/** Changed answers of the home pages: scenarios that became worse, work that waits, runs under way, warnings. */
import type { Changes, HomeRun, Waiting } from '@pone/contract/entities/home.ts'
import type { AnswerData } from './picture.ts'

const at = Date.UTC(2026, 10, 20, 6, 30)
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
/** A name of the greatest length, 64 characters. */
export const longName = {
  zh: '大促零点峰值压测：首页、搜索、商品详情、购物车、下单、支付、退款与库存扣减全链路混合场景（含登录与会员权益校验，双机房）第十二轮',
  en: 'Black Friday peak mix: home, search, cart, pay, refund, stock v12',
} as const

const homeRun = (number: number, over: Partial<HomeRun>): HomeRun => ({
  id: id(number),
  number,
  state: 'complete',
  sla: 'passed',
  createdAt: at,
  startedAt: at,
  peakUsers: 2_000,
  requests: 1_204_331,
  requestsPerSecond: 4_012.4,
  p95Ms: 212,
  errorPercent: 0.02,
  ...over,
})

/** Three scenarios, each worse for other reasons. */
export const worseChanges = (): Changes => ({
  compared: 14,
  otherLoad: 1,
  isCut: false,
  worse: 3,
  rows: [
    {
      scenarioId: id(901),
      scenarioName: longName.zh.slice(0, 64),
      latest: homeRun(318, { sla: 'broken', p95Ms: 1_240, errorPercent: 4.31, requestsPerSecond: 2_871.9 }),
      previous: homeRun(311, {}),
      reasons: ['sla', 'p95', 'errors', 'rate'],
      isLoadAlike: true,
    },
    {
      scenarioId: id(902),
      scenarioName: '登录与会话',
      latest: homeRun(317, {
        state: 'failed',
        sla: 'notJudged',
        p95Ms: null,
        errorPercent: null,
        requests: 0,
      }),
      previous: homeRun(309, {}),
      reasons: ['failed'],
      isLoadAlike: true,
    },
    {
      scenarioId: id(903),
      scenarioName: longName.en.slice(0, 64),
      latest: homeRun(315, { p95Ms: 388, peakUsers: 3_000 }),
      previous: homeRun(302, { p95Ms: 301 }),
      reasons: ['p95'],
      isLoadAlike: false,
    },
  ],
})

/** Something of every kind that can wait. */
export const everythingWaits = (): Waiting => ({
  runs: {
    total: 50,
    limit: 50,
    rows: [318, 317, 316].map((number, index) => ({
      ...homeRun(number, {
        state: index === 1 ? 'failed' : 'complete',
        sla: (['broken', 'passed', 'notReliable'] as const)[index] ?? 'passed',
      }),
      scenarioId: id(901 + index),
      scenarioName: index === 0 ? longName.zh.slice(0, 64) : '登录与会话',
    })),
  },
  schedules: [
    { id: id(1), setId: id(2), setName: '每晚回归', at: at + 86_400_000 },
    { id: id(3), setId: id(2), setName: longName.en.slice(0, 64), at: at + 172_800_000 },
  ],
  missed: [{ id: id(4), number: 12, setName: '每晚回归', engine: 'pr', dueAt: at - 86_400_000 }],
  components: [{ id: id(5), name: '结算全流程', errors: 3, firstError: '请求「提交订单」没有填写地址' }],
})

/** The latest runs of the project as if they were under way. */
export const runsUnderWay = (data: AnswerData): object => {
  const rows = data.rows as readonly object[]
  const startedAt = Date.now() - 754_000
  const states = ['running', 'preparing', 'stopping'] as const
  return {
    ...data,
    rows: rows.slice(0, states.length).map((row, index) => ({
      ...row,
      id: id(500 + index),
      number: 320 + index,
      source: 'run',
      state: states[index] ?? 'running',
      scenarioName: index === 1 ? longName.zh.slice(0, 64) : '登录与会话',
      startedAt: index === 1 ? null : startedAt,
      durationMs: null,
      plannedDurationMs: index === 2 ? null : 3_600_000,
      peakUsers: 12_000,
      requests: 3_024_011,
      failed: 12_904,
      requestsPerSecond: 40_128.7,
    })),
  }
}

/** Conditions of both severities. */
export const manyNotices = (): object => [
  { id: 'databaseDiskLow', severity: 'error', params: { free: '1.2 GiB', folder: '/var/lib/pone/database' } },
  {
    id: 'machinesOffline',
    severity: 'warning',
    params: { machines: 'load-bj-01, load-bj-02, load-sh-07' },
  },
  { id: 'accountsLocked', severity: 'warning', params: { count: 2 } },
]
