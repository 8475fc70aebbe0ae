/** What is wrong with one field, in words: the text of a validation issue in both languages, the same in forms and in answers of the server. */
import type { z } from 'zod'
import type { Bilingual, Language } from './bilingual.ts'
import { accountPattern, emailPattern, phonePattern } from './limits.ts'

const required: Bilingual = { zh: '不能为空', en: 'This field is required' }

const patternTexts = new Map<string, Bilingual>([
  [
    String(accountPattern),
    {
      zh: '账号为 3 至 32 位，以字母开头，可包含字母、数字、点、下划线和短横线',
      en: '3 to 32 characters, starting with a letter; letters, digits, dot, underscore and hyphen',
    },
  ],
  [
    String(emailPattern),
    { zh: '邮箱格式不正确，例如 name@example.com', en: 'Not an e-mail address, e.g. name@example.com' },
  ],
  [
    String(phonePattern),
    {
      zh: '电话格式不正确，请填写手机号、带区号的座机号或以 + 开头的国际号码',
      en: 'Not a phone number: a mobile number, a landline with area code, or an international number starting with +',
    },
  ],
])

/** Rules of our own, by the message that names them. */
const ruleTexts = new Map<string, Bilingual>([
  [
    'notHostAddress',
    {
      zh: '不是有效的主机地址，请填写 IPv4、IPv6 地址或主机名，例如 10.0.0.8、fe80::1、load-01.example.com',
      en: 'Not a host address: enter an IPv4 or IPv6 address or a host name, e.g. 10.0.0.8, fe80::1, load-01.example.com',
    },
  ],
  [
    'notTimeZone',
    { zh: '不是时区名称，例如 Asia/Shanghai', en: 'No name of a time zone, e.g. Asia/Shanghai' },
  ],
  ['notRegularExpression', { zh: '不是正则表达式', en: 'This is no regular expression' }],
  ['toleratedBelowSatisfied', { zh: 'F 不能小于 T', en: 'F must not be less than T' }],
])

const sizeText = (issue: { origin: string }, bound: number | bigint, isMinimum: boolean): Bilingual => {
  const limit = String(bound)
  if (issue.origin === 'string') {
    return isMinimum
      ? { zh: `至少 ${limit} 个字符`, en: `At least ${limit} characters` }
      : { zh: `最多 ${limit} 个字符`, en: `At most ${limit} characters` }
  }
  if (issue.origin === 'array' || issue.origin === 'set') {
    return isMinimum
      ? { zh: `至少 ${limit} 项`, en: `At least ${limit} entries` }
      : { zh: `最多 ${limit} 项`, en: `At most ${limit} entries` }
  }
  return isMinimum
    ? { zh: `不能小于 ${limit}`, en: `Must not be less than ${limit}` }
    : { zh: `不能大于 ${limit}`, en: `Must not be more than ${limit}` }
}

function textOf(issue: z.core.$ZodIssue): Bilingual {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return required
      if (issue.expected === 'number') return { zh: '请输入数字', en: 'Enter a number' }
      if (issue.expected === 'int') return { zh: '请输入整数', en: 'Enter a whole number' }
      return { zh: '内容的类型不正确', en: 'This is not of the right kind' }
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? required
        : sizeText(issue, issue.minimum, true)
    case 'too_big':
      return sizeText(issue, issue.maximum, false)
    case 'invalid_format':
      if (issue.format === 'uuid') return { zh: '请选择一项', en: 'Choose one' }
      return (
        (issue.pattern === undefined ? undefined : patternTexts.get(issue.pattern)) ?? {
          zh: '格式不正确',
          en: 'Not in the right format',
        }
      )
    case 'invalid_value':
      return { zh: '请从列出的选项中选择', en: 'Choose one of the listed values' }
    case 'invalid_union': {
      const inner = issue.errors[0]?.[0]
      return inner ? textOf(inner) : { zh: '内容不正确', en: 'Not valid' }
    }
    case 'not_multiple_of':
      return {
        zh: `必须是 ${String(issue.divisor)} 的倍数`,
        en: `Must be a multiple of ${String(issue.divisor)}`,
      }
    case 'unrecognized_keys':
      return {
        zh: `没有名为 ${issue.keys.join('、')} 的字段，请检查拼写`,
        en: `There is no field ${issue.keys.join(', ')}; check its spelling`,
      }
    default:
      return (
        ruleTexts.get(issue.message) ??
        (issue.message ? { zh: issue.message, en: issue.message } : { zh: '内容不正确', en: 'Not valid' })
      )
  }
}

/** The sentence for one issue of a refused parse. */
export const issueText = (issue: z.core.$ZodIssue, language: Language): string => textOf(issue)[language]
