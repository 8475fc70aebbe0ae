/** Which monitors a rule concerns: chosen ones, all of a type, or those of a group. */
import { useQuery } from '@tanstack/react-query'
import { Radio, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { groupsQuery, monitorsKey } from '../../shared/monitor-queries.ts'
import { typeLabel, typesByCategory } from '../../shared/monitor-types.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { type RuleForm, scopeKinds } from './rule-form-model.ts'
import type { Scope } from './use-scope.ts'

export function ScopeFields({ form, scope }: { readonly form: RuleForm; readonly scope: Scope }) {
  const t = useT()
  const { scopeKind } = form
  return (
    <div className="form-grid">
      <Field name="scopeKind" label={t('alert.scope')} help={t('alert.scopeHelp')}>
        <Radio.Group
          optionType="button"
          options={scopeKinds.map(value => ({ value, label: t(`alert.scope.${value}`) }))}
        />
      </Field>
      {scopeKind === 'monitors' && (
        <Field name="monitorIds" label={t('alert.monitors')} help={t('alert.monitorsHelp')} isRequired>
          <MonitorSelect known={scope.monitors} />
        </Field>
      )}
      {scopeKind === 'type' && (
        <Field
          name="type"
          label={t('monitor.type')}
          help={t('alert.scopeCount', { count: scope.total })}
          isRequired
        >
          <TypeSelect />
        </Field>
      )}
      {scopeKind === 'group' && (
        <Field
          name="groupId"
          label={t('monitor.group')}
          help={t('alert.scopeCount', { count: scope.total })}
          isRequired
        >
          <GroupSelect />
        </Field>
      )}
    </div>
  )
}

interface ControlProps<V> {
  readonly id?: string
  readonly value?: V
  readonly onChange?: (value: V) => void
}

/** `known`: monitors whose names are known, for those that are chosen. */
export function MonitorSelect(
  props: ControlProps<string[]> & {
    readonly known: readonly { readonly id: string; readonly name: string }[]
    readonly most?: number
  },
) {
  const { known, most, id, value, onChange } = props
  const t = useT()
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    queryKey: [...monitorsKey, projectId, 'found', search],
    queryFn: async ({ signal }) =>
      (await api.monitor.list({ projectId, search, pageSize: 50 }, { signal })).rows,
    placeholderData: before => before,
  })
  const options = new Map([...known, ...(data ?? [])].map(({ id: key, name }) => [key, name]))
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      {...(most !== undefined && { maxCount: most })}
      mode="multiple"
      loading={isFetching}
      placeholder={t('alert.chooseMonitors')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      value={value ?? []}
      options={[...options].map(([key, label]) => ({ value: key, label }))}
      {...(onChange && { onChange })}
    />
  )
}

function TypeSelect({ id, value, onChange }: ControlProps<string | null>) {
  const t = useT()
  const language = useSession('language')
  const { offered } = useMonitorTypes()
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('alert.chooseType')}
      value={value ?? null}
      options={[...typesByCategory(offered)].map(([category, types]) => ({
        label: t(`monitor.category.${category}`),
        options: types.map(type => ({ value: type.name, label: typeLabel(type, offered, language) })),
      }))}
      onChange={next => onChange?.(next ?? null)}
    />
  )
}

function GroupSelect({ id, value, onChange }: ControlProps<string | null>) {
  const t = useT()
  const { data } = useQuery(groupsQuery(useProjectId()))
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('alert.chooseGroup')}
      value={value ?? null}
      options={(data ?? []).map(group => ({ value: group.id, label: group.name }))}
      onChange={next => onChange?.(next ?? null)}
    />
  )
}
