/** The monitors that a rule concerns, and their types: whose counters can be chosen, and how often there are values. */
import type { Monitor } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../lib/api.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { findingSection, typeWithFound } from '../../info/found-counters.ts'
import { foundCountersQuery, monitorQuery, monitorsKey } from '../../shared/monitor-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { intervalOf } from '../shared/counter-options.ts'
import { partsOfCounter, type RuleForm } from './rule-form-model.ts'

/** Monitors of a scope that are read; a scope may have more. */
const readMonitors = 50
const freshMs = 30_000

export interface Scope {
  /** At most 50 of them. */
  readonly monitors: readonly Monitor[]
  readonly total: number
  readonly types: readonly MonitorType[]
  /** Shortest time between two values, ms; null where it is not known for all monitors. */
  readonly intervalMs: number | null
}

type ScopeFields = Pick<RuleForm, 'scopeKind' | 'monitorIds' | 'type' | 'groupId' | 'left' | 'indicatorKind'>

export function useScope(form: ScopeFields): Scope {
  const { scopeKind, type, left, indicatorKind } = form
  const { monitors, total } = useMonitorsOf(form)
  const types = useTypesOf(
    scopeKind === 'type' && type !== null ? [type] : monitors.map(each => each.type),
    monitors,
  )
  return useMemo(() => {
    const isOfSection = indicatorKind === 'counter' || indicatorKind === 'expression'
    const section = isOfSection ? partsOfCounter(left ?? '').section : ''
    const intervals = monitors.map(({ type: name, frequencyMs }) =>
      intervalOf(
        types.find(each => each.name === name),
        section,
        frequencyMs,
      ),
    )
    const isWhole = monitors.length > 0 && monitors.length === total
    return { monitors, total, types, intervalMs: isWhole ? Math.min(...intervals) : null }
  }, [monitors, total, types, left, indicatorKind])
}

const noMonitors: readonly Monitor[] = []

function useMonitorsOf({ scopeKind, monitorIds, type, groupId }: ScopeFields) {
  const projectId = useProjectId()
  const ids = scopeKind === 'monitors' ? monitorIds.slice(0, readMonitors) : []
  const chosen = useQueries({
    queries: ids.map(id => ({
      ...monitorQuery(projectId, id),
      refetchInterval: false as const,
      staleTime: freshMs,
    })),
    combine: answers => answers.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
  const filter = scopeKind === 'type' ? { type } : { groupId }
  const { data } = useQuery({
    queryKey: [...monitorsKey, projectId, 'scope', scopeKind, filter],
    queryFn: ({ signal }) => api.monitor.list({ projectId, pageSize: readMonitors, ...filter }, { signal }),
    enabled: scopeKind !== 'monitors' && (type ?? groupId) !== null,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
  if (scopeKind === 'monitors') return { monitors: chosen, total: monitorIds.length }
  return { monitors: data?.rows ?? noMonitors, total: data?.total ?? 0 }
}

/** Types by name, each once; one whose targets name their counters has those of its first monitor. */
function useTypesOf(names: readonly string[], monitors: readonly Monitor[]): readonly MonitorType[] {
  const projectId = useProjectId()
  const { typeOf } = useMonitorTypes()
  const key = [...new Set(names)].join(' ')
  const types = useMemo(() => key.split(' ').flatMap(name => typeOf({ type: name }) ?? []), [key, typeOf])
  const found = useQueries({
    queries: types.map(type => {
      const monitor = monitors.find(each => each.type === type.name)
      return foundCountersQuery(projectId, monitor?.id ?? '', monitor && findingSection(type)?.key)
    }),
    combine: answers => answers.map(({ data }) => data ?? []),
  })
  return useMemo(
    () =>
      types.map((type, index) => {
        const counters = found[index] ?? []
        return typeWithFound(
          type,
          counters,
          counters.map(({ counter }) => counter),
        )
      }),
    [types, found],
  )
}
