/** Words for what throws while a value is looked for in an answer: endless nesting, or a text that is too long for an expression. */
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'

/** Why an answer cannot be read with an expression; the same for all answers of the kind, so that failures group. */
export function unreadable(error: unknown): string {
  if (error instanceof RangeError) return toldCause('answerTooDeep')
  return errorText(error)
}
