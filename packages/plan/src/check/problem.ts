/** A problem that the check of a component finds, and the texts of all of them. */

import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'
import type { ProblemText } from '@pone/schema/protocol.ts'
import { stepProblems } from '../steps/registry.ts'

/** Of what neither a protocol nor a kind of step owns. `{name}` in a text stands for a parameter. */
const ownTexts = {
  noSteps: { zh: '还没有启用的步骤，请先添加请求', en: 'No step is enabled; add a request first' },
  tooManySteps: {
    zh: '步骤共 {count} 个，超过上限 {limit}',
    en: '{count} steps exceed the limit of {limit}',
  },
  manyLabels: {
    zh: '请求和事务共 {count} 个；超过 {limit} 个的部分在报告中合并为“其他”',
    en: '{count} requests and transactions; those beyond {limit} share the line “others” in reports',
  },
  duplicateStep: {
    zh: '步骤编号重复，请删除后重新添加',
    en: 'Two steps share an id; delete one and add it again',
  },
  emptyGroup: { zh: '其中没有启用的步骤', en: 'No step inside is enabled' },
  noProxyHost: { zh: '请填写代理服务器地址', en: 'Enter the host of the proxy' },
  badProxyHost: {
    zh: '代理服务器“{host}”应只写域名或 IP 地址，端口另填',
    en: 'The proxy “{host}” has to be a name or an IP address alone; the port has a field of its own',
  },
  badBypass: {
    zh: '不走代理的主机“{entry}”无效，请写域名、IP 地址或 *.example.com，用逗号分隔',
    en: '“{entry}” is not a host to reach without the proxy; write names, IP addresses or *.example.com, separated by commas',
  },
  badServerName: {
    zh: 'TLS 服务器名称“{name}”应为域名，不能是 IP 地址或网址',
    en: 'The TLS server name “{name}” has to be a host name, neither an IP address nor a URL',
  },
  noCertificateFile: { zh: '请选择证书文件', en: 'Choose the file of the certificate' },
  missingCertificateFile: {
    zh: '证书文件不存在或已被删除，请重新选择',
    en: 'The certificate file is gone; choose another one',
  },
  badHost: { zh: '主机名“{host}”无效', en: '“{host}” is not a host name' },
  badHostAddress: {
    zh: '主机 {host} 指向的“{address}”不是 IP 地址或域名',
    en: '{host} leads to “{address}”, which is neither an IP address nor a name',
  },
  noSourceOfFamily: {
    zh: '连接只用 IPv{family}，但源地址中没有 IPv{family} 地址',
    en: 'Connections use IPv{family} only, but none of the source addresses is one',
  },
  noValueBeforeRun: {
    zh: '此处在执行开始前读取一次，只能使用组件自己的变量；{name} 没有值',
    en: 'This is read once before the run, where only variables of the component have values; {name} has none',
  },
  emptyExpression: { zh: '请填写要查找的内容', en: 'Say what to look for' },
  badJsonPath: { zh: 'JSONPath 有误：{reason}', en: 'The JSONPath is wrong: {reason}' },
  badXPath: { zh: 'XPath 有误：{reason}', en: 'The XPath is wrong: {reason}' },
  badCss: { zh: 'CSS 选择器有误：{reason}', en: 'The CSS selector is wrong: {reason}' },
  badRegex: { zh: '正则表达式有误：{reason}', en: 'The regular expression is wrong: {reason}' },
  notANumber: { zh: '“{value}”不是数字，无法比较大小', en: '“{value}” is not a number, so it has no order' },
  emptyRange: { zh: '结束值不能小于起始值', en: 'The range cannot end before it begins' },
  missingFile: {
    zh: '参数文件不存在或已被删除，请重新选择',
    en: 'The parameter file is gone; choose another one',
  },
  noDatabaseHost: { zh: '请填写数据库主机', en: 'Enter the host of the database' },
  noDatabaseUser: { zh: '请填写数据库用户名', en: 'Enter the user of the database' },
  literalPassword: {
    zh: '此处不能直接写密码：请把密码存为保密变量，再写作 ${变量名}',
    en: 'A password cannot be written here: keep it as a secret variable and write ${its name}',
  },
  noQuery: { zh: '请填写查询语句', en: 'Enter the query' },
  duplicateVariable: {
    zh: '名称 {name} 已被另一个参数或变量使用',
    en: 'Another parameter or variable is called {name} as well',
  },
  badVariableName: {
    zh: '变量名 {name} 只能由字母、数字、下划线和点组成，且以字母或下划线开头',
    en: 'The variable name {name} may hold letters, digits, _ and . and begins with a letter or _',
  },
  emptySecret: { zh: '保密变量 {name} 还没有值', en: 'The secret variable {name} has no value yet' },
  strayMask: {
    zh: '{name} 的值是代替保密值的圆点，请输入真正的值',
    en: 'The value of {name} is the row of dots that stands for a secret; type the value itself',
  },
  unknownVariable: {
    zh: '变量 {name} 没有定义，将原样发送',
    en: 'Nothing defines the variable {name}; it will be sent as written',
  },
  unknownFunction: {
    zh: '没有名为 {name} 的函数，将原样发送',
    en: 'There is no function {name}; it will be sent as written',
  },
  wrongArguments: {
    zh: '函数 {name} 需要 {expected} 个参数，写了 {count} 个',
    en: 'The function {name} takes {expected} arguments, {count} are given',
  },
} as const satisfies Catalogue

/** One of these, or of the problems that the definition of a protocol or of a kind of step lists. */
export type ProblemCode = string

const texts = new Map<string, ProblemText>(
  [...protocolDefinitions.map(({ problems }) => problems), stepProblems, ownTexts].flatMap(
    Object.entries<ProblemText>,
  ),
)

const warnings: readonly ProblemCode[] = [
  'manyLabels',
  'emptyGroup',
  'emptySecret',
  'unknownVariable',
  'noValueBeforeRun',
  'unknownFunction',
  'wrongArguments',
]

/** An error keeps a component from running, a warning does not. */
export interface ComponentProblem {
  readonly severity: 'error' | 'warning'
  /** null when it is about the component and not one of its steps. */
  readonly stepId: string | null
  /** Path of the field within the step, or within the document, e.g. `http.url`, `parameters.0.fileId`. */
  readonly field: string
  readonly code: ProblemCode
  readonly text: Bilingual
}

/** Takes a problem of the step or document that is being checked. */
export type Report = (
  field: string,
  code: ProblemCode,
  params?: Readonly<Record<string, string | number>>,
) => void

/** Builds a problem. */
export function componentProblem(
  stepId: string | null,
  field: string,
  code: ProblemCode,
  params: Readonly<Record<string, string | number>> = {},
): ComponentProblem {
  const { severity = 'error', zh, en } = texts.get(code) ?? { zh: code, en: code }
  return {
    severity: warnings.includes(code) ? 'warning' : severity,
    stepId,
    field,
    code,
    text: filled({ zh, en }, params),
  }
}
