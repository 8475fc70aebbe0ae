/** The bar above an editor's tree: a button that adds rows, the search, and the commands on the selected rows. */
import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { TreeSearch } from './tree-search.tsx'

interface TreeBarProps extends ComponentProps<typeof TreeSearch> {
  /** The button that adds rows; false for none. */
  readonly add: ReactNode
  /** The same as the context menu of the rows. */
  readonly menu: MenuProps
}

export function TreeBar({ add, menu, ...search }: TreeBarProps) {
  const t = useT()
  return (
    <div className="cd-tree-bar">
      {add}
      <TreeSearch {...search} />
      <Dropdown menu={menu} trigger={['click']} autoFocus>
        <Button size="small" type="text" icon={<MoreOutlined />} aria-label={t('editor.more')} />
      </Dropdown>
    </div>
  )
}
