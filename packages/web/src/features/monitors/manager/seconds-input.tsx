/** A time in seconds, stored in milliseconds. */
import { monitorIntervalBounds } from '@pone/contract/entities/monitor.ts'
import { InputNumber } from 'antd'
import { useT } from '../../../lib/i18n.ts'

export function SecondsInput(props: {
  readonly id?: string
  /** ms */
  readonly value?: number
  readonly onChange?: (value: number | null) => void
}) {
  const t = useT()
  const { id, value, onChange } = props
  return (
    <InputNumber
      {...(id === undefined ? {} : { id })}
      value={value === undefined ? null : value / 1_000}
      min={monitorIntervalBounds.min / 1_000}
      max={monitorIntervalBounds.max / 1_000}
      precision={0}
      changeOnWheel={false}
      suffix={t('monitor.seconds')}
      style={{ width: '100%' }}
      onChange={next => onChange?.(next === null ? null : next * 1_000)}
    />
  )
}
