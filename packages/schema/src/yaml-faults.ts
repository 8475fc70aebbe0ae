/** What the YAML parser (`yaml`) reports, in both languages. */
import type { Bilingual } from './bilingual.ts'

/** By the parser's codes. */
const chinese: Readonly<Record<string, string>> = {
  ALIAS_PROPS: '引用（*）上不能再有锚点或标签',
  BAD_ALIAS: '引用（*）或锚点（&）的名称有误',
  BAD_COLLECTION_TYPE: '标签与集合的类型不符',
  BAD_DIRECTIVE: '指令（%）有误',
  BAD_DQ_ESCAPE: '双引号中的转义有误',
  BAD_INDENT: '缩进有误',
  BAD_PROP_ORDER: '锚点和标签必须写在值的前面',
  BAD_SCALAR_START: '值不能以这个字符开头，请加引号',
  BLOCK_AS_IMPLICIT_KEY: '同一行中不能再有映射',
  BLOCK_IN_FLOW: '[ ] 或 { } 中不能使用按缩进书写的集合',
  DUPLICATE_KEY: '同一层中有重复的键',
  IMPOSSIBLE: '无法识别',
  KEY_OVER_1024_CHARS: '键超过 1024 个字符',
  MISSING_CHAR: '缺少字符，例如引号、括号、逗号或冒号',
  MULTILINE_IMPLICIT_KEY: '键必须写在一行中',
  MULTIPLE_ANCHORS: '一个值只能有一个锚点（&）',
  MULTIPLE_DOCS: '只能有一个文档（---）',
  MULTIPLE_TAGS: '一个值只能有一个标签（!）',
  NON_STRING_KEY: '键必须是文本',
  RESOURCE_EXHAUSTION: '嵌套过深',
  TAB_AS_INDENT: '不能用制表符缩进',
  TAG_RESOLVE_FAILED: '标签（!）无法识别',
  UNEXPECTED_TOKEN: '这里不应出现此内容',
}

/** The parser tells details only in English. */
export const yamlFault = ({
  code,
  message,
}: {
  readonly code: string
  readonly message: string
}): Bilingual => ({
  zh: `YAML 有误：${chinese[code] ?? message}`,
  en: `Invalid YAML: ${message}`,
})
