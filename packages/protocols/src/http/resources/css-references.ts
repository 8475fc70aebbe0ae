/** Finds what a style sheet makes browsers fetch: imported sheets, pictures and fonts. */

/** A reference as it is written, and whether it is a style sheet itself. */
export interface Reference {
  readonly href: string
  readonly isStyle: boolean
}

/** Longer sheets are read up to here, characters. */
const maxCssLength = 4 * 1024 ** 2
const string = String.raw`"([^"\n]*)"|'([^'\n]*)'`
const url = String.raw`url\(\s*(?:${string}|([^"'()\s]+))\s*\)`
const references = new RegExp(String.raw`(@import|@namespace)\s+(?:${url}|${string})|${url}`, 'gi')
/** Of a font's sources browsers fetch the first that they can read. */
const fontFace = /@font-face\s*\{([^{}]*)\}/gi

/** References in the order of the text; those in comments do not count. */
export function cssReferences(css: string): Reference[] {
  const text = withoutComments(css.slice(0, maxCssLength)).replaceAll(fontFace, (_face, block: string) =>
    firstOf(block),
  )
  const found: Reference[] = []
  for (const [, rule, ...texts] of text.matchAll(references)) {
    const href = texts.find(each => each !== undefined)
    if (href === undefined || rule?.toLowerCase() === '@namespace') continue
    found.push({ href: unescaped(href), isStyle: rule !== undefined })
  }
  return found
}

function firstOf(block: string): string {
  return block.match(references)?.[0] ?? ''
}

function withoutComments(css: string): string {
  let text = ''
  let at = 0
  for (;;) {
    const from = css.indexOf('/*', at)
    if (from < 0) return text + css.slice(at)
    text += `${css.slice(at, from)} `
    const end = css.indexOf('*/', from + 2)
    if (end < 0) return text
    at = end + 2
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_all, code?: string, character?: string) =>
    code === undefined
      ? (character ?? '')
      : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)),
  )
}
