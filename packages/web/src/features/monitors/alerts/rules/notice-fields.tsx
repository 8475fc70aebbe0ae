/** Who is told by a rule, when notices may be sent, and on which monitors the rule depends. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { InstantPicker } from '../../../../ui/form/instant-picker.tsx'
import { monitorQuery } from '../../shared/monitor-queries.ts'
import { channelsQuery } from '../shared/alert-queries.ts'
import { type RuleForm, timeZones } from './rule-form-model.ts'
import { MonitorSelect } from './scope-fields.tsx'

export function NoticeFields({ form }: { readonly form: RuleForm }) {
  const t = useT()
  const projectId = useProjectId()
  const { data: channels } = useQuery(channelsQuery(projectId))
  const known = useQueries({
    queries: form.dependsOn.map(id => ({ ...monitorQuery(projectId, id), refetchInterval: false as const })),
    combine: answers => answers.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
  return (
    <>
      <div className="form-grid">
        <Field name="channelIds" label={t('alert.channels')} help={t('alert.channelsHelp')}>
          <Select
            mode="multiple"
            optionFilterProp="label"
            placeholder={t('alert.noChannels')}
            options={(channels ?? []).map(({ id, name, kind, isEnabled }) => ({
              value: id,
              label: `${name} · ${t(`alert.kind.${kind}`)}${isEnabled ? '' : ` (${t('alert.off')})`}`,
            }))}
          />
        </Field>
        <Field name="labels" label={t('alert.labels')} help={t('alert.labelsHelp')}>
          <LabelRows />
        </Field>
        <Field
          name="dependsOn"
          label={t('alert.dependsOn')}
          help={t('alert.dependsOnHelp')}
          className="form-grid-wide"
        >
          <MonitorSelect known={known} most={20} />
        </Field>
      </div>
      <h2 className="form-section">{t('alert.schedule')}</h2>
      <div className="form-grid">
        <Field
          name="workingHours"
          label={t('alert.workingHours')}
          help={t('alert.workingHoursHelp')}
          className="form-grid-wide"
        >
          <WorkingHours />
        </Field>
        <Field name="timeZone" label={t('alert.timeZone')} help={t('alert.timeZoneHelp')}>
          <TimeZoneSelect />
        </Field>
        <Field
          name="maintenance"
          label={t('alert.maintenance')}
          help={t('alert.maintenanceHelp')}
          className="form-grid-wide"
        >
          <Maintenance />
        </Field>
      </div>
    </>
  )
}

interface RowsProps<R> {
  readonly value?: readonly R[]
  readonly onChange?: (rows: R[]) => void
}

/** Rows that are identified by their position, with a button to add one and one to remove each. */
function Rows<R>(props: {
  readonly rows: readonly R[]
  readonly onChange: ((rows: R[]) => void) | undefined
  readonly newRow: R
  readonly add: string
  readonly remove: string
  readonly row: (row: R, set: (changes: Partial<R>) => void) => React.ReactNode
}) {
  const { rows, onChange, newRow, add, remove, row } = props
  const t = useT()
  return (
    <div className="alert-rows">
      {rows.map((each, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are identified only by their position
        <div key={at} className="alert-row">
          {row(each, changes =>
            onChange?.(rows.map((old, index) => (index === at ? { ...old, ...changes } : old))),
          )}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('action.of', { action: remove, name: String(at + 1) })}
            onClick={() => onChange?.(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() => onChange?.([...rows, newRow])}
      >
        {add}
      </Button>
    </div>
  )
}

function LabelRows({ value = [], onChange }: RowsProps<RuleForm['labels'][number]>) {
  const t = useT()
  return (
    <Rows
      rows={value}
      onChange={onChange}
      newRow={{ name: '', value: '' }}
      add={t('alert.addLabel')}
      remove={t('action.remove')}
      row={(row, set) => (
        <>
          <Input
            aria-label={t('alert.labelName')}
            placeholder={t('alert.labelName')}
            maxLength={120}
            value={row.name}
            onChange={event => set({ name: event.target.value })}
          />
          <Input
            aria-label={t('alert.labelValue')}
            placeholder={t('alert.labelValue')}
            maxLength={400}
            value={row.value}
            onChange={event => set({ value: event.target.value })}
          />
        </>
      )}
    />
  )
}

const days = [1, 2, 3, 4, 5, 6, 7] as const

function WorkingHours({ value = [], onChange }: RowsProps<RuleForm['workingHours'][number]>) {
  const t = useT()
  return (
    <Rows
      rows={value}
      onChange={onChange}
      newRow={{ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }}
      add={t('alert.addHours')}
      remove={t('action.remove')}
      row={(row, set) => (
        <>
          <Select<number[]>
            mode="multiple"
            className="alert-days"
            aria-label={t('alert.days.label')}
            value={row.days}
            options={days.map(day => ({ value: day, label: t(`alert.day.${day}`) }))}
            onChange={chosen => chosen.length > 0 && set({ days: chosen.toSorted((a, b) => a - b) })}
          />
          <Input
            type="time"
            aria-label={t('alert.hoursFrom')}
            value={row.from}
            onChange={event => set({ from: event.target.value })}
          />
          <Input
            type="time"
            aria-label={t('alert.hoursTo')}
            value={row.to}
            onChange={event => set({ to: event.target.value })}
          />
        </>
      )}
    />
  )
}

function Maintenance({ value = [], onChange }: RowsProps<RuleForm['maintenance'][number]>) {
  const t = useT()
  return (
    <Rows
      rows={value}
      onChange={onChange}
      newRow={{ from: null, to: null }}
      add={t('alert.addMaintenance')}
      remove={t('action.remove')}
      row={(row, set) => (
        <>
          <InstantPicker
            label={t('alert.maintenanceFrom')}
            value={row.from}
            onChange={from => set({ from })}
          />
          <InstantPicker label={t('alert.maintenanceTo')} value={row.to} onChange={to => set({ to })} />
        </>
      )}
    />
  )
}

function TimeZoneSelect(props: {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
}) {
  const { id, value, onChange } = props
  const options = useMemo(() => timeZones(value).map(zone => ({ value: zone, label: zone })), [value])
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      showSearch
      value={value ?? null}
      options={options}
      onChange={next => onChange?.(next)}
    />
  )
}
