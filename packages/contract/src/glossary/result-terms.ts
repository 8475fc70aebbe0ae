/** Terms of execution records and reports. */
import type { Term } from './term.ts'

const records = '/pone/atf/projects/logging'

export const resultTerms: readonly Term[] = [
  {
    id: 'execution-record',
    zh: '执行记录',
    en: 'execution record',
    meaning: {
      zh: '场景的一次执行及其全部数据：状态、事件、日志、统计和报告。英文界面也简称 run。',
      en: 'One execution of a scenario with all its data: state, events, log, figures and reports. Also called a run.',
    },
    not: { zh: ['运行记录', '压测记录'], en: ['test run', 'run record'] },
    see: ['report', 'scenario'],
    page: records,
  },
  {
    id: 'report',
    zh: '报告',
    en: 'report',
    meaning: {
      zh: '整个执行或其中一段的统计、图表和 SLA 结论；执行结束时自动生成，可以按时间段重新生成。',
      en: 'Figures, charts and the SLA verdict of a run or a part of it. It is made when the run ends and can be made again for any part.',
    },
    see: ['execution-record', 'sla'],
    page: records,
  },
  {
    id: 'response-time',
    zh: '响应时间',
    en: 'response time',
    meaning: {
      zh: '从发出请求到收完响应的时间，单位毫秒；需要新建连接时包含域名解析、建立连接和 TLS 握手。',
      en: 'From sending a request to the end of its response, in ms; where a connection is opened for it, name look-up, connecting and TLS handshake are included.',
    },
    not: { zh: ['响应耗时', '反应时间'] },
    see: ['percentile', 'time-split'],
  },
  {
    id: 'time-split',
    zh: '耗时分解',
    en: 'time split',
    meaning: {
      zh: '响应时间由哪些阶段组成：域名解析、建立连接、TLS 握手、首字节、传输。',
      en: 'The parts of a response time: name look-up, connect, TLS handshake, first byte, transfer.',
    },
    see: ['response-time'],
  },
  {
    id: 'percentile',
    zh: '百分位',
    en: 'percentile',
    meaning: {
      zh: 'P95 = 500 毫秒表示 95% 的请求不超过 500 毫秒。由合并的直方图计算，三位有效数字，从不取平均。',
      en: 'P95 = 500 ms means that 95 % of the requests took at most 500 ms. Computed from merged histograms with three significant digits, never averaged.',
    },
    not: { zh: ['分位值', '百分比响应时间'] },
    see: ['response-time'],
  },
  {
    id: 'throughput',
    zh: '吞吐量',
    en: 'throughput',
    meaning: {
      zh: '单位时间内完成的请求数或事务数。以字节计的部分称为流量。',
      en: 'Requests or transactions that end per unit of time. What is counted in bytes is called traffic.',
    },
    not: { zh: ['吞吐率'] },
    see: ['rps', 'tps'],
  },
  {
    id: 'rps',
    zh: '每秒请求数（RPS）',
    en: 'requests per second (RPS)',
    meaning: {
      zh: '统计区间内完成的请求数除以区间时长，成功和失败都计入。',
      en: 'Requests that ended in the interval divided by its length, passed and failed.',
    },
    not: { zh: ['QPS'], en: ['QPS'] },
    see: ['tps'],
  },
  {
    id: 'tps',
    zh: '每秒事务数（TPS）',
    en: 'transactions per second (TPS)',
    meaning: {
      zh: '统计区间内完成的事务数除以区间时长。针对整个场景的 SLA 规则在脚本没有事务时，按请求数计算。',
      en: 'Transactions that ended in the interval divided by its length. An SLA rule for the whole scenario counts requests where the scripts have no transaction.',
    },
    see: ['transaction', 'rps'],
  },
  {
    id: 'error-rate',
    zh: '错误率',
    en: 'error rate',
    meaning: {
      zh: '失败请求占全部请求的比例。连接失败、超时、状态码不符和检查点不通过都算失败。',
      en: 'Share of failed requests. A request fails when it cannot connect, times out, is answered with an unexpected status or breaks a checkpoint.',
    },
    not: { zh: ['失败率', '出错率'], en: ['failure rate'] },
    see: ['checkpoint'],
  },
  {
    id: 'sample',
    zh: '样本',
    en: 'sample',
    meaning: {
      zh: '一个请求或事务的一次结果：开始时间、用时、成功与否、大小。',
      en: 'One result of a request or transaction: start, time taken, passed or failed, size.',
    },
    see: ['sample-log'],
  },
  {
    id: 'sample-log',
    zh: '样本日志',
    en: 'sample log',
    meaning: {
      zh: '每个请求和事务一行的文件，每百万行约 150 MB；在场景中打开，执行结束后下载。',
      en: 'A file with a line per request and transaction, about 150 MB per million; switched on in the scenario, downloaded after the run.',
    },
    not: { zh: ['采样日志'], en: ['sampling log'] },
    see: ['sample'],
  },
  {
    id: 'reconciliation',
    zh: '数据核对',
    en: 'reconciliation',
    meaning: {
      zh: '各压力机发出的请求数与报告计入的请求数是否一致。',
      en: 'Whether the requests that load machines sent are those that the report counts.',
    },
    not: { zh: ['数据对账'] },
    see: ['report'],
  },
  {
    id: 'baseline',
    zh: '基准',
    en: 'baseline',
    meaning: {
      zh: '对比时作为参照的那次执行；其他执行的变化都相对于它。',
      en: 'The run that others are compared with; all changes are relative to it.',
    },
    not: { zh: ['基线'] },
    see: ['significance'],
    page: '/pone/atf/projects/prReportsCompare',
  },
  {
    id: 'significance',
    zh: '显著性',
    en: 'significance',
    meaning: {
      zh: '两次执行的差别是否大于它们各自的波动（Mann–Whitney 检验，Holm 校正）。',
      en: 'Whether two runs differ by more than each varies within itself (Mann–Whitney test, Holm correction).',
    },
    see: ['baseline'],
  },
]
