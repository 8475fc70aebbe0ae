/** A checkpoint as it is compared with what comes back from a JMeter plan. */
import type { Checkpoint } from '@pone/plan/answers/answer-rules.ts'
import { isPlain } from './answer.ts'

/** An expression without a special character matches only its own text. */
export function normalCheck({ id: _own, ...check }: Checkpoint): Omit<Checkpoint, 'id'> {
  return check.operator === 'matches' && isPlain(check.expected) ? { ...check, operator: 'contains' } : check
}
