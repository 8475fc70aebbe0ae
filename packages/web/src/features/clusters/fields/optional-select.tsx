/** A drop-down list as the control of a form field, one of whose entries stands for null. */
import { Select } from 'antd'

/** Values travel as text inside the list. */
const noneKey = ''

export function OptionalSelect<T extends string | number>(props: {
  readonly options: readonly { readonly value: T; readonly label: string }[]
  /** What null is called; it stands first or last. */
  readonly none: string
  readonly isNoneLast?: boolean
  /** These are handed in by the field. */
  readonly id?: string
  readonly value?: T | null
  readonly onChange?: (value: T | null) => void
}) {
  const { options, none, isNoneLast, id, value, onChange } = props
  const noneOption = { value: noneKey, label: none }
  const shown = options.map(option => ({ value: String(option.value), label: option.label }))
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={value === null || value === undefined ? noneKey : String(value)}
      options={isNoneLast ? [...shown, noneOption] : [noneOption, ...shown]}
      onChange={key => onChange?.(options.find(option => String(option.value) === key)?.value ?? null)}
    />
  )
}
