/** A filter of a list page as a drop-down list; its value is stored in the address. */
import { Select } from 'antd'
import type { ListState } from './use-list.ts'

export interface ListFilterProps<F extends Record<string, string>, S extends string> {
  readonly list: ListState<F, S>
  /** Name of the filter in the list. */
  readonly name: keyof F & string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** In px. */
  readonly width?: number
  /** Makes the options searchable; for long lists. */
  readonly isSearched?: boolean
}

export function ListFilter<F extends Record<string, string>, S extends string>(props: ListFilterProps<F, S>) {
  const { list, name, label, options, width = 130, isSearched = false } = props
  return (
    <Select<string>
      value={list.filters[name] ?? ''}
      aria-label={label}
      style={{ width }}
      popupMatchSelectWidth={false}
      showSearch={isSearched}
      optionFilterProp="label"
      onChange={value => list.setFilters({ [name]: value } as unknown as Partial<F>)}
      options={[...options]}
    />
  )
}
