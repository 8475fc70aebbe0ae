/** The texts that literals of JavaScript stand for. */

const simple: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
}
const escapes = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g

function unescaped(text: string): string {
  return text.replaceAll(escapes, (_whole, braced?: string, four?: string, two?: string, other = '') => {
    if (braced !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(braced, 16)))
    const code = four ?? two
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    // A line break after a backslash continues the literal on the next line.
    return /^[\r\n\u2028\u2029]/.test(other) ? '' : (simple[other] ?? other)
  })
}

/** Of a literal in single or double quotes, with them. */
export const textOfString = (literal: string): string => unescaped(literal.slice(1, -1))

/** Of a template literal without placeholders, with its backticks. */
export const textOfTemplate = (literal: string): string =>
  unescaped(literal.slice(1, -1).replaceAll(/\r\n?/g, '\n'))
