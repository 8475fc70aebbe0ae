/** A filter of a list by one monitor, which the server searches among all monitors of the project. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { monitorQuery, monitorsKey } from '../../shared/monitor-queries.ts'

/** Monitors that are offered at once; a search finds the others. */
const offeredMonitors = 20
const freshMs = 30_000

/** `value`: the id of a monitor; '' for all. */
export function MonitorFilter(props: {
  readonly value: string
  readonly onChange: (monitorId: string) => void
}) {
  const { value, onChange } = props
  const t = useT()
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const { data: found, isFetching } = useQuery({
    queryKey: [...monitorsKey, projectId, 'offered', search],
    queryFn: async ({ signal }) =>
      (await api.monitor.list({ projectId, search, pageSize: offeredMonitors }, { signal })).rows,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  })
  const { data: chosen } = useQuery({
    ...monitorQuery(projectId, value),
    enabled: value !== '',
    refetchInterval: false,
    staleTime: freshMs,
  })
  const all = search === '' ? [{ value: '', label: t('alert.allMonitors') }] : []
  const named = new Map(
    [...(search === '' && chosen ? [chosen] : []), ...(found ?? [])].map(({ id, name }) => [id, name]),
  )
  // Until its name is known the chosen monitor has none, which an id would not be.
  const unnamed = value === '' || named.has(value) ? [] : [{ value, label: chosen?.name ?? '…' }]
  return (
    <Select<string>
      aria-label={t('alert.monitor')}
      style={{ width: 150 }}
      popupMatchSelectWidth={false}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      value={value}
      options={[...all, ...unnamed, ...[...named].map(([id, label]) => ({ value: id, label }))]}
      onChange={next => {
        setSearch('')
        onChange(next)
      }}
    />
  )
}
