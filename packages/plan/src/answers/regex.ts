/** Regular expressions as testers write them: JavaScript's, with leading `(?i)`, `(?s)`, `(?m)` as known from other tools; safe in a browser. */

/** Compiles an expression. @throws SyntaxError */
export function compileRegex(source: string, flags = ''): RegExp {
  const leading = /^\(\?([ims]+)\)/.exec(source)
  if (leading === null) return new RegExp(source, flags)
  return new RegExp(source.slice(leading[0].length), flags + [...new Set(leading[1])].join(''))
}
