/** Choice of what the variables of a group stand for. */
import {
  type ChartGroup,
  type GroupVariable,
  maxVariableValues,
} from '@pone/contract/entities/chart-group.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { groupsKey, monitorsOfType } from '../board-queries.ts'
import { type Choice, type Resolving, resolveChart, valuesOf } from '../charts/resolve.ts'

interface VariableBarProps {
  readonly group: Pick<ChartGroup, 'charts' | 'variables'>
  readonly resolving: Resolving
  readonly onChoice: (choice: Choice) => void
}

export function VariableBar({ group, resolving, onChoice }: VariableBarProps) {
  const t = useT()
  const { choice } = resolving
  const labelValues = useLabelValues(group, resolving)
  if (group.variables.length === 0) return null
  const choose = (key: string, values: readonly string[]) => onChoice({ ...choice, [key]: values })
  return (
    <div className="board-variables" role="group" aria-label={t('chartGroup.variables')}>
      {group.variables.map(variable => (
        <div key={variable.key}>
          <label htmlFor={`board-${variable.key}`}>
            {variable.name}
            {variable.kind === 'monitor' ? (
              <MonitorValues
                variable={variable}
                values={valuesOf(variable, choice)}
                onChange={values => choose(variable.key, values)}
              />
            ) : (
              <Values
                id={`board-${variable.key}`}
                values={valuesOf(variable, choice)}
                placeholder={t('chartGroup.variableAll')}
                options={(labelValues[variable.label] ?? []).map(value => ({ value, label: value }))}
                onChange={values => choose(variable.key, values)}
              />
            )}
          </label>
        </div>
      ))}
    </div>
  )
}

/** Values of the labels of label variables, of the monitors that are shown. */
function useLabelValues({ charts, variables }: VariableBarProps['group'], resolving: Resolving) {
  const projectId = useProjectId()
  const labels = variables.flatMap(each => (each.kind === 'label' ? [each.label] : []))
  const monitorIds = [
    ...new Set(charts.flatMap(chart => resolveChart(chart, resolving).counters.map(each => each.monitorId))),
  ].toSorted()
  const { data } = useQuery({
    queryKey: [...groupsKey, projectId, 'labelValues', labels, monitorIds],
    queryFn: ({ signal }) => api.chartGroup.labelValues({ projectId, labels, monitorIds }, { signal }),
    enabled: labels.length > 0 && monitorIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return data ?? {}
}

export function MonitorValues(props: {
  readonly variable: Extract<GroupVariable, { kind: 'monitor' }>
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
}) {
  const { variable, values, onChange } = props
  const t = useT()
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const first = useQuery(monitorsOfType(projectId, variable.type)).data?.[0]
  const { data: monitors = [] } = useQuery(monitorsOfType(projectId, variable.type, search))
  return (
    <Values
      id={`board-${variable.key}`}
      values={values}
      placeholder={first === undefined ? '' : t('chartGroup.variableFirst', { name: first.name })}
      options={monitors.map(({ id, name }) => ({ value: id, label: name }))}
      onSearch={setSearch}
      onChange={onChange}
    />
  )
}

interface ValuesProps {
  readonly id: string
  readonly values: readonly string[]
  readonly placeholder: string
  readonly options: { value: string; label: string }[]
  /** Left out: the options are searched in the browser. */
  readonly onSearch?: (text: string) => void
  readonly onChange: (values: string[]) => void
}

function Values({ id, values, placeholder, options, onSearch, onChange }: ValuesProps) {
  return (
    <Select
      id={id}
      mode="multiple"
      allowClear
      maxCount={maxVariableValues}
      maxTagCount="responsive"
      style={{ minWidth: 200, maxWidth: 360 }}
      popupMatchSelectWidth={false}
      placeholder={placeholder}
      showSearch={onSearch === undefined ? { optionFilterProp: 'label' } : { filterOption: false, onSearch }}
      value={[...values]}
      options={options}
      onChange={onChange}
    />
  )
}
