/** A select control for a form field that has an extra entry for null. */
import { Select } from 'antd'

/** Option values are strings inside the list; this one stands for null. */
const noneKey = ''

export function OptionalSelect<T extends string | number>(props: {
  readonly options: readonly { readonly value: T; readonly label: string }[]
  /** Label of the null entry, which is the first one, or the last one with `isNoneLast`. */
  readonly none: string
  readonly isNoneLast?: boolean
  /** Set by the form field. */
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
