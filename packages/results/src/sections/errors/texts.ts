/** Words of the section "errors" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  errors: { zh: '错误', en: 'Errors' },
  where: { zh: '发生在', en: 'Request' },
  error: { zh: '错误', en: 'Error' },
  message: { zh: '说明', en: 'Message' },
  first: { zh: '首次', en: 'First' },
  last: { zh: '最近', en: 'Last' },
  trace: { zh: '调用链 ID', en: 'Trace id' },
  sample: { zh: '样本', en: 'Sample' },
  request: { zh: '请求', en: 'Request' },
  response: { zh: '响应', en: 'Response' },
  noResponse: { zh: '没有收到响应', en: 'No response was received' },
  checkpointActual: { zh: '实际值：{actual}', en: 'actual: {actual}' },
  cut: { zh: '仅显示开头', en: 'only the beginning is shown' },
} as const satisfies Catalogue
