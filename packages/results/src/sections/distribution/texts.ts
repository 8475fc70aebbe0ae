/** Words of the section "distribution" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  distribution: { zh: '响应时间分布', en: 'Distribution of response times' },
  distributionNote: {
    zh: '横轴为响应时间（对数），柱高为请求数',
    en: 'x: response time (logarithmic scale), y: number of requests',
  },
} as const satisfies Catalogue
