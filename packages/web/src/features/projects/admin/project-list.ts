/** Search and filters of a project list as input of its query; pure. */
import { projectStatuses, projectTypes } from '@pone/contract/states.ts'
import type { ListState } from '../../../ui/data-table/use-list.ts'

/** Initial list state for useList on project lists. */
export const projectListOptions = { sort: 'createdAt' as const, filters: { status: 'all', type: 'all' } }
export type ProjectListState = ListState<(typeof projectListOptions)['filters'], 'createdAt'>

type Status = (typeof projectStatuses)[number] | 'all'
type Type = (typeof projectTypes)[number] | 'all'

/** Converts a list state to query input; unknown filter values in the address mean all. */
export function projectQueryOf({ page, pageSize, search, filters }: ProjectListState) {
  const status: Status = projectStatuses.find(value => value === filters.status) ?? 'all'
  const type: Type = projectTypes.find(value => value === filters.type) ?? 'all'
  return { page, pageSize, search, status, type }
}
