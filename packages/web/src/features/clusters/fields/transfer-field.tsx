/** A transfer list as the control of a form field; its value is the ids on the right-hand side. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Checkbox, Transfer, type TransferProps } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'
import '../clusters.css'

export interface TransferItem {
  readonly id: string
  readonly name: string
  readonly note?: string
}

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
      render={({ title }) => title}
      titles={[...titles]}
      actions={[
        <Button
          key="add"
          type="primary"
          size="small"
          icon={<RightOutlined />}
          aria-label={t('cluster.transfer.add')}
        />,
        <Button
          key="remove"
          type="primary"
          size="small"
          icon={<LeftOutlined />}
          aria-label={t('cluster.transfer.remove')}
        />,
      ]}
      // Their place is the list itself: those of the library have no names.
      showSelectAll={false}
      showSearch
      filterOption={(text, item) => item.title.toLowerCase().includes(text.toLowerCase())}
      locale={{ searchPlaceholder: t('action.search') }}
    >
      {list => <Choice {...list} />}
    </Transfer>
  )
}

type List = Parameters<NonNullable<TransferProps<ListedItem>['children']>>[0]
interface ListedItem {
  readonly key: string
  readonly title: string
  readonly description: string
}

/** One side: each item a checkbox with its name, above them one for all. */
function Choice({ filteredItems, selectedKeys, onItemSelect, onItemSelectAll }: List) {
  const t = useT()
  if (filteredItems.length === 0) return <p className="transfer-none">{t('cluster.transfer.none')}</p>
  const keys = filteredItems.map(({ key }) => key)
  const count = keys.filter(key => selectedKeys.includes(key)).length
  return (
    <ul className="transfer-choice">
      <li>
        <Checkbox
          checked={count === keys.length}
          indeterminate={count > 0 && count < keys.length}
          onChange={event => onItemSelectAll(keys, event.target.checked)}
        >
          {t('cluster.transfer.all')}
        </Checkbox>
      </li>
      {filteredItems.map(({ key, title, description }) => (
        <li key={key} className="transfer-item">
          <Checkbox
            checked={selectedKeys.includes(key)}
            onChange={event => onItemSelect(key, event.target.checked)}
          >
            {title} {description !== '' && <span className="faint">{description}</span>}
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
