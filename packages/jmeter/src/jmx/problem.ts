/** Problems that make a plan unreadable or an edit impossible, as data with a position, and all their texts. */

import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

/** `{name}` in a text is replaced by a parameter. */
const texts = {
  empty: { zh: '文件为空', en: 'The file is empty' },
  binary: {
    zh: '这是二进制文件，不是 JMeter 计划（.jmx 是文本）',
    en: 'This is a binary file, not a JMeter plan (.jmx is text)',
  },
  notXml: { zh: '内容不是 XML，应以 < 开头', en: 'This is not XML, which begins with <' },
  notUtf8: {
    zh: '内容不是有效的 UTF-8（声明的编码：{declared}），JMeter 只按 UTF-8 读取计划',
    en: 'The content is not valid UTF-8 (declared: {declared}); JMeter reads plans as UTF-8 only',
  },
  wrongEncoding: {
    zh: '声明的编码是 {declared}，但 JMeter 按 UTF-8 读取，非英文字符会乱码；请另存为 UTF-8',
    en: 'The encoding is declared as {declared}, but JMeter reads UTF-8 and would garble what is not ASCII; save it as UTF-8',
  },
  tooLarge: {
    zh: '计划有 {size} 个字符，超过上限 {limit}',
    en: 'The plan has {size} characters, more than the limit of {limit}',
  },
  tooDeep: { zh: '嵌套超过 {limit} 层', en: 'It is nested deeper than {limit} levels' },
  tooMany: { zh: 'XML 元素超过 {limit} 个', en: 'It has more than {limit} XML elements' },
  dtd: {
    zh: '含有 DOCTYPE 声明；出于安全考虑不接受',
    en: 'It holds a DOCTYPE declaration, which is refused for safety',
  },
  entity: { zh: '未知的实体 &{name};', en: 'The entity &{name}; is not known' },
  badReference: {
    zh: '单独的 & 应写作 &amp;，字符引用必须有效',
    en: 'A lone & has to be written &amp;, and character references have to be valid',
  },
  badCharacter: {
    zh: '含有 XML 不允许的控制字符 {character}',
    en: 'It holds the control character {character}, which XML forbids',
  },
  badTag: { zh: '标签 <{name} 写法有误', en: 'The tag <{name} is malformed' },
  badAttribute: {
    zh: '标签 <{name}> 的属性写法有误或重复',
    en: 'An attribute of <{name}> is malformed or repeated',
  },
  unclosedTag: {
    zh: '<{name}> 没有关闭（开始于第 {opened} 行）',
    en: '<{name}>, opened in line {opened}, is never closed',
  },
  wrongClose: {
    zh: '此处应为 </{expected}>（开始于第 {opened} 行），却是 </{name}>',
    en: '</{name}> stands where </{expected}> of line {opened} should',
  },
  unclosedSection: {
    zh: '注释、CDATA 或处理指令没有结束',
    en: 'A comment, CDATA section or instruction does not end',
  },
  strayText: { zh: '标签之外有多余的文字', en: 'There is text where only elements may stand' },
  lateDeclaration: {
    zh: '<?xml ?> 声明只能位于文件开头',
    en: 'The <?xml ?> declaration may only stand at the very beginning',
  },
  afterRoot: {
    zh: '根元素结束后还有其他内容',
    en: 'There is more after the end of the root element',
  },
  wrongRoot: {
    zh: '根元素是 <{name}>，应为 <jmeterTestPlan>',
    en: 'The root element is <{name}> where a plan has <jmeterTestPlan>',
  },
  noTree: {
    zh: '<jmeterTestPlan> 中应有且只有一个 <hashTree>',
    en: '<jmeterTestPlan> has to hold exactly one <hashTree>',
  },
  noTestPlan: { zh: '计划中没有任何元件', en: 'The plan holds no element' },
  treeWithoutElement: {
    zh: '<hashTree> 前面缺少它所属的元素',
    en: 'This <hashTree> follows no element that it could belong to',
  },
  elementWithoutTree: {
    zh: '元素 <{name}> 后面缺少 <hashTree/>',
    en: 'The element <{name}> is not followed by its <hashTree/>',
  },
  noElement: { zh: '该元件已不存在', en: 'This element is gone' },
  noProperty: { zh: '该元件没有属性 {path}', en: 'The element has no property {path}' },
  notScalar: { zh: '属性 {path} 不是单一的值', en: 'The property {path} is not a single value' },
  rootFixed: { zh: '测试计划本身不能移动或删除', en: 'The test plan itself cannot be moved or deleted' },
  intoItself: {
    zh: '不能把元件移动到它自己里面',
    en: 'An element cannot be moved into itself',
  },
  nothingToInsert: { zh: '没有可插入的元件', en: 'There is no element to insert' },
} as const satisfies Catalogue

export type JmxProblemCode = keyof typeof texts

/** Line and column count from 1; 0 when the problem has no position. */
export interface JmxProblem {
  readonly code: JmxProblemCode
  readonly line: number
  readonly column: number
  readonly params: Readonly<Record<string, string | number>>
}

/** The text of the problem, without its position. */
export const jmxProblemText = ({ code, params }: JmxProblem): Bilingual => filled(texts[code], params)

/** Line and column of an offset, both from 1; CRLF, LF and a lone CR each end a line. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let i = 0; i < offset; i += 1) {
    const code = text.charCodeAt(i)
    if (code !== 10 && (code !== 13 || text.charCodeAt(i + 1) === 10)) continue
    line += 1
    start = i + 1
  }
  return { line, column: offset - start + 1 }
}

/** A problem at an offset of a text. */
export function problemAt(
  text: string,
  offset: number,
  code: JmxProblemCode,
  params: JmxProblem['params'] = {},
): JmxProblem {
  return { code, ...placeAt(text, offset), params }
}

/** A problem of an edit, which has no place in the text. */
export const problemOf = (code: JmxProblemCode, params: JmxProblem['params'] = {}): JmxProblem => ({
  code,
  line: 0,
  column: 0,
  params,
})
