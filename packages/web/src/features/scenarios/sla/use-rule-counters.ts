/** Counters of monitors that the SLA rules of a scenario can name. */
import type { RuleCountersView } from '@pone/contract/entities/rule-counter.ts'
import type { RuleCounters } from '@pone/plan/scenario/counter-problems.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'

/** Asked again when a rule names another monitor; null: not loaded yet. */
export function useRuleCounters(scenarioId: string, rules: readonly SlaRule[]): RuleCountersView | null {
  const projectId = useSession('projectId')
  const monitorIds = [...new Set(rules.flatMap(({ counter }) => counter?.monitorId ?? []))].toSorted()
  const answer = useQuery({
    queryKey: ['ruleCounter', 'choices', projectId, scenarioId, monitorIds],
    queryFn: ({ signal }) => api.ruleCounter.choices({ projectId, scenarioId, monitorIds }, { signal }),
    placeholderData: former => former,
  })
  return answer.isPlaceholderData && monitorIds.some(id => answer.data?.existing.includes(id) !== true)
    ? null
    : (answer.data ?? null)
}

/** Label sets of a counter; empty while they are loaded. */
export function useSeries(monitorId: string | null, section: string, counter: string, isAsked: boolean) {
  const projectId = useSession('projectId')
  const answer = useQuery({
    queryKey: ['ruleCounter', 'series', projectId, monitorId, section, counter],
    queryFn: ({ signal }) =>
      api.ruleCounter.series({ projectId, monitorId: monitorId ?? '', section, counter }, { signal }),
    enabled: isAsked && monitorId !== null && counter !== '',
  })
  return answer.data ?? []
}

/** For the problems of rules. */
export const knownCounters = (view: RuleCountersView | null): RuleCounters | null =>
  view === null
    ? null
    : {
        existing: new Set(view.existing),
        bound: new Map(
          view.monitors.map(({ id, sectionsOf }) => [
            id,
            new Set(
              (view.sections[sectionsOf] ?? []).flatMap(({ key, counters }) =>
                counters.map(({ counter }) => `${key}.${counter}`),
              ),
            ),
          ]),
        ),
      }
