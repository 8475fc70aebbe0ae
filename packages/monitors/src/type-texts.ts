/** What can be wrong with a monitor type, in both languages; filled texts travel in the params of zod issues. */
import { type Bilingual, filled, type TextParams } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

const texts = {
  unknownName: {
    zh: '没有名为“{name}”的计数器、标签或参数；请先定义它，或改正名称',
    en: 'no counter, label or parameter {name}; define it, or correct the name',
  },
  unknownSection: {
    zh: '没有名为“{name}”的数据段；请改为 sections 中的 key',
    en: 'no section {name}; use the key of an entry of sections',
  },
  unknownTable: {
    zh: '没有名为“{name}”、且 isTable: true 并含 rows 的数据段',
    en: 'no section {name} with isTable and rows',
  },
  twice: { zh: '“{name}”出现了两次；每个 key 只能使用一次', en: '{name} occurs twice; use each key once' },
  expression: {
    zh: '表达式在第 {at} 个字符处有误；可以使用 + - * / ( )、数字和本数据段的计数器',
    en: 'the expression is wrong at character {at}; it holds + - * / ( ), numbers and counters of the section',
  },
} as const satisfies Catalogue

/** A text in both languages, and the form in which zod carries it. */
export const typeText = (code: keyof typeof texts, params: TextParams): Bilingual =>
  filled(texts[code], params)
