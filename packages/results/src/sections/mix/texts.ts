/** Words of the section "mix" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  mix: { zh: '与生产流量模型的吻合度', en: 'Mix fidelity' },
  deleted: {
    zh: '场景绑定的生产流量模型已被删除，无法对比。',
    en: 'The production mix of the scenario has been deleted, so there is nothing to compare with.',
  },
  unknownRequests: {
    zh: '无法读取本次执行的测试计划，不知道各请求的方法和路径，因此无法与生产流量模型对比。',
    en: 'The plan of the run cannot be read, so the method and path of its requests are not known and cannot be compared with the production mix.',
  },
  basis: {
    zh: '{name}：生产 {from} 至 {to} 的 {production} 个请求；本次 {run} 个已结束的 HTTP 请求，其中失败 {failed} 个。',
    en: '{name}: {production} requests in production from {from} to {to}; {run} HTTP requests of the run that ended, {failed} of them failed.',
  },
  leftOut: {
    zh: '另有 {count} 个请求不参与对比：属于其他协议或静态文件，或测试计划中没有同名的请求。',
    en: '{count} more requests are not compared: they are of other protocols or of static files, or no request of the test plan has their name.',
  },
  overlap: { zh: '请求占比重合度', en: 'Overlap of request shares' },
  overlapMeaning: {
    zh: '100% 减去各请求占比之差绝对值总和的一半。按方法和路径匹配，不看主机；失败的请求计入，重定向、内嵌资源和重发计在引起它们的请求上；只在一侧出现的请求计为差异。',
    en: '100 % less half the sum of the absolute differences of shares. Requests are matched by method and path, not by host; failed ones count, redirects, embedded resources and repeats count with the request that caused them; what only one side has counts as a difference.',
  },
  noRequests: {
    zh: '这段时间内没有可以对比的请求结束，因此没有重合度。',
    en: 'No request that could be compared ended in this part, so there is no overlap.',
  },
  request: { zh: '请求', en: 'Request' },
  productionShare: { zh: '生产占比', en: 'Production share' },
  runShare: { zh: '本次占比', en: 'Share of the run' },
  difference: { zh: '相差（百分点）', en: 'Difference (points)' },
  runCount: { zh: '本次次数', en: 'Count of the run' },
  failed: { zh: '失败', en: 'Failed' },
  productionBytes: {
    zh: '生产响应大小（平均 / P50 / P95）',
    en: 'Production response size (mean / P50 / P95)',
  },
  runBytes: { zh: '本次平均接收', en: 'Mean received by the run' },
  others: { zh: '其余少见的请求', en: 'Other, rare requests' },
  onlyRun: { zh: '生产中没有', en: 'not in production' },
  onlyProduction: { zh: '本次没有', en: 'not in the run' },
  more: { zh: '另有 {count} 种请求未列出', en: '{count} more requests are not listed' },
  sizes: {
    zh: '响应大小：生产平均 {production}，本次平均接收 {run}（两侧都已知的请求）。日志中的大小多为不含响应头的正文，本次接收的包含响应头、重定向和内嵌资源。',
    en: 'Response sizes: {production} on average in production, {run} received by the run (of requests known on both sides). Logs mostly tell the body without headers; what the run received includes headers, redirects and embedded resources.',
  },
  arrivals: { zh: '到达时间重合度', en: 'Overlap of arrival times' },
  arrivalsMeaning: {
    zh: '每 {interval} 的请求数占总数的比例，生产与本次相比：100% 减去差的绝对值总和的一半。对比本次 {clock}，对应生产流量模型第 {seconds} 秒起；只计完整的时间段。生产平均 {production}/s，本次 {run}/s；图中生产速率已按平均值缩放。',
    en: 'Shares of the requests in each {interval}, in production and in the run: 100 % less half the sum of the absolute differences. Compared is {clock} of the run with the mix from its second {seconds} on; whole intervals only. {production}/s on average in production, {run}/s in the run; the chart scales production to the mean of the run.',
  },
  'arrivals.tooShort': {
    zh: '到达时间没有对比：这段时间与生产流量模型共同的完整时间段（每段 {interval}）少于两个。',
    en: 'Arrival times are not compared: this part and the mix have fewer than two whole intervals of {interval} in common.',
  },
  'arrivals.noRequests': {
    zh: '到达时间没有对比：共同的时间段内本次没有请求结束。',
    en: 'Arrival times are not compared: no request of the run ended in the common intervals.',
  },
  'arrivals.noArrivals': {
    zh: '到达时间没有对比：共同的时间段内生产没有请求。',
    en: 'Arrival times are not compared: production had no request in the common intervals.',
  },
  chart: { zh: '到达率', en: 'Arrivals' },
  'unit.perSecond': { zh: '个/s', en: 'per second' },
  'series.production': { zh: '生产（已缩放）', en: 'Production, scaled' },
  'series.run': { zh: '本次', en: 'Run' },
} as const satisfies Catalogue
