/** Reads the challenges of WWW-Authenticate (RFC 9110 §11.6.1), of which one header may hold several. */

/** One challenge. */
export interface Challenge {
  /** Lower case. */
  scheme: string
  /** By lower-case name. */
  params: Map<string, string>
}

const tokenAt = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y
const paramAt = /([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/y
const fillAt = /[\s,]*/y
const opaqueAt = /[A-Za-z0-9._~+/-]+=*(?=[ \t]*(?:,|$))/y
/** Longest header that is looked at. */
const maxLength = 16_384

/** The challenges in the order of the header; what cannot be read ends the list. */
export function readChallenges(header: string): Challenge[] {
  const text = header.slice(0, maxLength)
  const challenges: Challenge[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  for (;;) {
    take(fillAt)
    const last = challenges.at(-1)
    const param = last === undefined ? null : take(paramAt)
    if (last !== undefined && param !== null) {
      const [, name = '', quoted, bare = ''] = param
      const value = quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1')
      if (!last.params.has(name.toLowerCase())) last.params.set(name.toLowerCase(), value)
      continue
    }
    const scheme = take(tokenAt)
    if (scheme === null) return challenges
    challenges.push({ scheme: scheme[0].toLowerCase(), params: new Map() })
    if (!/^[ \t]+[^\s,=]+[ \t]*=[ \t]*[^\s=,]/.test(text.slice(at, at + 200))) {
      take(fillAt)
      take(opaqueAt)
    }
  }
}
