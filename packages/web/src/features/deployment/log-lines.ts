/** Log lines as they are shown: levels detected in plain text, and filters; pure. */

export type LevelFilter = 'all' | 'warn' | 'error'
export type LineLevel = 'info' | 'warn' | 'error'

export interface MachineLine {
  readonly key: number
  /** Epoch ms; null when the text contains its own time. */
  readonly at: number | null
  readonly level: LineLevel
  readonly text: string
}

const errorWords = /\b(ERROR|FATAL|SEVERE|\w*Exception|failed|fatal|panic)\b/
const warningWords = /\bWARN(ING)?\b|\bwarning\b/

/** Level of a line of a foreign log, detected by keywords. */
export const levelOf = (text: string): LineLevel =>
  errorWords.test(text) ? 'error' : warningWords.test(text) ? 'warn' : 'info'

/** Splits a part of a file into lines; `from` is its byte offset and makes the keys. */
function toLines(text: string, from: number): MachineLine[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, index) => ({ key: from + index, at: null, level: levelOf(line), text: line }))
}

/** A part of a file as the server returns it: the bytes from `from` up to `to`. */
export interface FilePart {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** The lines of consecutive parts. A part that starts before the end of the previous one belongs to a file that was truncated or rotated: the parts before it are dropped. */
export function linesOfParts(parts: readonly FilePart[]): MachineLine[] {
  const begun = parts.findLastIndex((part, index) => part.from < (parts[index - 1]?.to ?? 0))
  const valid = parts.slice(Math.max(0, begun))
  return toLines(valid.map(part => part.text).join(''), valid[0]?.from ?? 0)
}

/** `search` is case-insensitive. */
export function filterLines(
  lines: readonly MachineLine[],
  level: LevelFilter,
  search: string,
): readonly MachineLine[] {
  const wanted = search.trim().toLowerCase()
  if (level === 'all' && wanted === '') return lines
  return lines.filter(
    line =>
      (level === 'all' || line.level === 'error' || line.level === level) &&
      line.text.toLowerCase().includes(wanted),
  )
}

/** Lines as text for export; a line with a known time starts with it in UTC. */
export const textOf = (lines: readonly MachineLine[]): string =>
  lines.map(({ at, text }) => `${at === null ? '' : `${new Date(at).toISOString()} `}${text}\n`).join('')
