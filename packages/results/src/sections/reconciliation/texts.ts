/** Words of the section "reconciliation" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  reconciliation: { zh: '数据核对', en: 'Reconciliation' },
  worker: { zh: '压测进程', en: 'Engine process' },
  sent: { zh: '发出', en: 'Sent' },
  counted: { zh: '计入', en: 'Counted' },
  lost: { zh: '结果丢失', en: 'Result lost' },
  repeated: { zh: '重发', en: 'Repeated' },
  repeats: {
    zh: '其中 {repeated} 次是重发：服务端在响应前关闭了长连接，请求在新连接上再次发出；服务端可能两次都收到了',
    en: '{repeated} of these repeat a request on a new connection because the server closed the kept-alive connection before it responded; the server may have received both',
  },
  reconciled: {
    zh: '全程发出 {sent} 个请求，全部计入',
    en: 'All {sent} requests sent in the whole run are counted',
  },
  sends: {
    zh: '{requests} 个请求共发出 {sent} 次：重定向、认证质询、内嵌资源和在新连接上的重发各计一次发出',
    en: '{requests} requests were sent in {sent} exchanges: redirects, authentication challenges, embedded resources and repetitions on a new connection are sent separately',
  },
  reconciledLost: {
    zh: '全程发出 {sent} 个请求，全部计入；其中 {lost} 个的结果随压测进程丢失，计为失败',
    en: 'All {sent} requests sent in the whole run are counted; the results of {lost} were lost with an engine process and count as failed',
  },
  late: {
    zh: '{machine} 在执行结束后补送了 {requests} 个请求的数据（{at}）',
    en: '{machine} delivered data of {requests} requests after the end of the run ({at})',
  },
  marked: {
    zh: '第 {seconds} 秒的数据不完整或受影响，图中已标出',
    en: 'Data of seconds {seconds} is incomplete or affected; marked in the charts',
  },
  unreconciled: {
    zh: '全程发出 {sent} 个请求，只计入 {counted} 个',
    en: '{sent} requests were sent in the whole run, but only {counted} are counted',
  },
} as const satisfies Catalogue
