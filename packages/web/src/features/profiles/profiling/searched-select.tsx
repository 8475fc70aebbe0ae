/** A choice among what the server finds by a part of its name. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useProjectId } from '../../../lib/project.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'

export interface SearchedSelectProps<Value> {
  /** What is chosen from; the same for the same `find`. */
  readonly of: string
  readonly find: (asked: {
    readonly projectId: string
    readonly search: string
    readonly signal: AbortSignal
  }) => Promise<{ value: string; label: string }[]>
  readonly empty: string
  readonly placeholder?: string
  /** Several; else one. */
  readonly mode?: 'multiple'
  readonly allowClear?: boolean
  readonly id?: string
  readonly value?: Value
  readonly onChange?: (value: Value) => void
}

export function SearchedSelect<Value extends string | string[] = string>({
  of,
  find,
  empty,
  ...props
}: SearchedSelectProps<Value>) {
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: [...profilesKey, projectId, 'choice', of, search],
    queryFn: ({ signal }) => find({ projectId, search, signal }),
    placeholderData: before => before,
  })
  return (
    <Select<Value>
      {...props}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      notFoundContent={empty}
      options={data ?? []}
    />
  )
}
