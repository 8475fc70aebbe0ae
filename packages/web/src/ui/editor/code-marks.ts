/** Errors and warnings at positions of a text, converted for CodeMirror; pure. */
import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'

/** Both from 1. */
export interface CodePlace {
  readonly line: number
  readonly column: number
}

/** An error or warning at a position of the text. */
export interface CodeMark extends CodePlace {
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Number of characters before a position; a position outside the text is moved to the nearest one in it. */
export function offsetOf(text: Text, { line, column }: CodePlace): number {
  const { from, to } = text.line(Math.min(Math.max(line, 1), text.lines))
  return Math.min(from + Math.max(column - 1, 0), to)
}

/** A marker covers the rest of its line, so that it is visible and can be hovered. */
export const diagnosticsOf = (text: Text, marks: readonly CodeMark[]): Diagnostic[] =>
  marks.map(({ severity, message, ...place }) => {
    const from = offsetOf(text, place)
    return { from, to: text.lineAt(from).to, severity, message }
  })
