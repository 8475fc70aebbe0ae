/** A problem that the check of a component finds, and the texts of all of them. */

import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'
import type { ProblemText } from '@pone/schema/protocol.ts'
import { stepProblems } from '../steps/registry.ts'

/** Of what neither a protocol nor a kind of step owns. `{name}` in a text stands for a parameter. */
const ownTexts = {
  noSteps: { zh: '还没有启用的步骤，请先添加请求', en: 'No steps are enabled. Add a request first' },
  tooManySteps: {
    zh: '步骤共 {count} 个，每个组件最多 {limit} 个；请拆分为多个组件，放在同一个场景中执行',
    en: '{count} steps exceed the limit of {limit} per component. Split them into several components of one scenario',
  },
  manyLabels: {
    zh: '请求和事务共 {count} 个；超过 {limit} 个的部分在报告中合并为“其他”',
    en: '{count} requests and transactions; those beyond {limit} are combined as “Others” in reports',
  },
  duplicateStep: {
    zh: '步骤编号重复，请删除后重新添加',
    en: 'Duplicate step ID. Delete the step and add it again',
  },
  emptyGroup: { zh: '其中没有启用的步骤', en: 'No enabled steps inside' },
  noProxyHost: { zh: '请填写代理服务器地址', en: 'Enter the address of the proxy server' },
  badProxyHost: {
    zh: '代理服务器“{host}”应只写域名或 IP 地址，端口另填',
    en: 'Proxy server “{host}” must be a host name or IP address only; the port has its own field',
  },
  badBypass: {
    zh: '不走代理的主机“{entry}”无效，请写域名、IP 地址或 *.example.com，用逗号分隔',
    en: 'Invalid host without proxy “{entry}”. Enter host names, IP addresses or *.example.com, separated by commas',
  },
  badServerName: {
    zh: 'TLS 服务器名称“{name}”应为域名，不能是 IP 地址或网址',
    en: 'TLS server name “{name}” must be a host name, not an IP address or URL',
  },
  noCertificateFile: { zh: '请选择证书文件', en: 'Select a certificate file' },
  missingCertificateFile: {
    zh: '证书文件不存在或已被删除，请重新选择',
    en: 'The certificate file does not exist or has been deleted. Select another one',
  },
  badHost: { zh: '主机名“{host}”无效', en: 'Invalid host name “{host}”' },
  badHostAddress: {
    zh: '主机 {host} 指向的“{address}”不是 IP 地址或域名',
    en: '“{address}”, mapped to host {host}, is not an IP address or host name',
  },
  noSourceOfFamily: {
    zh: '连接只用 IPv{family}，但源地址中没有 IPv{family} 地址',
    en: 'Connections use IPv{family} only, but there are no IPv{family} source addresses',
  },
  noValueBeforeRun: {
    zh: '此处在执行开始前读取一次，只能使用组件自己的变量；{name} 没有值',
    en: 'This value is read once before the run and can only use variables of the component; {name} has no value',
  },
  emptyExpression: { zh: '请填写要查找的内容', en: 'Enter what to search for' },
  badJsonPath: { zh: 'JSONPath 有误：{reason}', en: 'Invalid JSONPath: {reason}' },
  badXPath: { zh: 'XPath 有误：{reason}', en: 'Invalid XPath: {reason}' },
  badCss: { zh: 'CSS 选择器有误：{reason}', en: 'Invalid CSS selector: {reason}' },
  badRegex: { zh: '正则表达式有误：{reason}', en: 'Invalid regular expression: {reason}' },
  notANumber: {
    zh: '“{value}”不是数字，无法比较大小',
    en: '“{value}” is not a number and cannot be compared by size',
  },
  emptyRange: { zh: '结束值不能小于起始值', en: 'The end must not be less than the start' },
  missingFile: {
    zh: '参数文件不存在或已被删除，请重新选择',
    en: 'The parameter file does not exist or has been deleted. Select another one',
  },
  noDatabaseHost: { zh: '请填写数据库主机', en: 'Enter the database host' },
  noDatabaseUser: { zh: '请填写数据库用户名', en: 'Enter the database user name' },
  literalPassword: {
    zh: '此处不能直接写密码：请把密码存为保密变量，再写作 ${变量名}',
    en: 'Passwords cannot be entered here directly. Save the password as a secret variable and enter ${variable name}',
  },
  noQuery: { zh: '请填写查询语句', en: 'Enter a query' },
  duplicateVariable: {
    zh: '名称 {name} 已被另一个参数或变量使用',
    en: 'The name {name} is already used by another parameter or variable',
  },
  badVariableName: {
    zh: '变量名 {name} 只能由字母、数字、下划线和点组成，且以字母或下划线开头',
    en: 'The variable name {name} can contain only letters, digits, underscores and dots, and must start with a letter or underscore',
  },
  emptySecret: { zh: '保密变量 {name} 还没有值', en: 'The secret variable {name} has no value yet' },
  strayMask: {
    zh: '{name} 的值是代替保密值的圆点，请输入真正的值',
    en: 'The value of {name} consists of the dots that hide a secret. Enter the actual value',
  },
  unknownVariable: {
    zh: '变量 {name} 没有定义，将原样发送',
    en: 'Variable {name} is not defined and is sent unchanged',
  },
  unknownFunction: {
    zh: '没有名为 {name} 的函数，将原样发送',
    en: 'Function {name} does not exist and is sent unchanged',
  },
  wrongArguments: {
    zh: '函数 {name} 需要 {expected} 个参数，写了 {count} 个',
    en: 'Function {name} requires {expected} arguments, but {count} are given',
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
