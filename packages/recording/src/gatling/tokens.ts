/** The tokens that the languages of Gatling share: Scala, Java, Kotlin, JavaScript and TypeScript. */

export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign'
  /** Of a text what it stands for. */
  readonly text: string
  readonly from: number
  readonly to: number
  /** Values of the language may stand in the text, as `$name` or `${name}`. */
  readonly isInterpolated?: boolean
}

export type ScriptLanguage = 'scala' | 'java' | 'kotlin' | 'javascript'

const maxTokens = 500_000
const pattern = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`,
    '(?<triple>(?:\\b(?:s|f|raw))?"""[^]*?(?:"""+|$))',
    String.raw`(?<quoted>(?:\b(?:s|f|raw))?"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?)`,
    String.raw`(?<single>'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?)`,
    '(?<template>`[^`\\\\]*(?:\\\\[^][^`\\\\]*)*`?)',
    String.raw`(?<number>\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?[fFdDlL]?\b)`,
    String.raw`(?<name>[A-Za-z_$][\w$]*)`,
    String.raw`(?<sign>->|=>|==|!=|<=|>=|&&|\|\||::|[^\s])`,
  ].join('|'),
  'g',
)

/** null if there are too many. */
export function tokensOf(text: string, language: ScriptLanguage): Token[] | null {
  const tokens: Token[] = []
  for (const { 0: whole, index: from, groups } of text.matchAll(pattern)) {
    if (tokens.length >= maxTokens) return null
    const to = from + whole.length
    const { triple, quoted, single, template, number, name, sign } = groups ?? {}
    if (triple !== undefined) {
      const plain = triple.replace(/^[a-z]*"""/, '').replace(/"""$/, '')
      tokens.push({ kind: 'text', text: plain, from, to, isInterpolated: isInterpolated(whole, language) })
    } else if (quoted !== undefined) {
      const plain = unescaped(quoted.replace(/^[a-z]*"/, '').replace(/"$/, ''))
      tokens.push({ kind: 'text', text: plain, from, to, isInterpolated: isInterpolated(whole, language) })
    } else if (single !== undefined)
      tokens.push({ kind: 'text', text: unescaped(single.replace(/^'|'$/g, '')), from, to })
    else if (template !== undefined && hasQuotedNames(language))
      tokens.push({ kind: 'name', text: template.replaceAll('`', ''), from, to })
    else if (template !== undefined)
      tokens.push({
        kind: 'text',
        text: unescaped(template.replace(/^`|`$/g, '')),
        from,
        to,
        isInterpolated: true,
      })
    else if (number !== undefined)
      tokens.push({ kind: 'number', text: number.replaceAll('_', '').replace(/[fFdDlL]$/, ''), from, to })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, from, to })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, from, to })
  }
  return tokens
}

const isInterpolated = (whole: string, language: ScriptLanguage): boolean =>
  language === 'kotlin' || (language === 'scala' && !whole.startsWith('"'))

/** A keyword between backticks is a name, as of `is` in Kotlin. */
const hasQuotedNames = (language: ScriptLanguage): boolean => language === 'kotlin' || language === 'scala'

const escapes: Readonly<Record<string, string | undefined>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '0': '\0',
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u+([0-9a-fA-F]{4})|([^]))/g, (_whole, code?: string, char = '') =>
    code === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  )
