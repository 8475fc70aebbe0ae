/** Words of the section "errors" in exported reports. */
import { commonTexts, type Texts, text } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  errors: text('错误', 'Errors'),
  where: text('发生在', 'Where'),
  error: text('错误', 'Error'),
  message: text('说明', 'Message'),
  first: text('首次', 'First'),
  last: text('最近', 'Last'),
  sample: text('样本', 'Sample'),
  request: text('请求', 'Request'),
  response: text('响应', 'Response'),
  noResponse: text('没有收到响应', 'No answer came'),
  checkpointActual: text('实际值：{actual}', 'actual: {actual}'),
  cut: text('仅显示开头', 'only the beginning is shown'),
} as const satisfies Texts
