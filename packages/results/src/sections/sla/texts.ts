/** Words of the section "sla" in exported reports. */
import { commonTexts, type Texts, text } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  'slaReason.rampUp': text('区间全部处于爬坡阶段', 'all of the part is ramp-up'),
  'slaReason.noSamples': text('判定区间内没有样本', 'nothing ended in the judged interval'),
  'slaReason.noFullSecond': text('负载不足一个整秒', 'no whole second under load'),
  sla: text('SLA', 'SLA'),
  'sla.passed': text('满足', 'Holds'),
  'sla.broken': text('不满足', 'Broken'),
  'sla.none': text('未判定', 'Not judged'),
  'sla.notJudged': text('未判定', 'Not judged'),
  'sla.pending': text('未判断', 'Not judged'),
  rule: text('规则', 'Rule'),
  value: text('实际值', 'Value'),
  lastValue: text('（最后）', '(last)'),
  violated: text('不满足的秒数', 'Seconds violated'),
  since: text('首次不满足', 'First broken'),
} as const satisfies Texts
