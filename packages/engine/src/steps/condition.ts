/** The condition of if and while: two texts compared. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { comparisonOf } from '../comparison.ts'
import type { VirtualUser } from '../virtual-user.ts'
import type { CompileContext } from './step.ts'

/** Compiles a condition; for `exists` the left side must be neither empty nor an unresolved expression. */
export function compileCondition(
  step: Pick<StepOf<'if'> | StepOf<'while'>, 'left' | 'operator' | 'right'>,
  context: CompileContext,
): (user: VirtualUser) => boolean {
  const left = context.template(step.left)
  const right = context.template(step.right)
  const compare = comparisonOf(step.operator)
  return user => {
    const text = left.evaluate(user)
    const isThere = text !== '' && (left.constant !== null || text !== step.left)
    return compare(isThere || step.operator !== 'exists' ? text : undefined, right.evaluate(user))
  }
}
