/** Converts texts of JMeter, with ${variables} and ${__functions()}, to templates of a component. */

/** Parts of a text without a counterpart. */
export interface TextReport {
  onFunction(name: string): void
  onRename(name: string, now: string): void
}

/** Maximum depth of nested functions; deeper ones are left unchanged. */
const maxDepth = 32

/** A text as a template; unknown functions are left unchanged. */
export const templateOf = (text: string, report: TextReport): string => translated(text, report, 0)

function translated(text: string, report: TextReport, depth: number): string {
  let result = ''
  let at = 0
  for (;;) {
    const open = text.indexOf('${', at)
    if (open < 0) return result + text.slice(at)
    const end = closeOf(text, open + 2)
    result += text.slice(at, open)
    if (end < 0) return result + text.slice(open)
    result += expressionOf(text.slice(open + 2, end), report, depth)
    at = end + 1
  }
}

/** A name that is allowed for variables here; other characters become `_`. */
export function variableName(name: string, report: TextReport): string {
  const trimmed = name.trim()
  const allowed = trimmed
    .replaceAll(/[^A-Za-z0-9_.]/g, '_')
    .replace(/^(?=[^A-Za-z_])/, '_')
    .slice(0, 64)
  if (allowed !== trimmed) report.onRename(trimmed, allowed)
  return allowed
}

/** Offset of the brace that closes an expression which began before `from`; -1 when there is none. */
function closeOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '{') depth += 1
    else if (char === '}') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return -1
}

function expressionOf(inside: string, report: TextReport, depth: number): string {
  const call = /^(__\w+)\s*(?:\(([\s\S]*)\))?$/.exec(inside.trim())
  if (call === null) return `\${${variableName(inside, report)}}`
  const name = call[1] ?? ''
  if (depth < maxDepth) {
    const args = argumentsOf(call[2] ?? '').map(argument => translated(argument, report, depth + 1))
    const own = Object.hasOwn(functions, name) ? functions[name]?.(args) : undefined
    if (own !== undefined && own !== null) return own
  }
  report.onFunction(name)
  return `\${${inside}}`
}

/** Splits a list at its commas; `\,` is a literal comma, and commas inside nested expressions do not split. */
function argumentsOf(list: string): string[] {
  if (list === '') return []
  const args: string[] = []
  let current = ''
  let depth = 0
  for (let at = 0; at < list.length; at += 1) {
    const char = list[at] ?? ''
    if (char === '\\' && at + 1 < list.length) {
      at += 1
      current += list[at]
    } else if (char === ',' && depth === 0) {
      args.push(current)
      current = ''
    } else {
      if (char === '{') depth += 1
      if (char === '}') depth -= 1
      current += char
    }
  }
  return [...args, current].map(argument => argument.trim())
}

const call = (name: string, ...args: readonly (string | undefined)[]): string =>
  `\${${name}(${args.flatMap(argument => (argument === undefined || argument === '' ? [] : [quoted(argument)])).join(', ')})}`

const quoted = (argument: string): string => {
  if (!/[,"'()]/.test(argument.replaceAll(/\$\{[^}]*\}/g, ''))) return argument
  return argument.includes('"') ? `'${argument}'` : `"${argument}"`
}

const digests: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-512': 'sha512',
}

/** null: this use of the function has no counterpart. */
const functions: Readonly<Record<string, (args: readonly string[]) => string | null>> = {
  __UUID: () => call('uuid'),
  __threadNum: () => call('threadId'),
  __counter: ([each, variable]) =>
    variable ? null : call('counter', (each ?? '').toUpperCase() === 'TRUE' ? 'user' : 'all'),
  __Random: ([from, to, variable]) => (variable ? null : call('randomInt', from, to)),
  __RandomString: ([length, characters, variable]) =>
    variable ? null : call('randomString', length, characters),
  __chooseRandom: args => call('randomItem', ...args.slice(0, -1)),
  __time: ([format = '', variable]) => {
    if (variable) return null
    if (format === '') return call('timestamp')
    if (format === '/1000') return call('timestamp', 's')
    return isDateFormat(format) ? call('date', format) : null
  },
  __timeShift: ([format = '', date, shift, , variable]) => {
    if (date || variable || !isDateFormat(format)) return null
    const moved = /^(-?)P?T?(\d+)([DHM])$/i.exec(shift ?? '')
    if (shift && moved === null) return null
    const [, sign = '', amount = '', unit = ''] = moved ?? []
    return call('date', format, moved === null ? undefined : `${sign || '+'}${amount}${unit.toLowerCase()}`)
  },
  __urlencode: ([text]) => call('urlEncode', text),
  __urldecode: ([text]) => call('urlDecode', text),
  __escapeHtml: ([text]) => call('htmlEncode', text),
  __unescapeHtml: ([text]) => call('htmlDecode', text),
  __base64Encode: ([text]) => call('base64', text),
  __base64Decode: ([text]) => call('base64Decode', text),
  __changeCase: ([text, mode = 'UPPER', variable]) => {
    if (variable) return null
    return mode === 'UPPER' ? call('upper', text) : mode === 'LOWER' ? call('lower', text) : null
  },
  __digest: ([algorithm = '', text, salt, upper, variable]) => {
    const name = digests[algorithm.toUpperCase()]
    return name === undefined || salt || upper || variable ? null : call(name, text)
  },
  __char: charactersOf,
  __env: ([name, variable, fallback]) => (variable ? null : call('env', name, fallback)),
}

/** Characters by their numbers: decimal, 0x10 or octal 010. An expression must not come of them. */
function charactersOf(codes: readonly string[]): string | null {
  const numbers = codes.map(code => {
    if (/^0[0-7]{1,6}$/.test(code)) return Number.parseInt(code, 8)
    return /^(?:0x[0-9a-f]{1,4}|\d{1,5})$/i.test(code) ? Number(code) : Number.NaN
  })
  const isKnown = numbers.length > 0 && numbers.every(number => number <= 65_535)
  const text = isKnown ? String.fromCharCode(...numbers) : '$'
  return /[${}]/.test(text) ? null : text
}

const isDateFormat = (format: string): boolean =>
  format !== '' && format.replaceAll(/yyyy|MM|dd|HH|mm|ss|SSS|[^A-Za-z]/g, '') === ''

/** Replaces ${__P(name,default)} and ${__property(name,,default)} by their defaults, as a plan is read without properties. */
export const withPropertyDefaults = (text: string): string =>
  text
    .replaceAll(/\$\{__P\([^,(){}]*,([^,(){}]*)\)\}/g, '$1')
    .replaceAll(/\$\{__property\([^,(){}]*,[^,(){}]*,([^,(){}]*)\)\}/g, '$1')
