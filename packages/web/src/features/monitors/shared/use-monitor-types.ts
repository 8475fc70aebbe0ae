/** All monitor types that the project can use, built-in and own: the one place where pages look types up. */
import type { UsableMonitorType } from '@pone/contract/entities/monitor-type.ts'
import { monitorTypeOf, monitorTypes } from '@pone/monitors/registry.ts'
import { type MonitorType, monitorTypeSchema } from '@pone/monitors/type.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
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
  /** The name of a type; of a version that is not known the newest one's, of an unknown type its key. */
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

/** The type of a shown monitor; one that is not known may be a version made since types were loaded, and is loaded. */
export function useTypeOf(ref: TypeRef): {
  readonly type: MonitorType | undefined
  readonly isLoading: boolean
} {
  const projectId = useProjectId()
  const { refetch, isFetching } = useQuery(usableQuery(projectId))
  const type = useMonitorTypes().typeOf(ref)
  const isMissing = type === undefined
  useEffect(() => {
    if (isMissing) void refetch({ cancelRefetch: false })
  }, [isMissing, ref.type, ref.typeVersion, refetch])
  return { type, isLoading: isFetching }
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
    nameOf: (ref, language) => (typeOf(ref) ?? typeOf({ type: ref.type }))?.names[language] ?? ref.type,
    isLoading,
  }
}
