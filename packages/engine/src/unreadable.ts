/** Messages for errors while a value is extracted from a response: endless nesting, or a text that is too long for an expression. */
import { toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'

/**
 * Why a response cannot be read with an expression; the same for all responses of the kind, so that failures are
 * grouped.
 */
export function unreadable(error: unknown): string {
  if (error instanceof RangeError) return toldCause('answerTooDeep')
  return errorText(error)
}
