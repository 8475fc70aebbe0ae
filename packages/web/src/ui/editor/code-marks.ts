/** Faults and warnings at places of a text, as CodeMirror takes them; pure. */
import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'

/** Both from 1. */
export interface CodePlace {
  readonly line: number
  readonly column: number
}

/** A fault or warning at a place of the text. */
export interface CodeMark extends CodePlace {
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Characters before a place; a place outside of the text is moved to the nearest one in it. */
export function offsetOf(text: Text, { line, column }: CodePlace): number {
  const { from, to } = text.line(Math.min(Math.max(line, 1), text.lines))
  return Math.min(from + Math.max(column - 1, 0), to)
}

/** A mark covers the rest of its line, so that it can be seen and pointed at. */
export const diagnosticsOf = (text: Text, marks: readonly CodeMark[]): Diagnostic[] =>
  marks.map(({ severity, message, ...place }) => {
    const from = offsetOf(text, place)
    return { from, to: text.lineAt(from).to, severity, message }
  })
