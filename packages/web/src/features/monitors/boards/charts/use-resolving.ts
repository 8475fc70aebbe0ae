/** What replaces the variables of a group: the choice, and for those without one the first monitor of their type. */
import type { GroupVariable } from '@pone/contract/entities/chart-group.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useProjectId } from '../../../../lib/project.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { monitorsOfType } from '../board-queries.ts'
import { type Choice, type Resolving } from './resolve.ts'

export function useResolving(variables: readonly GroupVariable[], choice: Choice): Resolving {
  const projectId = useProjectId()
  const lookup = useMonitorTypes()
  const types = useMemo(
    () => [...new Set(variables.flatMap(each => (each.kind === 'monitor' ? [each.type] : [])))],
    [variables],
  )
  const firsts = useQueries({
    queries: types.map(type => monitorsOfType(projectId, type)),
    combine: answers => answers.map(({ data }) => data?.[0]?.id ?? '').join(' '),
  })
  return useMemo(() => {
    const ids = firsts.split(' ')
    return {
      variables,
      choice,
      typeOf: (name: string, typeVersion?: number | null) =>
        lookup.typeOf({ type: name, typeVersion: typeVersion ?? null }) ?? lookup.typeOf({ type: name }),
      firstOf: new Map(
        types.flatMap((type, index) => {
          const id = ids[index] ?? ''
          return id === '' ? [] : [[type, id] as const]
        }),
      ),
    }
  }, [variables, choice, lookup, types, firsts])
}
