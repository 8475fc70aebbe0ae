/** Words of the section "distribution" in exported reports. */
import { commonTexts, type Texts, text } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  distribution: text('响应时间分布', 'Distribution of response times'),
  distributionNote: text(
    '横轴为响应时间（对数），柱高为请求数',
    'Response time (logarithmic) against number of requests',
  ),
} as const satisfies Texts
