/** Words of the section "sla" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  'slaReason.rampUp': { zh: '区间全部处于爬坡阶段', en: 'all of the part is ramp-up' },
  'slaReason.noSamples': { zh: '判定区间内没有样本', en: 'nothing ended in the judged interval' },
  'slaReason.noFullSecond': { zh: '负载不足一个整秒', en: 'no whole second under load' },
  sla: { zh: 'SLA', en: 'SLA' },
  'sla.passed': { zh: '通过', en: 'Passed' },
  'sla.broken': { zh: '未通过', en: 'Broken' },
  'sla.none': { zh: '未判定', en: 'Not judged' },
  'sla.notJudged': { zh: '未判定', en: 'Not judged' },
  'sla.pending': { zh: '未判定', en: 'Not judged' },
  rule: { zh: '规则', en: 'Rule' },
  value: { zh: '实际值', en: 'Value' },
  lastValue: { zh: '（最后）', en: '(last)' },
  violated: { zh: '不满足的区间数', en: 'Intervals violated' },
  since: { zh: '首次不满足', en: 'First broken' },
} as const satisfies Catalogue
