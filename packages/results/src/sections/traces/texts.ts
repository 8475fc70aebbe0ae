/** Words of the section "traces" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  traces: { zh: '慢请求的调用链', en: 'Traces of slow requests' },
  basis: {
    zh: '每个请求名称最慢的 3 次，取自各引擎进程每秒最慢的一次',
    en: 'The 3 slowest of each request, of the slowest one that each engine process had in each second',
  },
  where: { zh: '请求', en: 'Request' },
  duration: { zh: '响应时间', en: 'Response time' },
  ended: { zh: '结束于', en: 'Ended at' },
  result: { zh: '结果', en: 'Result' },
  passed: { zh: '通过', en: 'passed' },
  failed: { zh: '失败', en: 'failed' },
  trace: { zh: '调用链 ID', en: 'Trace id' },
} as const satisfies Catalogue
