/** Words of the section "sla" in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { commonTexts } from '../../export/texts.ts'

export const texts = {
  ...commonTexts,
  'slaReason.rampUp': { zh: '区间全部处于爬坡阶段', en: 'the whole interval is ramp-up' },
  'slaReason.noSamples': { zh: '判定区间内没有样本', en: 'no samples in the evaluated interval' },
  'slaReason.noFullSecond': { zh: '负载不足一个整秒', en: 'less than one full second of load' },
  'slaReason.noData': { zh: '监控没有数据', en: 'the monitor gave no data' },
  'slaReason.notRun': {
    zh: '全程没有运行过这一步：自 0.10 起判为未通过；规则可改为“没有运行时忽略”',
    en: 'the step never ran: this fails the rule since version 0.10; set the rule to ignore steps that do not run if that is intended',
  },
  noDataFor: { zh: '无数据', en: 'no data for' },
  sla: { zh: 'SLA', en: 'SLA' },
  'sla.passed': { zh: '通过', en: 'Passed' },
  'sla.broken': { zh: '未通过', en: 'Failed' },
  'sla.none': { zh: '未判定', en: 'Not evaluated' },
  'sla.notJudged': { zh: '未判定', en: 'Not evaluated' },
  'sla.pending': { zh: '未判定', en: 'Not evaluated' },
  rule: { zh: '规则', en: 'Rule' },
  value: { zh: '实际值', en: 'Value' },
  lastValue: { zh: '（最后）', en: '(last)' },
  violated: { zh: '不满足的区间数', en: 'Intervals in violation' },
  since: { zh: '首次不满足', en: 'First violation' },
} as const satisfies Catalogue
