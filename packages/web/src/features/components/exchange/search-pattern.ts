/** What is searched for, as a regular expression, and its matches in a text; pure. Also loaded by the worker. */
import type { TextRange } from '../../../ui/found-text.tsx'

/** Longest text that can be searched for, characters. */
export const maxWantedLength = 1_000

export interface SearchOptions {
  readonly text: string
  readonly isCaseSensitive: boolean
  readonly isRegularExpression: boolean
}

/** Source and flags of a regular expression, which a worker can be sent. */
export interface Pattern {
  readonly source: string
  readonly flags: string
}

/** The matches in one text: all of them counted, the first ones with their position. */
export interface Matches {
  readonly count: number
  readonly ranges: readonly TextRange[]
}

/** Null if the text is no valid regular expression. */
export function patternOf({ text, isCaseSensitive, isRegularExpression }: SearchOptions): Pattern | null {
  const source = isRegularExpression ? text : escaped(text)
  const flags = isCaseSensitive ? 'g' : 'gi'
  for (const each of [`${flags}u`, flags]) {
    try {
      new RegExp(source, each)
      return { source, flags: each }
    } catch {
      // Without the flag u, more expressions are valid, such as `\-`.
    }
  }
  return null
}

/** As a part of a regular expression that matches exactly this text. */
export const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

/** @param room how many positions are wanted */
export function matchesIn(text: string, { source, flags }: Pattern, room: number): Matches {
  const ranges: TextRange[] = []
  let count = 0
  for (const match of text.matchAll(new RegExp(source, flags))) {
    // An expression that matches nothing, such as `x*`, does so everywhere.
    if (match[0] === '') continue
    count += 1
    if (ranges.length < room) ranges.push({ from: match.index, to: match.index + match[0].length })
  }
  return { count, ranges }
}

/** Characters of a hit's line that are shown before and after it. */
const contextLength = { before: 14, after: 120 }

export interface Context {
  readonly before: string
  readonly match: string
  readonly after: string
  /** Of the start of the match, from 1. */
  readonly line: number
  readonly column: number
}

/** A match with the text around it in its line. */
export function contextOf(text: string, { from, to }: TextRange): Context {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', to)
  const begin = Math.max(lineStart, from - contextLength.before)
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, to + contextLength.after)
  return {
    before: `${begin > lineStart ? '…' : ''}${text.slice(begin, from).trimStart()}`,
    match: text.slice(from, Math.min(to, from + contextLength.after)).replaceAll('\n', '⏎'),
    after: text.slice(to, end),
    line: linesBefore(text, lineStart),
    column: from - lineStart + 1,
  }
}

function linesBefore(text: string, end: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** The same match in a text with other white space, e.g. formatted JSON: that with the same number; null if their counts differ. */
export function sameMatch(
  texts: { readonly from: string; readonly to: string },
  pattern: Pattern,
  range: TextRange,
): TextRange | null {
  const [there, here] = [texts.from, texts.to].map(
    text => matchesIn(text, pattern, Number.POSITIVE_INFINITY).ranges,
  )
  const index = there?.findIndex(each => each.from === range.from) ?? -1
  return there?.length === here?.length ? (here?.[index] ?? null) : null
}
