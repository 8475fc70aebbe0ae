/** Converts templates of a component to texts of JMeter, with its ${variables} and ${__functions()}. */
import { parseTemplate, type TemplatePart } from '@pone/plan/functions/template-syntax.ts'

/**
 * A template in JMeter's syntax; `onFunction` is called for functions without a counterpart, which are left unchanged.
 */
export const jmeterText = (template: string, onFunction: (name: string) => void): string =>
  textOf(parseTemplate(template), onFunction)

const textOf = (parts: readonly TemplatePart[], onFunction: (name: string) => void): string =>
  parts.map(part => partText(part, onFunction)).join('')

function partText(part: TemplatePart, onFunction: (name: string) => void): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'variable') return `\${${part.name}}`
  const args = part.args.map(argument => textOf(argument, onFunction))
  const translated = Object.hasOwn(functions, part.name) ? functions[part.name]?.(args) : undefined
  if (translated !== undefined && translated !== null) return translated
  onFunction(part.name)
  return part.source
}

const call = (name: string, ...args: readonly (string | undefined)[]): string =>
  `\${${name}(${args.map(argument => escaped(argument ?? '')).join(',')})}`

/** Commas separate arguments in JMeter, except inside expressions, which are already complete. */
const escaped = (argument: string): string =>
  argument
    .split(/(\$\{[^{}]*\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/([,\\])/g, '\\$1')))
    .join('')

const digest =
  (algorithm: string) =>
  ([text]: readonly string[]) =>
    call('__digest', algorithm, text, '', '', '')

/** null: this use of the function has no counterpart. */
const functions: Readonly<Record<string, (args: readonly string[]) => string | null>> = {
  uuid: () => '${__UUID()}',
  threadId: () => '${__threadNum}',
  counter: ([scope]) => call('__counter', scope === 'all' ? 'FALSE' : 'TRUE', ''),
  randomInt: ([from, to]) => call('__Random', from, to, ''),
  randomString: ([length, characters]) =>
    call('__RandomString', length, characters ?? 'abcdefghijklmnopqrstuvwxyz0123456789', ''),
  timestamp: ([unit]) => (unit === 's' ? call('__time', '/1000', '') : '${__time()}'),
  date: ([format = 'yyyy-MM-dd HH:mm:ss', offset = '']) => {
    if (offset === '') return call('__time', format, '')
    const [, sign, amount, unit = ''] = /^([+-]?)(\d+)([dhm])$/.exec(offset) ?? []
    if (amount === undefined) return null
    const period = unit === 'd' ? `P${amount}D` : `PT${amount}${unit.toUpperCase()}`
    return call('__timeShift', format, '', `${sign === '-' ? '-' : ''}${period}`, '', '')
  },
  md5: digest('MD5'),
  sha1: digest('SHA-1'),
  sha256: digest('SHA-256'),
  sha512: digest('SHA-512'),
  urlEncode: ([text]) => call('__urlencode', text),
  urlDecode: ([text]) => call('__urldecode', text),
  htmlEncode: ([text]) => call('__escapeHtml', text),
  htmlDecode: ([text]) => call('__unescapeHtml', text),
  upper: ([text]) => call('__changeCase', text, 'UPPER', ''),
  lower: ([text]) => call('__changeCase', text, 'LOWER', ''),
}
