/** Words of the section "figures" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  transactions: { zh: '事务与请求', en: 'Transactions and requests' },
  name: { zh: '名称', en: 'Name' },
  timesInMs: { zh: '响应时间，毫秒', en: 'Response time, ms' },
  'kind.iteration': { zh: '迭代（从计划开始时刻算起）', en: 'Iterations (from scheduled start)' },
  'kind.transaction': { zh: '事务', en: 'Transactions' },
  'kind.nested': { zh: '事务及其请求', en: 'Transactions with their requests' },
  'kind.outside': { zh: '事务之外的请求', en: 'Requests outside transactions' },
  transactionsNote: {
    zh: '请求归入脚本中包含它的最内层事务；事务耗时不含思考时间、迭代间隔和集合点的等待，也不等于各请求之和',
    en: 'A request is listed under the innermost transaction that contains it in the script; the time of a transaction does not include think time, pacing and rendezvous waits, and usually differs from the sum of its requests',
  },
  'kind.request': { zh: '请求', en: 'Requests' },
  total: { zh: '全部请求', en: 'All requests' },
  phases: { zh: '耗时分解', en: 'Time split' },
  phasesNote: {
    zh: '各阶段的平均毫秒数，只计该阶段实际发生的请求；沿用已有连接的请求没有解析、连接和 TLS',
    en: 'Average time of each phase in ms; only requests that have the phase are counted. Requests on reused connections have no look-up, connect and TLS phases',
  },
  phasesNoteOnDemand: {
    zh: '各阶段的平均毫秒数，来自 JMeter 的 Connect 与 Latency：建立连接包含域名解析和 TLS，只计新建了连接的请求；首字节 = Latency − Connect，传输 = 响应时间 − Latency',
    en: 'Average time of each phase in ms, computed from JMeter’s Connect and Latency. Connect includes DNS look-up and TLS and covers only requests that opened a connection; first byte = Latency − Connect; transfer = response time − Latency',
  },
} as const satisfies Catalogue
