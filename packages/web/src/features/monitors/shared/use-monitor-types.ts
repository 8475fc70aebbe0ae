/** All monitor types that the project can use, built-in and own: the one place where pages look types up. */
import type { UsableMonitorType } from '@pone/contract/entities/monitor-type.ts'
import { monitorTypeOf, monitorTypes } from '@pone/monitors/registry.ts'
import { type MonitorType, monitorTypeSchema } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { useProjectId } from '../../../lib/project.ts'
import { monitorsKey } from './monitor-queries.ts'

const freshMs = 30_000

/** How a monitor names its type; without a version the newest one is meant. */
interface TypeRef {
  readonly type: string
  readonly typeVersion?: number | null
}

export interface MonitorTypeLookup {
  /** Of which new monitors can be made: built-in ones, then own ones. */
  readonly offered: readonly MonitorType[]
  /** undefined for an unknown one, and for an own one until own ones are loaded. */
  readonly typeOf: (ref: TypeRef) => MonitorType | undefined
  /** The name of a type; of one that is not known, its key. */
  readonly nameOf: (ref: TypeRef, language: Language) => string
  readonly isLoading: boolean
}

const usableQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...monitorsKey, projectId, 'types'],
    queryFn: async ({ signal }) => readTypes(await api.monitorType.usable({ projectId }, { signal })),
    enabled: projectId !== '',
    staleTime: freshMs,
  })

interface OwnType {
  readonly type: MonitorType
  readonly isOffered: boolean
}

/** What this page does not understand is left out, as a type that is unknown. */
const readTypes = (usable: readonly UsableMonitorType[]): OwnType[] =>
  usable.flatMap(({ definition, isOffered }) => {
    const { data: type } = monitorTypeSchema.safeParse(definition)
    return type === undefined ? [] : [{ type, isOffered }]
  })

const none: readonly OwnType[] = []

export function useMonitorTypes(): MonitorTypeLookup {
  const projectId = useProjectId()
  const { data: own = none, isLoading } = useQuery(usableQuery(projectId))
  return useMemo(() => lookupOf(own, isLoading), [own, isLoading])
}

function lookupOf(own: readonly OwnType[], isLoading: boolean): MonitorTypeLookup {
  const typeOf: MonitorTypeLookup['typeOf'] = ({ type: name, typeVersion: version }) => {
    const builtIn = monitorTypeOf(name)
    if (builtIn !== undefined) return builtIn
    const versions = own.filter(({ type }) => type.name === name)
    const found =
      version === undefined || version === null
        ? versions.toSorted((a, b) => b.type.version - a.type.version)[0]
        : versions.find(({ type }) => type.version === version)
    return found?.type
  }
  return {
    offered: [...monitorTypes, ...own.filter(({ isOffered }) => isOffered).map(({ type }) => type)],
    typeOf,
    nameOf: (ref, language) => typeOf(ref)?.names[language] ?? ref.type,
    isLoading,
  }
}
