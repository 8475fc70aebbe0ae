/** Selects the day-month order of dates such as 03/04/2024. */
import { Form, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'

export type DateOrder = 'dayFirst' | 'monthFirst'

export function DateOrderField(props: {
  readonly value: DateOrder | null
  readonly onChange: (order: DateOrder) => void
}) {
  const t = useT()
  return (
    <Form.Item label={t('run.import.dateOrder')} extra={t('run.import.dateOrderHelp')} htmlFor="import-dates">
      <Select<DateOrder>
        id="import-dates"
        value={props.value}
        placeholder={t('run.import.dateOrderChoose')}
        options={[
          { value: 'dayFirst', label: t('run.import.dayFirst') },
          { value: 'monthFirst', label: t('run.import.monthFirst') },
        ]}
        onChange={props.onChange}
      />
    </Form.Item>
  )
}
