/** What is wrong with one field, in words: the text of a validation issue in both languages, the same in forms and in answers of the server. */
import type { z } from 'zod'
import { type Bilingual, filled, type Language } from './bilingual.ts'
import type { Catalogue } from './coded-text.ts'
import { accountPattern, emailPattern, phonePattern, variableNamePattern } from './limits.ts'

/** By what is wrong; a refinement of our own names its entry in its message. */
const issueTexts = {
  required: { zh: '不能为空', en: 'This field is required' },
  notAccount: {
    zh: '账号为 3 至 32 位，以字母开头，可包含字母、数字、点、下划线和短横线',
    en: '3 to 32 characters, starting with a letter; letters, digits, dot, underscore and hyphen',
  },
  notVariableName: {
    zh: '变量名为 1 至 64 位，以字母或下划线开头，可包含字母、数字、下划线和点',
    en: '1 to 64 characters, starting with a letter or underscore; letters, digits, underscore and dot',
  },
  notEmail: {
    zh: '邮箱格式不正确，例如 name@example.com',
    en: 'Invalid e-mail address. Example: name@example.com',
  },
  notPhone: {
    zh: '电话格式不正确，请填写手机号、带区号的座机号或以 + 开头的国际号码',
    en: 'Invalid phone number. Enter a mobile number, a landline number with area code, or an international number starting with +',
  },
  notHostAddress: {
    zh: '不是有效的主机地址，请填写 IPv4、IPv6 地址或主机名，例如 10.0.0.8、fe80::1、load-01.example.com',
    en: 'Invalid host address. Enter an IPv4 or IPv6 address or a host name, for example 10.0.0.8, fe80::1, load-01.example.com',
  },
  notTraceAddress: {
    zh: '请填写以 http:// 或 https:// 开头、路径或参数中含 {traceId} 的地址，不含用户名和密码',
    en: 'Enter an address that begins with http:// or https:// and has {traceId} in its path or query, without user name and password',
  },
  notWebAddress: {
    zh: '请填写以 http:// 或 https:// 开头的地址，不含用户名和密码',
    en: 'Enter an address that begins with http:// or https://, without user name and password',
  },
  notHttpAddress: {
    zh: '请填写以 http:// 或 https:// 开头的完整地址',
    en: 'Enter a complete address that begins with http:// or https://',
  },
  notTimeZone: { zh: '不是时区名称，例如 Asia/Shanghai', en: 'Not a time zone name. Example: Asia/Shanghai' },
  notRegularExpression: { zh: '不是正则表达式', en: 'Invalid regular expression' },
  toleratedBelowSatisfied: { zh: 'F 不能小于 T', en: 'F must not be less than T' },
  tooShort: { zh: '至少 {limit} 个字符', en: 'At least {limit} characters' },
  tooLong: { zh: '最多 {limit} 个字符', en: 'At most {limit} characters' },
  tooFew: { zh: '至少 {limit} 项', en: 'At least {limit} entries' },
  tooMany: { zh: '最多 {limit} 项', en: 'At most {limit} entries' },
  tooSmall: { zh: '不能小于 {limit}', en: 'Must not be less than {limit}' },
  tooBig: { zh: '不能大于 {limit}', en: 'Must not be greater than {limit}' },
  notNumber: { zh: '请输入数字', en: 'Enter a number' },
  notWholeNumber: { zh: '请输入整数', en: 'Enter an integer' },
  wrongKind: { zh: '内容的类型不正确', en: 'Wrong data type' },
  notChosen: { zh: '请选择一项', en: 'Select an option' },
  notListed: { zh: '请从列出的选项中选择', en: 'Select one of the listed options' },
  wrongFormat: { zh: '格式不正确', en: 'Invalid format' },
  notMultiple: { zh: '必须是 {divisor} 的倍数', en: 'Must be a multiple of {divisor}' },
  unknownFields: {
    zh: '没有名为 {fields} 的字段，请检查拼写',
    en: 'Unknown field {fields}; check the spelling',
  },
  notValid: { zh: '内容不正确', en: 'Invalid value' },
} as const satisfies Catalogue

/** By the pattern that does not match. */
const patternTexts = new Map<string, Bilingual>([
  [String(accountPattern), issueTexts.notAccount],
  [String(variableNamePattern), issueTexts.notVariableName],
  [String(emailPattern), issueTexts.notEmail],
  [String(phonePattern), issueTexts.notPhone],
])

/** Refinements of our own, by the message that names them. */
const ruleTexts = new Map<string, Bilingual>([
  ['required', issueTexts.required],
  ['notHostAddress', issueTexts.notHostAddress],
  ['notWebAddress', issueTexts.notWebAddress],
  ['notTraceAddress', issueTexts.notTraceAddress],
  ['notTimeZone', issueTexts.notTimeZone],
  ['notRegularExpression', issueTexts.notRegularExpression],
  ['toleratedBelowSatisfied', issueTexts.toleratedBelowSatisfied],
])

const sizeText = ({ origin }: { origin: string }, bound: number | bigint, isMinimum: boolean): Bilingual => {
  const [below, above] =
    origin === 'string'
      ? [issueTexts.tooShort, issueTexts.tooLong]
      : origin === 'array' || origin === 'set'
        ? [issueTexts.tooFew, issueTexts.tooMany]
        : [issueTexts.tooSmall, issueTexts.tooBig]
  return filled(isMinimum ? below : above, { limit: String(bound) })
}

function textOf(issue: z.core.$ZodIssue): Bilingual {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return issueTexts.required
      if (issue.expected === 'number') return issueTexts.notNumber
      return issue.expected === 'int' ? issueTexts.notWholeNumber : issueTexts.wrongKind
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? issueTexts.required
        : sizeText(issue, issue.minimum, true)
    case 'too_big':
      return sizeText(issue, issue.maximum, false)
    case 'invalid_format':
      if (issue.format === 'uuid') return issueTexts.notChosen
      // Schemas of addresses accept these two alone.
      if (issue.format === 'url') return issueTexts.notHttpAddress
      return (
        (issue.pattern === undefined ? undefined : patternTexts.get(issue.pattern)) ?? issueTexts.wrongFormat
      )
    case 'invalid_value':
      return issueTexts.notListed
    case 'invalid_union': {
      const inner = issue.errors[0]?.[0]
      return inner ? textOf(inner) : issueTexts.notValid
    }
    case 'not_multiple_of':
      return filled(issueTexts.notMultiple, { divisor: String(issue.divisor) })
    case 'unrecognized_keys':
      return filled(issueTexts.unknownFields, {
        fields: { zh: issue.keys.join('、'), en: issue.keys.join(', ') },
      })
    default:
      return (
        ruleTexts.get(issue.message) ??
        (issue.message ? { zh: issue.message, en: issue.message } : issueTexts.notValid)
      )
  }
}

/** The sentence for one issue of a refused parse. */
export const issueText = (issue: z.core.$ZodIssue, language: Language): string => textOf(issue)[language]
