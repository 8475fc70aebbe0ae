/** Answers questions for the execution plan of a slow operation. */
import type { PlanAnswer } from '@pone/contract/entities/slow-operation.ts'
import type { FamilyCommand } from '@pone/contract/link/messages.ts'
import type { Transports } from '@pone/monitors/collection/connections.ts'
import { explainOperation } from '@pone/monitors/collection/explain.ts'
import { faultOf } from '@pone/monitors/collection/within.ts'
import { NoPlan } from '@pone/monitors/plans/plan.ts'
import { monitorTypeSchema } from '@pone/monitors/type.ts'

type Question = Pick<
  FamilyCommand<'monitors'> & { kind: 'explainOperation' },
  'type' | 'params' | 'section' | 'labels'
>

/** Never rejects. */
export async function planAnswer(
  { type, params, section, labels }: Question,
  transports: Transports,
): Promise<PlanAnswer> {
  try {
    const plan = await explainOperation({
      type: monitorTypeSchema.parse(type),
      params,
      section,
      labels,
      transports,
    })
    const nodes = plan.nodes.map(node => ({ ...node, details: [...node.details] }))
    return { plan: { nodes, isGeneric: plan.isGeneric }, fault: null, problem: null }
  } catch (cause) {
    if (cause instanceof NoPlan) return { plan: null, fault: cause.fault, problem: null }
    const { code, params: told, details } = faultOf(cause)
    return { plan: null, fault: null, problem: { cause: code, params: { ...told }, detail: details } }
  }
}
