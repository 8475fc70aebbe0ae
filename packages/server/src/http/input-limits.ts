/** What no input may contain, whatever its schema: text that the database cannot store, and nesting that would overflow the stack. */
import { AppError } from '@pone/contract/errors.ts'

/** Far more than any document needs; each nested step takes two levels. */
const maxDepth = 200

interface Place {
  readonly value: unknown
  readonly key: string
  readonly parent: Place | undefined
  readonly depth: number
}

/** @throws AppError BadInput that points at the field. */
export function assertStorable(input: unknown): void {
  const waiting: Place[] = [{ value: input, key: '', parent: undefined, depth: 0 }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, depth } = place
    if (typeof value === 'string' && !isStorable(value)) throw refused('unstorableText', place)
    if (typeof value !== 'object' || value === null) continue
    if (depth >= maxDepth) throw new AppError('BadInput', { detail: 'tooDeep' })
    for (const [key, held] of Object.entries(value)) {
      const inner = { value: held, key, parent: place, depth: depth + 1 }
      if (!isStorable(key)) throw refused('unstorableText', place)
      waiting.push(inner)
    }
  }
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

function refused(detail: string, place: Place): AppError {
  const keys: string[] = []
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) keys.unshift(at.key)
  return new AppError('BadInput', keys.length === 0 ? { detail } : { detail, field: keys.join('.') })
}
