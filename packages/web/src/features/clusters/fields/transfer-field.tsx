/** A transfer list as the control of a form field; its value is the ids on the right-hand side. */
import { Transfer } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import '../clusters.css'

export interface TransferItem {
  readonly id: string
  readonly name: string
  readonly note?: string
}

/** Lists of at least this many items are paged. */
const pagedFrom = 100

export function TransferField(props: {
  readonly items: readonly TransferItem[]
  readonly titles: readonly [left: ReactNode, right: ReactNode]
  /** Both are set by the form field. */
  readonly value?: readonly string[]
  readonly onChange?: (ids: string[]) => void
}) {
  const t = useT()
  const { items, titles, value = [], onChange } = props
  return (
    <Transfer
      className="cluster-transfer"
      dataSource={items.map(({ id, name, note }) => ({ key: id, title: name, description: note ?? '' }))}
      targetKeys={[...value]}
      onChange={keys => onChange?.(keys.map(String))}
      render={({ title, description }) => (
        <>
          {title} {description && <span className="faint">{description}</span>}
        </>
      )}
      titles={[...titles]}
      showSearch
      filterOption={(text, item) => item.title.toLowerCase().includes(text.toLowerCase())}
      pagination={items.length > pagedFrom ? { pageSize: 50, simple: true } : false}
      locale={{ searchPlaceholder: t('action.search') }}
    />
  )
}
