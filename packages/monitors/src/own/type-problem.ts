/** A fault of a type file: where it stands, and what to do, in both languages. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { filled, type TextParams } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

export interface TypeProblem {
  /** Both from 1. */
  readonly line: number
  readonly column: number
  /** As `sections[0].counters[2].unit`; '' for the whole file. */
  readonly path: string
  readonly text: Bilingual
}

/** A fault of a type before its place in the text is known. */
export interface TypeFault {
  readonly path: readonly PropertyKey[]
  readonly text: Bilingual
}

const texts = {
  tooLong: {
    zh: '文件超过 {limit} KiB；请删减，或拆成几个类型',
    en: 'The file is longer than {limit} KiB; shorten it, or make several types of it',
  },
  notMapping: {
    zh: '文件应为一个映射，即“名称: 值”的形式',
    en: 'The file must be a mapping, that is lines “name: value”',
  },
  tooDeep: { zh: '嵌套超过 {limit} 层', en: 'Nested deeper than {limit} levels' },
  tooMuch: {
    zh: '内容超过 {limit} 个值（含引用展开后的值）',
    en: 'More than {limit} values, those that references (*) repeat included',
  },
  aliases: {
    zh: '引用（*）展开后的内容过多；请直接写出这些值',
    en: 'The references (*) expand to too much content; write the values out',
  },
  listed: { zh: '应为以下之一：{values}', en: 'Must be one of {values}' },
  unknownField: {
    zh: '没有名为“{field}”的字段；请检查拼写或删除',
    en: 'There is no field {field}; check the spelling, or remove it',
  },
  builtInName: {
    zh: '“{name}”是内置类型的名称；请使用其他名称',
    en: '{name} is the name of a built-in type; choose another name',
  },
  takenName: {
    zh: '已有名为“{name}”的类型；请使用其他名称，或编辑该类型',
    en: 'There is a type {name} already; choose another name, or edit that type',
  },
  otherName: {
    zh: '类型的名称不能更改；请写为“{name}”，或新建一个类型',
    en: 'The name of a type cannot be changed; write {name}, or create another type',
  },
  notShown: {
    zh: '计数器“{name}”不在任何图表或表格中；请加入 charts 或 tables',
    en: 'The counter {name} stands in no chart and no table; add it to charts or tables',
  },
  otherUnit: {
    zh: '图表“{chart}”的单位是“{unit}”，计数器“{name}”的单位是“{found}”；请统一单位（counter 类型显示为每秒速率）',
    en: 'The unit of the chart {chart} is “{unit}”, that of {name} is “{found}”; make them equal (a counter of kind counter is shown per second)',
  },
  openPassword: {
    zh: '密码参数“{name}”须写 isSecret: true，否则会以明文保存',
    en: 'The password {name} needs isSecret: true, else it is stored as plain text',
  },
  tooManyCounters: { zh: '计数器超过 {limit} 个', en: 'More than {limit} counters' },
  transport: {
    zh: '自定义类型不能使用“{name}”：它读取 Agent 所在主机。可以使用：{allowed}',
    en: 'A type of your own cannot use {name}: it reads the machine of the agent. It can use {allowed}',
  },
  writingSessions: {
    zh: '自定义类型不能使用“{name}”：这种数据库没有只读会话，无法保证语句只读取数据。可以使用：{allowed}',
    en: 'A type of your own cannot use {name}: this database has no sessions that only read, so a statement could change data. It can use {allowed}',
  },
  boundToMachine: {
    zh: '自定义类型通过网络采集，isBoundToMachine 须为 false',
    en: 'A type of your own is collected over the network; isBoundToMachine must be false',
  },
  neededParam: {
    zh: '“{transport}”需要参数“{name}”（type: {type}）；请加入 params',
    en: '{transport} needs the parameter {name} of type {type}; add it to params',
  },
  onlyGet: {
    zh: '监控只读取数据，只能使用 GET，且不能有 body',
    en: 'A monitor only reads; use GET, without a body',
  },
  path: {
    zh: '路径须以 / 或参数（如 {example}）开头，不能含空白或控制字符',
    en: 'The path begins with / or a parameter such as {example}, and holds no blanks or control characters',
  },
  placeUnknown: {
    zh: '没有名为“{name}”的参数；请在 params 中定义，或改正名称',
    en: 'There is no parameter {name}; define it in params, or correct the name',
  },
  placeSecret: {
    zh: '参数“{name}”是机密，不能写入路径：目标会把路径写入日志',
    en: 'The parameter {name} is secret and must not stand in a path, which targets write to their logs',
  },
  header: {
    zh: '不能设置请求头“{name}”，或其内容含有控制字符',
    en: 'The header {name} must not be set, or holds control characters',
  },
  pattern: {
    zh: '正则表达式不能使用：{detail}。使用 RE2 语法，不支持向前、向后查找和反向引用',
    en: 'The regular expression cannot be used: {detail}. The syntax is that of RE2, without look-around and back-references',
  },
  patternSize: {
    zh: '正则表达式展开后过大（{size}，最多 {limit}）；请减少重复次数',
    en: 'The regular expression expands to {size} steps, more than {limit}; use smaller repetitions',
  },
  patternGroups: {
    zh: '正则表达式需要命名分组，例如 {example}',
    en: 'The regular expression needs named groups, as {example}',
  },
  notAnswered: {
    zh: '回答中没有字段“{name}”；它有：{fields}',
    en: 'The answer has no field {name}; it has {fields}',
  },
  notReading: {
    zh: '只允许单条读取语句，以 SELECT、WITH 或 SHOW 开头；这里不能使用“{word}”',
    en: 'Only one reading statement is allowed, which begins with SELECT, WITH or SHOW; {word} cannot stand here',
  },
  sqlComment: {
    zh: '语句中不能有可执行注释（/*! … */）',
    en: 'The statement must not have comments that are run (/*! … */)',
  },
  secretSetting: {
    zh: '不能读取配置项“{name}”：它可能包含密码；请写出完整的名称，不用通配符',
    en: 'The setting {name} must not be read, since it can hold a password; write whole names without wildcards',
  },
} as const satisfies Catalogue

export type TypeProblemCode = keyof typeof texts

export const problemText = (code: TypeProblemCode, params: TextParams = {}): Bilingual =>
  filled(texts[code], params)

export const fault = (
  path: readonly PropertyKey[],
  code: TypeProblemCode,
  params: TextParams = {},
): TypeFault => ({ path, text: problemText(code, params) })
