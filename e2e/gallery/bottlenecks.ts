/** Reports with monitoring and a verdict, for pictures: what gave way, an invalid run, and too little data. */
import type { RunMonitoringView, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { Bottleneck, ReportResource } from '@pone/results/sections/bottleneck/data.ts'

const monitorId = '5b0a6a7e-52a1-4a6e-9a55-1f7a1a6f0c01'
const lostId = '5b0a6a7e-52a1-4a6e-9a55-1f7a1a6f0c02'

const series = (counter: string, names: RunSeries['names'], valueAt: (second: number) => number | null) =>
  ({
    monitorId,
    section: 'activity',
    counter,
    labels: {},
    names,
    unit: 'count',
    role: 'utilisation',
    nature: 'held',
    capacity: [[0, 100]],
    queue: null,
    fromMs: 400,
    stepMs: 1_000,
    cadenceMs: 1_000,
    values: Array.from({ length: 20 }, (_, second) => valueAt(second)),
  }) satisfies RunSeries

const monitoring: RunMonitoringView = {
  links: [
    { id: monitorId, name: '订单链路', isStartedByRun: true, fromMs: -900, untilMs: null },
    { id: lostId, name: '支付链路', isStartedByRun: false, fromMs: -60_000, untilMs: 14_000 },
  ],
  monitors: [
    {
      id: monitorId,
      name: '订单库',
      type: 'postgresql',
      typeNames: { zh: 'PostgreSQL', en: 'PostgreSQL' },
      category: 'database',
      nodes: ['订单库'],
      sections: {},
      isDeleted: false,
      collector: 'agent-bj-01',
      clockOffsetMs: 93_400,
    },
    {
      id: lostId,
      name: '支付主机',
      type: 'host',
      typeNames: { zh: '主机', en: 'Host' },
      category: 'host',
      nodes: ['支付主机'],
      sections: {},
      isDeleted: true,
      collector: '',
      clockOffsetMs: null,
    },
  ],
  series: [
    series('sessions', { zh: '会话数', en: 'Sessions' }, second => Math.min(100, 4 + second * 9)),
    series('active', { zh: '活动', en: 'Active' }, second =>
      second > 7 && second < 11 ? null : Math.min(96, second * 8),
    ),
  ],
  charts: [
    { monitorId, names: { zh: '会话', en: 'Sessions' }, unit: 'count', style: 'line', series: [0, 1] },
  ],
  gaps: [{ monitorId, section: '', cause: 'timedOut', params: {}, fromMs: 8_000, untilMs: 11_000 }],
  omitted: 4,
  edges: [],
  notes: [
    { name: '订单链路', text: { zh: '随执行启动', en: 'started with the run' }, isProblem: false },
    {
      name: '支付链路',
      text: {
        zh: '执行开始前已在运行，执行结束时没有停止；在 0:14 停止，此后没有数据',
        en: 'ran before the run and was not stopped with it; stopped at 0:14; no data after that',
      },
      isProblem: true,
    },
    {
      name: '订单库',
      text: {
        zh: '采集机 agent-bj-01 的时钟与服务器相差 93400 ms，时间轴已按服务器时钟校正',
        en: 'The clock of agent-bj-01 differs from the server’s by 93400 ms; times are by the server’s clock',
      },
      isProblem: false,
    },
    {
      name: '支付主机',
      text: {
        zh: '监控“支付主机”已被删除，没有保留它的数据',
        en: 'Monitor “支付主机” was deleted; its data was not kept',
      },
      isProblem: true,
    },
  ],
}

const resource = (
  names: ReportResource['names'],
  levels: readonly [number, number],
  ceiling: number | null,
  tier: ReportResource['tier'] = 'application',
): ReportResource => ({
  names,
  nature: 'held',
  tier,
  ceiling: ceiling === null ? null : { value: ceiling, low: ceiling * 0.94, high: ceiling * 1.05 },
  levelBefore: levels[0],
  levelAfter: levels[1],
  correlation: 0.93,
  waitingShare01: 0.58,
  readings: 53,
  readingsBefore: 24,
  readingsAfter: 29,
})

const found: Bottleneck = {
  kind: 'bottleneck',
  sentence: {
    zh: '订单库：会话数 最多支持 1,240/s（95% 区间 1,166 – 1,302）；实测 1,205/s；下一个上限：应用主机：CPU 使用率 2,400/s（95% 区间 2,256 – 2,520）。',
    en: 'Order database: Sessions allows 1,240/s (95% interval 1,166 – 1,302); measured 1,205/s; next ceiling: App host: CPU use 2,400/s (95% interval 2,256 – 2,520).',
  },
  drive: 'users',
  knee: {
    load: { value: 241, low: 228, high: 262 },
    plateau: { value: 1_205, low: 1_190, high: 1_221 },
    lost01: 0,
  },
  responseGrowth: 3.4,
  ranked: [resource({ zh: '订单库：会话数', en: 'Order database: Sessions' }, [0.24, 1], 1_240, 'database')],
  ruledOut: [
    {
      ...resource({ zh: '应用：连接池', en: 'App: connection pool' }, [0.2, 1], 1_900),
      reason: { zh: '由其后的资源造成', en: 'full because of a resource behind it' },
      because: { zh: '订单库：会话数', en: 'Order database: Sessions' },
      power01: null,
    },
    {
      ...resource({ zh: '应用主机：CPU 使用率', en: 'App host: CPU use' }, [0.11, 0.52], 2_400),
      reason: { zh: '拐点之后仍有余量', en: 'has room left after the knee' },
      because: null,
      power01: 0.999_95,
    },
  ],
  notJudged: [
    {
      ...resource({ zh: '应用主机：内存使用率', en: 'App host: Memory use' }, [0.93, 0.94], null),
      reason: { zh: '低负载时已占满', en: 'full already at low load' },
      power01: null,
    },
  ],
  next: resource({ zh: '应用主机：CPU 使用率', en: 'App host: CPU use' }, [0.11, 0.52], 2_400),
  blame: {
    parts: [
      { part: 'generator', lowMs: 0.4, highMs: 0.6, share01: 0.6 / 68 },
      { part: 'network', lowMs: 1.1, highMs: 1.4, share01: 1.4 / 68 },
      { part: 'application', lowMs: 8.2, highMs: 11, share01: 11 / 68 },
      { part: 'database', lowMs: 10.3, highMs: 55, share01: 55 / 68 },
      { part: 'unknown', lowMs: 0, highMs: 0, share01: 0 },
    ],
    lowMs: 20,
    highMs: 68,
    hasOtherStatements: false,
    disagreement: null,
  },
  correlations: (['load', 'tps', 'responseMs', 'errors01'] as const).map((target, at) => ({
    names: { zh: '订单库：会话数', en: 'Order database: Sessions' },
    unit: 'count',
    target,
    r: 0.97 - at * 0.13,
    lagMs: at * 1_000,
    pairs: 120,
    effectivePairs: 34 - at * 9,
    pValue: [0.0002, 0.004, 0.038, 0.41][at] ?? 1,
  })),
  compared: 240,
}

const nothing = {
  knee: null,
  responseGrowth: null,
  ranked: [],
  ruledOut: [],
  notJudged: [],
  next: null,
  correlations: [],
}

/** Nothing tells how long the database works. */
const unsplit: Bottleneck['blame'] = {
  parts: [
    { part: 'generator', lowMs: null, highMs: 0.6, share01: 0.6 / 68 },
    { part: 'network', lowMs: null, highMs: 1.4, share01: 1.4 / 68 },
    { part: 'application', lowMs: null, highMs: null, share01: null },
    { part: 'database', lowMs: null, highMs: null, share01: null },
    { part: 'unknown', lowMs: null, highMs: 66, share01: 66 / 68 },
  ],
  lowMs: null,
  highMs: 68,
  hasOtherStatements: false,
  disagreement: null,
}

const verdicts = {
  bottleneck: found,
  generator: {
    ...found,
    kind: 'generator',
    sentence: {
      zh: '压力机是瓶颈（压力机 load-bj-01 的压测进程 CPU），本次运行无效，不能说明被测系统的能力。',
      en: 'The load machines were the limit (engine CPU of load machine load-bj-01): this run is invalid and says nothing of the target.',
    },
  },
  constantLoad: {
    ...found,
    ...nothing,
    blame: unsplit,
    kind: 'notEnoughData',
    sentence: {
      zh: '数据不足：负载恒定，因此没有拐点；请用逐步增长的负载执行。',
      en: 'Not enough data: the load was constant, so there is no knee; run with a load that grows step by step.',
    },
  },
  noneObserved: {
    ...found,
    kind: 'noneObserved',
    ranked: [],
    next: null,
    ruledOut: found.ruledOut.slice(1),
    notJudged: [],
    blame: { ...unsplit, hasOtherStatements: true },
    sentence: {
      zh: '吞吐量从 241 个用户起停在 1,205/s，但所监控的 1 个资源都不是原因；请监控：订单库。',
      en: 'Throughput stays at 1,205/s from 241 users on, but none of the 1 observed resources is the cause; monitor: Order database.',
    },
  },
  fewReadings: {
    ...found,
    kind: 'notEnoughData',
    ranked: [],
    next: null,
    ruledOut: [],
    notJudged: found.ranked.map(each => ({
      ...each,
      ceiling: null,
      readings: 11,
      readingsBefore: 8,
      readingsAfter: 3,
      reason: { zh: '采样太少', en: 'too few readings' },
      power01: 0.94,
    })),
    blame: { ...unsplit, disagreement: { source: 'sessions', workedMs: 1, seenMs: 50 } },
    sentence: {
      zh: '数据不足：吞吐量从 241 个用户起停在 1,205/s，但有资源无法判断：订单库：会话数（采样太少，请每秒采集）。',
      en: 'Not enough data: throughput stays at 1,205/s from 241 users on, but not all resources could be judged: Order database: Sessions (not enough readings: collect each second).',
    },
  },
  fewWindows: {
    ...found,
    ...nothing,
    blame: null,
    kind: 'notEnoughData',
    sentence: {
      zh: '数据不足：需要 12 个时间窗口，只有 7 个；没有资源有足够的采样。',
      en: 'Not enough data: 12 windows are needed, there are 7; no resource has enough readings.',
    },
  },
} satisfies Record<string, Bottleneck>
export const verdictKinds = [
  'bottleneck',
  'generator',
  'constantLoad',
  'noneObserved',
  'fewReadings',
  'fewWindows',
] as const

/** The report with this verdict. */
export const judgedReport =
  (kind: (typeof verdictKinds)[number]) =>
  (data: Readonly<Record<string, object | undefined>>): object => {
    const content = data['content'] as ReportContent
    const verdict = kind === 'generator' ? 'invalid' : content.verdict
    const isGeneratorLimit = kind === 'generator'
    return {
      ...data,
      content: { ...content, verdict, isGeneratorLimit, monitoring, bottleneck: verdicts[kind] },
    }
  }
