/** Choice of the counters that are shown, of those that a target has named. */
import type { FoundCounter } from '@pone/contract/entities/monitor.ts'
import { Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { maxChosen } from './found-counters.ts'

interface CounterChoiceProps {
  readonly found: readonly FoundCounter[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

export function CounterChoice({ found, chosen, onChange }: CounterChoiceProps) {
  const t = useT()
  return (
    <Select
      className="monitor-counters"
      mode="multiple"
      size="small"
      allowClear
      maxCount={maxChosen}
      maxTagCount="responsive"
      aria-label={t('monitor.counters')}
      placeholder={t('monitor.counters')}
      popupMatchSelectWidth={false}
      value={[...chosen]}
      options={found.map(({ counter }) => ({ value: counter, label: counter }))}
      onChange={onChange}
    />
  )
}
