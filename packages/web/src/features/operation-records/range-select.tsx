/** Selects the period of the operation records. */
import { operationRanges } from '@pone/contract/entities/operation-record.ts'
import { Select } from 'antd'
import { useT } from '../../lib/i18n.ts'

export type OperationRange = (typeof operationRanges)[number]

export function RangeSelect({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (range: OperationRange) => void
}) {
  const t = useT()
  return (
    <Select<OperationRange>
      value={operationRanges.find(range => range === value) ?? '1w'}
      aria-label={t('record.range')}
      style={{ width: 150 }}
      onChange={onChange}
      options={operationRanges.map(range => ({ value: range, label: t(`record.range.${range}`) }))}
    />
  )
}
