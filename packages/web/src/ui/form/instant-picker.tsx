/** A date-and-time control whose value is epoch milliseconds, or null. */
import { DatePicker } from 'antd'
import dayjs from 'dayjs'

export interface InstantPickerProps {
  readonly value?: number | null
  readonly onChange?: (value: number | null) => void
  readonly id?: string
  readonly isDateOnly?: boolean
  /** Its accessible name where no label of a form belongs to it. */
  readonly label?: string
}

export function InstantPicker({ value, onChange, id, isDateOnly, label }: InstantPickerProps) {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      {...(label === undefined ? {} : { 'aria-label': label, placeholder: label })}
      showTime={isDateOnly ? false : { format: 'HH:mm' }}
      format={isDateOnly ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm'}
      value={value === null || value === undefined ? null : dayjs(value)}
      onKeyDown={event => {
        // Enter accepts the typed date; it must not submit the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={chosen => onChange?.(chosen ? chosen.valueOf() : null)}
      style={{ width: '100%' }}
    />
  )
}
