/**
 * Where brackets of a script are nested deeper than any person writes them, before it is parsed: a parser that follows
 * several meanings of `(a, (a, (a,` at a time copies what is open for each of them.
 */

/** What a slash behind it begins a regular expression after, not a division. */
const beforePattern =
  /(?:[(,=:[!&|?{};+*%<>~^-]|\b(?:return|typeof|case|in|of|do|else|void|delete|await|yield))$/
const opening = '([{'
const closing = ')]}'

/** Offset of the first bracket that is nested deeper than the limit; null without one. */
export function tooDeepAt(text: string, limit: number): number | null {
  const skipped =
    /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'?|[()[\]{}`/]/g
  let depth = 0
  /** Depths at which the braces of `${}` are open. */
  const templates: number[] = []
  for (let match = skipped.exec(text); match !== null; match = skipped.exec(text)) {
    const [token] = match
    if (token === '`') skipped.lastIndex = endOfTemplate(text, match.index + 1, () => templates.push(depth++))
    else if (token === '/') {
      if (beforePattern.test(text.slice(Math.max(0, match.index - 20), match.index).trimEnd()))
        skipped.lastIndex = endOfPattern(text, match.index + 1)
    } else if (token.length === 1 && opening.includes(token)) depth += 1
    else if (token === '}' && templates.at(-1) === depth - 1) {
      depth -= 1
      templates.pop()
      skipped.lastIndex = endOfTemplate(text, match.index + 1, () => templates.push(depth++))
    } else if (token.length === 1 && closing.includes(token)) depth = Math.max(0, depth - 1)
    if (depth > limit) return match.index
  }
  return null
}

/** Behind the template, or behind the `${` that it is interrupted by. */
function endOfTemplate(text: string, from: number, interrupted: () => void): number {
  const end = /\\[^]|`|\$\{/g
  end.lastIndex = from
  for (let match = end.exec(text); match !== null; match = end.exec(text)) {
    if (match[0] === '`') return end.lastIndex
    if (match[0] !== '${') continue
    interrupted()
    return end.lastIndex
  }
  return text.length
}

function endOfPattern(text: string, from: number): number {
  const pattern = /(?:\[(?:[^\]\\\n]|\\.)*\]|[^/\\\n[]|\\.)*\/?/y
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}
