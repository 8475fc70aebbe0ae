/** Why notices of rules are held back now: their schedule, or a monitor that they depend on and that does not answer. */
import { mutedBySchedule } from '@pone/alerts/schedule.ts'
import type { MuteCause } from '@pone/alerts/state.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import type { EvaluatedRule } from './alert-steps.ts'

export async function mutesOf(
  transaction: Transaction<Tables>,
  rules: readonly EvaluatedRule[],
  now: number,
): Promise<(rule: EvaluatedRule) => MuteCause | null> {
  const needed = [...new Set(rules.flatMap(rule => rule.content.dependsOn))]
  const down = new Set(
    needed.length === 0
      ? []
      : (
          await transaction
            .selectFrom('monitor_current')
            .select('monitor_id')
            .where('monitor_id', 'in', needed)
            .where('state', '=', 'down')
            .execute()
        ).map(row => row.monitor_id),
  )
  const known = new Map<string, MuteCause | null>()
  return rule => {
    const found = known.get(rule.id)
    if (found !== undefined) return found
    const isDependent = rule.content.dependsOn.some(id => down.has(id))
    const cause = mutedBySchedule(rule.content.schedule, now) ?? (isDependent ? 'dependency' : null)
    known.set(rule.id, cause)
    return cause
  }
}
