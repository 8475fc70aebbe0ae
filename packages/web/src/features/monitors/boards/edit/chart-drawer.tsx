/** The form of one chart: title, style and the counters that it shows. */

import { DeleteOutlined } from '@ant-design/icons'
import {
  type ChartCounter,
  chartStyles,
  type GroupChart,
  type GroupVariable,
  maxChartCounters,
} from '@pone/contract/entities/chart-group.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { counterInfo, counterName } from '../../links/canvas/counter-texts.ts'
import { labelName } from '../../shared/label-name.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { groupsKey } from '../board-queries.ts'
import { CounterSource, unitKey } from './counter-source.tsx'

interface ChartDrawerProps {
  readonly chart: GroupChart
  readonly variables: readonly GroupVariable[]
  readonly onApply: (chart: GroupChart) => void
  readonly onClose: () => void
}

export function ChartDrawer({ chart: stored, variables, onApply, onClose }: ChartDrawerProps) {
  const t = useT()
  const [chart, setChart] = useState(stored)
  const [showsFault, setShowsFault] = useState(false)
  const types = useMonitorTypes()
  const [first] = chart.counters
  const unit = first && counterInfo(types.typeOf({ type: first.type }), first)?.unit
  const setCounters = (counters: ChartCounter[]) => setChart(old => ({ ...old, counters }))
  const apply = () => {
    setShowsFault(chart.counters.length === 0)
    if (chart.counters.length > 0) onApply({ ...chart, title: chart.title.trim() })
  }
  return (
    <Drawer
      open
      size={480}
      title={t('chartGroup.chart')}
      onClose={onClose}
      footer={
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" onClick={apply}>
            {t('chartGroup.apply')}
          </Button>
        </div>
      }
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('chartGroup.title')} extra={t('chartGroup.titleHelp')} htmlFor="chart-title">
          <Input
            id="chart-title"
            maxLength={maxNameLength}
            value={chart.title}
            onChange={event => setChart({ ...chart, title: event.target.value })}
          />
        </Form.Item>
        <Form.Item label={t('chartGroup.style')} extra={t('chartGroup.styleHelp')} htmlFor="chart-style">
          <Select<NonNullable<GroupChart['style']> | ''>
            id="chart-style"
            value={chart.style ?? ''}
            options={[
              { value: '', label: t('chartGroup.styleOfGroup') },
              ...chartStyles.map(style => ({ value: style, label: t(`chartGroup.style.${style}`) })),
            ]}
            onChange={style => setChart({ ...chart, style: style === '' ? null : style })}
          />
        </Form.Item>
        <Form.Item
          label={t('chartGroup.counters')}
          extra={t('chartGroup.countersHelp')}
          htmlFor="chart-source"
          required
        >
          <Counters counters={chart.counters} variables={variables} onChange={setCounters} />
          {chart.counters.length < maxChartCounters && (
            <CounterSource
              variables={variables}
              unit={unit === undefined ? null : unitKey(unit)}
              onAdd={counter => {
                setShowsFault(false)
                setCounters([...chart.counters, counter])
              }}
            />
          )}
          {showsFault && (
            <p role="alert" className="board-fault">
              {t('chartGroup.countersMissing')}
            </p>
          )}
        </Form.Item>
      </Form>
    </Drawer>
  )
}

const keyOf = ({ source, section, counter }: ChartCounter): string =>
  `${source.kind === 'monitor' ? source.monitorId : source.variable} ${section}.${counter}`

function Counters(props: {
  readonly counters: readonly ChartCounter[]
  readonly variables: readonly GroupVariable[]
  readonly onChange: (counters: ChartCounter[]) => void
}) {
  const { counters, variables, onChange } = props
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const sourceName = ({ source }: ChartCounter) =>
    source.kind === 'monitor'
      ? source.name
      : t('chartGroup.variable', {
          name: variables.find(({ key }) => key === source.variable)?.name ?? '',
        })
  return (
    <ul className="board-counters">
      {counters.map((counter, index) => {
        const name = `${sourceName(counter)} · ${counterName(types.typeOf({ type: counter.type }), counter, language)}`
        return (
          <li key={keyOf(counter)}>
            <span>{name}</span>
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('chartGroup.removeCounter', { name })}
              title={t('chartGroup.removeCounter', { name })}
              onClick={() => onChange(counters.filter((_, at) => at !== index))}
            />
            <LabelFilter
              counter={counter}
              onChange={labels =>
                onChange(counters.map((each, at) => (at === index ? { ...each, labels } : each)))
              }
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Which series of a counter of a monitor are shown, where it has several. */
function LabelFilter(props: {
  readonly counter: ChartCounter
  readonly onChange: (labels: Record<string, string[]>) => void
}) {
  const { counter, onChange } = props
  const t = useT()
  const projectId = useProjectId()
  const { source, type, section } = counter
  const labels =
    useMonitorTypes()
      .typeOf({ type })
      ?.sections.find(({ key }) => key === section)?.rows?.labels ?? []
  const monitorIds = source.kind === 'monitor' ? [source.monitorId] : []
  const { data } = useQuery({
    queryKey: [...groupsKey, projectId, 'labelValues', labels, monitorIds],
    queryFn: ({ signal }) =>
      api.chartGroup.labelValues({ projectId, labels: [...labels], monitorIds }, { signal }),
    enabled: labels.length > 0 && monitorIds.length > 0,
    placeholderData: keepPreviousData,
  })
  return Object.entries(data ?? {})
    .filter(([, values]) => values.length > 1)
    .map(([label, values]) => (
      <Select
        key={label}
        className="board-label-filter"
        mode="multiple"
        allowClear
        size="small"
        maxTagCount="responsive"
        aria-label={t('chartGroup.onlyLabels', { label: labelName(label, t) })}
        placeholder={t('chartGroup.onlyLabels', { label: labelName(label, t) })}
        value={counter.labels[label] ?? []}
        options={values.map(value => ({ value, label: value }))}
        onChange={(chosen: string[]) => {
          const { [label]: _, ...others } = counter.labels
          onChange(chosen.length === 0 ? others : { ...others, [label]: chosen })
        }}
      />
    ))
}
