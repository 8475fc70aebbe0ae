/** How rules call what they compare: by the types of the monitors in their scopes. */
import type { AlertRuleContent } from '@pone/alerts/rule.ts'
import type { IndicatorNames } from '@pone/contract/entities/alert.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { createAlertRuleRepository } from './alert-rule.repository.ts'
import { indicatorNames } from './indicator-names.ts'

interface RuleNamesDeps {
  readonly rules: Pick<ReturnType<typeof createAlertRuleRepository>, 'scopeTypes'>
  readonly types: MonitorTypes
}

/** Of a scope of single monitors so many are looked at. */
const namingMonitors = 5

export async function ruleNames(
  { rules, types }: RuleNamesDeps,
  projectId: string,
  contents: readonly AlertRuleContent[],
): Promise<(content: AlertRuleContent) => IndicatorNames | null> {
  const keys = [...new Set(contents.flatMap(({ scope }) => scopeKeys(scope)))]
  const found = await rules.scopeTypes(projectId, keys)
  const typeOf = await types.of(found)
  const byKey = new Map<string, MonitorType[]>()
  for (const row of found) {
    const type = typeOf(row)
    if (type !== undefined) byKey.set(row.scope, [...(byKey.get(row.scope) ?? []), type])
  }
  // A rule may be made before the first monitor of its type.
  for (const { scope } of contents) {
    if (scope.kind !== 'type' || byKey.has(scope.type)) continue
    const newest = await types.newest(scope.type)
    byKey.set(scope.type, newest === undefined ? [] : [newest.type])
  }
  return ({ scope, indicator }) => {
    const candidates = scopeKeys(scope).flatMap(key => byKey.get(key) ?? [])
    return candidates.map(type => indicatorNames(type, indicator)).find(names => names !== undefined) ?? null
  }
}

/** Ids of monitors, the id of a group, or the name of a type. */
function scopeKeys(scope: AlertRuleContent['scope']): readonly string[] {
  if (scope.kind === 'monitors') return scope.monitorIds.slice(0, namingMonitors)
  return [scope.kind === 'type' ? scope.type : scope.groupId]
}
