/** Choice of labels of a section, e.g. which disks or queues its charts show. */
import type { MonitorSection } from '@pone/monitors/type.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { labelName } from '../shared/label-name.ts'
import { monitorsKey } from '../shared/monitor-queries.ts'
import { rangeAt, rangeText, type TimeRange } from './range.ts'

interface LabelChoiceProps {
  readonly id: string
  readonly section: MonitorSection
  readonly range: TimeRange
  readonly chosen: Readonly<Record<string, readonly string[]>>
  readonly onChange: (label: string, values: readonly string[]) => void
}

export function LabelChoice({ id, section, range, chosen, onChange }: LabelChoiceProps) {
  const t = useT()
  const projectId = useProjectId()
  const { data } = useQuery({
    queryKey: [...monitorsKey, projectId, 'labels', id, section.key, rangeText(range)],
    queryFn: ({ signal }) =>
      api.monitor.labels({ projectId, id, section: section.key, ...rangeAt(range, Date.now()) }, { signal }),
    placeholderData: keepPreviousData,
  })
  return Object.entries(data ?? {})
    .filter(([, values]) => values.length > 1)
    .map(([label, values]) => (
      <Select
        key={label}
        mode="multiple"
        allowClear
        size="small"
        maxTagCount="responsive"
        aria-label={t('monitor.labels', { label: labelName(label, t) })}
        placeholder={t('monitor.labels', { label: labelName(label, t) })}
        style={{ minWidth: 200, maxWidth: 360 }}
        popupMatchSelectWidth={false}
        value={[...(chosen[label] ?? [])]}
        options={values.map(value => ({ value, label: value }))}
        onChange={next => onChange(label, next)}
      />
    ))
}
