/** Words for what throws while a value is looked for in an answer: endless nesting, or a text that is too long for an expression. */

/** Why an answer cannot be read with an expression; the same for all answers of the kind, so that failures group. */
export function unreadable(error: unknown): string {
  if (error instanceof RangeError) return 'the answer is nested too deeply or too long for this expression'
  return error instanceof Error ? error.message : String(error)
}
