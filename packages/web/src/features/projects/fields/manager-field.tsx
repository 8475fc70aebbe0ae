/** Selects the project manager among the users. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/form/field.tsx'

interface Manager {
  readonly id: string
  readonly account: string
  readonly realName: string
}

export function ManagerField({ known }: { readonly known?: Manager }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { data, isFetching } = useQuery({
    queryKey: ['projects', 'managers', search],
    queryFn: ({ signal }) => api.adminProject.managers({ search }, { signal }),
    placeholderData: keepPreviousData,
  })
  const found = data ?? []
  const managers = known && !found.some(manager => manager.id === known.id) ? [known, ...found] : found
  return (
    <Field name="managerId" label={t('project.manager')} help={t('project.managerHelp')}>
      <Select
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={isFetching}
        options={managers.map(({ id, account, realName }) => ({
          value: id,
          label: `${realName} · ${account}`,
        }))}
      />
    </Field>
  )
}
