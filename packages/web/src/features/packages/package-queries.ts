/** Queries of packages and upgrades; upgrades are polled, more often while one is in progress. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { InstallPackage } from '@pone/contract/entities/package.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type ListState, useList } from '../../ui/data-table/use-list.ts'

export const packagesKey = ['packages'] as const
export const upgradesKey = ['machineUpgrades'] as const
const followEveryMs = 2_000
const calmEveryMs = 15_000

export type PackageSort = 'name' | 'type' | 'version' | 'sizeBytes' | 'uploadedAt'
export type PackageTypeFilter = InstallPackage['type'] | 'all'
export type PackageListState = ListState<{ type: string }, PackageSort>
export type UpgradeRow = OutputOf<Calls['machineUpgrade']['list']>[number]

const listOptions = { sort: 'uploadedAt' as PackageSort, filters: { type: 'all' } }

/** `projectId` null: for administrators. */
export function usePackages(projectId: string | null) {
  const list = useList(listOptions)
  const { page, pageSize, search, sort, descending } = list
  const input = { page, pageSize, search, sort, descending, type: list.filters.type as PackageTypeFilter }
  const query = useQuery({
    queryKey: [...packagesKey, projectId, input],
    queryFn: ({ signal }) =>
      projectId === null
        ? api.package.list(input, { signal })
        : api.projectPackage.list({ ...input, projectId }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isMaking === true ? followEveryMs : false),
  })
  return { list, query }
}

export const isUnderWay = (row: UpgradeRow): boolean =>
  row.upgrade !== null && !['installed', 'failed'].includes(row.upgrade.state)

export function useUpgrades() {
  return useQuery({
    queryKey: upgradesKey,
    queryFn: ({ signal }) => api.machineUpgrade.list({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? followEveryMs : calmEveryMs),
  })
}

/** Starts a browser download of the package; the browser can resume a broken transfer. */
export async function downloadPackage(id: string, projectId: string | null): Promise<void> {
  const { path } = await packageLink(id, projectId)
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}

export const packageLink = (id: string, projectId: string | null) =>
  projectId === null ? api.package.link({ id }) : api.projectPackage.link({ id, projectId })
