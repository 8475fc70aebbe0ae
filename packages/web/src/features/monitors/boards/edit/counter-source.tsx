/** Choice of a counter: first the monitor or variable, then a counter of its type. */
import type { ChartCounter, GroupVariable } from '@pone/contract/entities/chart-group.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { shownUnit } from '../../../../ui/chart/shown-unit.ts'
import { findingSection, typeWithFound } from '../../info/found-counters.ts'
import { countersOf } from '../../shared/figures.ts'
import { foundCountersQuery } from '../../shared/monitor-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { groupsKey, monitorsOfType } from '../board-queries.ts'

interface CounterSourceProps {
  readonly variables: readonly GroupVariable[]
  /** Unit as charts show it that a further counter must have; null: any. */
  readonly unit: string | null
  readonly onAdd: (counter: ChartCounter) => void
}

interface Chosen {
  readonly source: ChartCounter['source']
  readonly type: string
}

/** What is compared to tell units apart. */
export const unitKey = (unit: string): string => {
  const shown = shownUnit(unit)
  return `${shown.unit} ${shown.note}`
}

export function CounterSource({ variables, unit, onAdd }: CounterSourceProps) {
  const t = useT()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [key, setKey] = useState<string | null>(null)
  const add = () => {
    if (chosen === null || key === null) return
    const [section = '', counter = ''] = key.split(' ')
    onAdd({ ...chosen, section, counter, labels: {} })
    setKey(null)
  }
  return (
    <div className="board-add">
      <SourceSelect
        variables={variables}
        value={chosen}
        onChange={next => {
          setChosen(next)
          setKey(null)
        }}
      />
      <CounterChoice chosen={chosen} unit={unit} value={key} onChange={setKey} />
      <Button disabled={chosen === null || key === null} onClick={add}>
        {t('chartGroup.addCounter')}
      </Button>
    </div>
  )
}

const valueOf = ({ source }: Chosen): string =>
  source.kind === 'monitor' ? `monitor ${source.monitorId}` : `variable ${source.variable}`

function SourceSelect(props: {
  readonly variables: readonly GroupVariable[]
  readonly value: Chosen | null
  readonly onChange: (chosen: Chosen | null) => void
}) {
  const { variables, value, onChange } = props
  const t = useT()
  const projectId = useProjectId()
  const language = useSession('language')
  const types = useMonitorTypes()
  const [search, setSearch] = useState('')
  const { data: monitors = [] } = useQuery({
    queryKey: [...groupsKey, projectId, 'sources', search],
    queryFn: async ({ signal }) =>
      (await api.monitor.list({ projectId, search, pageSize: 50 }, { signal })).rows,
  })
  const offered = new Map<string, Chosen & { readonly label: string }>()
  for (const variable of variables) {
    if (variable.kind !== 'monitor') continue
    const { key, name, type } = variable
    offered.set(`variable ${key}`, {
      source: { kind: 'variable', variable: key },
      type,
      label: t('chartGroup.variable', { name }),
    })
  }
  for (const monitor of monitors) {
    const { id, name, type } = monitor
    offered.set(`monitor ${id}`, {
      source: { kind: 'monitor', monitorId: id, name },
      type,
      label: `${name} · ${types.nameOf(monitor, language)}`,
    })
  }
  return (
    <Select
      id="chart-source"
      aria-label={t('chartGroup.source')}
      placeholder={t('chartGroup.source')}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      value={value === null ? null : valueOf(value)}
      options={[...offered].map(([key, { label }]) => ({ value: key, label }))}
      onChange={key => {
        const next = offered.get(key ?? '')
        onChange(next === undefined ? null : { source: next.source, type: next.type })
      }}
    />
  )
}

function CounterChoice(props: {
  readonly chosen: Chosen | null
  readonly unit: string | null
  readonly value: string | null
  readonly onChange: (key: string | null) => void
}) {
  const { chosen, unit, value, onChange } = props
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const type = useMonitorTypes().typeOf({ type: chosen?.type ?? '' })
  const first = useQuery({
    ...monitorsOfType(projectId, chosen?.type ?? ''),
    enabled: chosen?.source.kind === 'variable',
  }).data?.[0]
  const monitorId = chosen?.source.kind === 'monitor' ? chosen.source.monitorId : (first?.id ?? '')
  const finding = type && findingSection(type)
  const { data: found = [] } = useQuery(
    foundCountersQuery(projectId, monitorId, monitorId === '' ? undefined : finding?.key),
  )
  const names = found.map(({ counter }) => counter)
  const whole = type && typeWithFound(type, found, names)
  const options = (whole?.sections ?? [])
    .filter(section => !section.isTable)
    .map(section => ({
      label: section.names[language],
      options: [...countersOf(section).values()]
        .filter(({ kind }) => kind !== 'text')
        .map(counter => ({
          value: `${section.key} ${counter.key}`,
          label: counter.names[language],
          disabled: unit !== null && unitKey(counter.unit) !== unit,
        })),
    }))
    .filter(group => group.options.length > 0)
  return (
    <Select
      id="chart-counter"
      aria-label={t('chartGroup.counter')}
      placeholder={t('chartGroup.counter')}
      disabled={chosen === null}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
