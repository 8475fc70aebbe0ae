/** Words for the ways in which checkpoints and conditions compare. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Checkpoint } from './answer-rules.ts'

export const operatorTitles: Readonly<Record<Checkpoint['operator'], Bilingual>> = {
  equals: { zh: '等于', en: 'equals' },
  notEquals: { zh: '不等于', en: 'not equals' },
  contains: { zh: '包含', en: 'contains' },
  notContains: { zh: '不包含', en: 'not contains' },
  matches: { zh: '匹配正则', en: 'matches' },
  greater: { zh: '大于', en: '>' },
  greaterOrEqual: { zh: '大于等于', en: '≥' },
  less: { zh: '小于', en: '<' },
  lessOrEqual: { zh: '小于等于', en: '≤' },
  exists: { zh: '存在', en: 'exists' },
}
