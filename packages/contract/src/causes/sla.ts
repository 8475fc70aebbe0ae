/** Texts of SLA rules that were not met: the rule, the measured value and the interval that it was measured on. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const slaCauses = {
  ruleNotMet: {
    zh: 'SLA 规则“{rule}”未满足：{from}–{to} 实测 {value}',
    en: 'SLA rule “{rule}” violated: measured {value} in {from}–{to}',
  },
  ruleNotMetEachSecond: {
    zh: 'SLA 规则“{rule}”未满足：{from}–{to} 每一秒都不符合要求，最后一秒实测 {value}',
    en: 'SLA rule “{rule}” violated in every second of {from}–{to}; measured {value} in the last second',
  },
  ruleNotMetEachValue: {
    zh: 'SLA 规则“{rule}”未满足：{from}–{to} 的每个采集值都不符合要求，最后一个为 {value}',
    en: 'SLA rule “{rule}” violated by every value collected in {from}–{to}; the last one was {value}',
  },
} as const satisfies Catalogue
