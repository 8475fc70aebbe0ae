/** Queries of flame diagrams; all keys begin with `profilesKey`. */
import type { ProfilePart, ProfileRecord } from '@pone/contract/entities/profile.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, fileBytes } from '../../../lib/api.ts'
import { profileFrom } from './profile-thread.ts'

export const profilesKey = ['profiles'] as const
/** A profile may take hundreds of MB: it is dropped soon after its page was left. */
const profileKeptMs = 10_000

export const profileQuery = (projectId: string, id: string) =>
  queryOptions<ProfileRecord>({
    queryKey: [...profilesKey, projectId, 'get', id],
    queryFn: ({ signal }) => api.profile.get({ projectId, id }, { signal }),
  })

/** What the run of a flame diagram completed meanwhile; not asked where people entered the number. */
export const servedQuery = (projectId: string, { id, requests, run }: ProfileRecord) =>
  queryOptions({
    queryKey: [...profilesKey, projectId, 'served', id],
    queryFn: ({ signal }) => api.profile.served({ projectId, id }, { signal }),
    enabled: requests === null && run !== null,
  })

export interface AskedProfile {
  readonly id: string
  readonly part: number
  readonly included: string
  readonly excluded: string
}

/** The stacks of one profile, after the filter of classes. */
export const stacksQuery = (projectId: string, asked: AskedProfile, isEnabled = true) =>
  queryOptions({
    queryKey: [...profilesKey, projectId, 'stacks', asked],
    queryFn: async ({ signal }) => {
      const { id, part, included, excluded } = asked
      const packed = await fileBytes.profile.data({ projectId, id, part }, signal)
      return profileFrom({ packed, included: listOf(included), excluded: listOf(excluded) }, signal)
    },
    gcTime: profileKeptMs,
    staleTime: Infinity,
    retry: false,
    // Compared value by value, the columns would be walked for nothing.
    structuralSharing: false,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })

const listOf = (text: string): string[] =>
  text
    .split(/[,，\s]+/)
    .map(each => each.trim())
    .filter(each => each !== '')

/** The profile of this number, or the first one. */
export const partOf = (record: ProfileRecord, part: number): ProfilePart | undefined =>
  record.parts[part] ?? record.parts[0]
