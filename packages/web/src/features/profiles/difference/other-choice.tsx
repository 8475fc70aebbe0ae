/** Chooses one of the two flame diagrams that are compared, by a search in their names. */
import type { ProfileRecord } from '@pone/contract/entities/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { profilesKey } from '../../../ui/flame/data/profile-queries.ts'
import { formatInstant } from '../../../ui/format.ts'

export function OtherChoice(props: {
  readonly of: 'before' | 'after'
  readonly chosen: ProfileRecord | undefined
  readonly onChoose: (id: string) => void
}) {
  const { of, chosen, onChoose } = props
  const t = useT()
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const input = { projectId, search, pageSize: 50 as const }
  const { data, isFetching } = useQuery({
    queryKey: [...profilesKey, projectId, 'list', 'choice', input],
    queryFn: ({ signal }) => api.profile.list(input, { signal }),
  })
  const rows = data?.rows ?? []
  const shown = chosen === undefined || rows.some(({ id }) => id === chosen.id) ? rows : [chosen, ...rows]
  return (
    <label>
      {t(`flame.${of}`)}
      <Select
        showSearch
        filterOption={false}
        value={chosen?.id ?? null}
        loading={isFetching}
        aria-label={t(`flame.${of}`)}
        placeholder={t('flame.chooseOther')}
        style={{ width: 300 }}
        popupMatchSelectWidth={false}
        onSearch={setSearch}
        options={shown.map(({ id, name, startedAt, createdAt }) => ({
          value: id,
          label: `${name} · ${formatInstant(startedAt ?? createdAt)}`,
        }))}
        onChange={onChoose}
      />
    </label>
  )
}
