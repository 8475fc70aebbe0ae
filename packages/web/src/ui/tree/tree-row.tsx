/** The content of a row in a catalogue tree: icon, name with the search match, note, and its menu. */
import { MoreOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'

interface TreeRowProps {
  readonly name: string
  readonly icon: ReactNode
  /** At the right end. */
  readonly note: ReactNode
  /** Text to mark in the name. */
  readonly search: string
  readonly menu: NonNullable<MenuProps['items']>
}

export function TreeRow({ name, icon, note, search, menu }: TreeRowProps) {
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items: menu, onClick: keepFromRow }}>
      <span className="tree-row" title={name}>
        <span className="tree-row-icon" aria-hidden>
          {icon}
        </span>
        <span className="tree-row-name">
          <Marked text={name} search={search} />
        </span>
        {note !== undefined && <span className="tree-row-note">{note}</span>}
        <RowMenu items={menu} />
      </span>
    </Dropdown>
  )
}

/** In React the menu is inside the row: without this, choosing an entry would open the node as well. */
const keepFromRow: NonNullable<MenuProps['onClick']> = ({ domEvent }) => domEvent.stopPropagation()

function RowMenu({ items }: { readonly items: NonNullable<MenuProps['items']> }) {
  const t = useT()
  if (items.length === 0) return null
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: keepFromRow }}>
      <button
        type="button"
        className="tree-row-more"
        tabIndex={-1}
        aria-label={t('action.more')}
        onClick={event => event.stopPropagation()}
      >
        <MoreOutlined />
      </button>
    </Dropdown>
  )
}

function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const wanted = search.trim().toLowerCase()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}
