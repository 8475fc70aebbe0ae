/** The syntax of `${variable}` and `${function(args)}` in texts: one parser for the engine, the checks and the editor; safe in a browser. */

/** A piece of a template; a call's arguments are templates themselves. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly source: string }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: readonly (readonly TemplatePart[])[]
      readonly source: string
    }

const variablePattern = /^[A-Za-z_][A-Za-z0-9_.]{0,63}$/
const callHead = /^\s*([A-Za-z][A-Za-z0-9]*)\(/

/** Splits a text into pieces; what is no valid expression stays text, and `$${` stands for a literal `${`. */
export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let literal = ''
  let at = 0
  const flush = () => {
    if (literal !== '') parts.push({ kind: 'text', text: literal })
    literal = ''
  }
  while (at < text.length) {
    const open = text.indexOf('${', at)
    if (open < 0) break
    if (open > at && text[open - 1] === '$') {
      literal += `${text.slice(at, open - 1)}\${`
      at = open + 2
      continue
    }
    literal += text.slice(at, open)
    const expression = readExpression(text, open)
    if (expression === null) {
      literal += '${'
      at = open + 2
    } else {
      flush()
      parts.push(expression.part)
      at = expression.end
    }
  }
  literal += text.slice(at)
  flush()
  return parts
}

function readExpression(text: string, open: number): { part: TemplatePart; end: number } | null {
  const inside = text.slice(open + 2, open + 2 + 200)
  const head = callHead.exec(inside)
  if (head !== null) return readCall(text, open, head[1] ?? '', open + 2 + head[0].length)
  const close = text.indexOf('}', open)
  if (close < 0) return null
  const name = text.slice(open + 2, close).trim()
  if (!variablePattern.test(name)) return null
  return { part: { kind: 'variable', name, source: text.slice(open, close + 1) }, end: close + 1 }
}

/** Reads arguments up to `)}`: commas part them, quotes and nested `${}` protect, blanks around them go. */
function readCall(
  text: string,
  open: number,
  name: string,
  argsAt: number,
): { part: TemplatePart; end: number } | null {
  const args: string[] = []
  let current = ''
  let quote = ''
  let wasQuoted = false
  let depth = 0
  const take = () => {
    args.push(wasQuoted ? current : current.trim())
    current = ''
    wasQuoted = false
  }
  for (let at = argsAt; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote !== '') {
      if (char === quote) quote = ''
      else if (char === '\\' && at + 1 < text.length) current += text[++at]
      else current += char
      continue
    }
    if (depth === 0 && (char === "'" || char === '"') && current.trim() === '') {
      quote = char
      wasQuoted = true
      current = ''
    } else if (char === '$' && text[at + 1] === '{') {
      depth++
      current += '${'
      at++
    } else if (char === '}' && depth > 0) {
      depth--
      current += char
    } else if (depth > 0) {
      current += char
    } else if (char === ',') {
      take()
    } else if (char === ')') {
      if (args.length > 0 || current.trim() !== '' || wasQuoted) take()
      const close = /^\s*\}/.exec(text.slice(at + 1))
      if (close === null) return null
      const end = at + 1 + close[0].length
      const part: TemplatePart = {
        kind: 'call',
        name,
        args: args.map(argument => parseTemplate(argument)),
        source: text.slice(open, end),
      }
      return { part, end }
    } else if (!(wasQuoted && char.trim() === '')) {
      current += char
    }
  }
  return null
}

/** All variable names and calls of a text, those inside arguments included. */
export function referencesOf(text: string): {
  variables: string[]
  calls: { name: string; argCount: number; source: string }[]
} {
  const variables: string[] = []
  const calls: { name: string; argCount: number; source: string }[] = []
  const visit = (parts: readonly TemplatePart[]) => {
    for (const part of parts) {
      if (part.kind === 'variable') variables.push(part.name)
      if (part.kind === 'call') {
        calls.push({ name: part.name, argCount: part.args.length, source: part.source })
        for (const argument of part.args) visit(argument)
      }
    }
  }
  if (text.includes('${')) visit(parseTemplate(text))
  return { variables, calls }
}
