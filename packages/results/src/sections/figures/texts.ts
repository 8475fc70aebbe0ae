/** Words of the section "figures" in exported reports. */
import { commonTexts, type Texts, text } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  transactions: text('事务与请求', 'Transactions and requests'),
  name: text('名称', 'Name'),
  failed: text('失败', 'Failed'),
  success: text('成功率', 'Success'),
  min: text('最小', 'Min'),
  avg: text('平均', 'Avg'),
  deviation: text('标准差', 'Std dev'),
  perSecond: text('每秒', 'Per s'),
  received: text('接收/秒', 'Received/s'),
  timesInMs: text('响应时间，毫秒', 'Response time, ms'),
  'kind.iteration': text('迭代（自应到时刻计时）', 'Iterations, timed from when they were due'),
  'kind.transaction': text('事务', 'Transactions'),
  'kind.request': text('请求', 'Requests'),
  total: text('全部请求', 'All requests'),
  phases: text('响应时间构成', 'What the response times are made of'),
  phasesNote: text(
    '各阶段的平均毫秒数，只计该阶段实际发生的请求；沿用已有连接的请求没有解析、连接和 TLS',
    'Average ms of each part over the requests in which it happened; a request on a kept connection has no look-up, connecting and TLS',
  ),
  phasesNoteOnDemand: text(
    '各阶段的平均毫秒数，来自 JMeter 的 Connect 与 Latency：建立连接包含域名解析和 TLS，只计新建了连接的请求；首字节 = Latency − Connect，传输 = 响应时间 − Latency',
    'Average ms of each part from JMeter’s Connect and Latency: its connect includes DNS and TLS and counts only requests that opened a connection; first byte = Latency − Connect, transfer = response time − Latency',
  ),
} as const satisfies Texts
