/** The context menu of an editor's tree, with the keyboard shortcuts of its entries. */
import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  PauseCircleOutlined,
  ScissorOutlined,
  SnippetsOutlined,
  SwitcherOutlined,
} from '@ant-design/icons'
import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import type { RowCommands } from './row-commands.ts'

type MenuItems = NonNullable<MenuProps['items']>

interface RowMenuOptions {
  readonly commands: Omit<RowCommands<never>, 'move'>
  readonly isReadOnly: boolean
  /** All selected rows are disabled. */
  readonly isOff: boolean
  /** The selection can be neither copied nor changed. */
  readonly isFixed?: boolean
  /** Entries above all others. */
  readonly first: MenuItems
}

export function useRowMenu(options: RowMenuOptions): MenuProps {
  const t = useT()
  const { commands, isReadOnly, isOff, isFixed = false, first } = options
  const item = (
    key: string,
    icon: ReactNode,
    label: string,
    entry: { keys: string; act: () => void; isOff?: boolean },
  ) => ({
    key,
    icon,
    disabled: entry.isOff ?? (isReadOnly || isFixed),
    onClick: entry.act,
    label: (
      <span className="cd-menu-keys">
        {label}
        <kbd>{entry.keys}</kbd>
      </span>
    ),
  })
  return {
    items: [
      ...first,
      { type: 'divider' },
      item('copy', <CopyOutlined />, t('action.copy'), {
        keys: 'Ctrl+C',
        isOff: isFixed,
        act: commands.copy,
      }),
      item('cut', <ScissorOutlined />, t('editor.cut'), { keys: 'Ctrl+X', act: commands.cut }),
      item('paste', <SnippetsOutlined />, t('action.paste'), {
        keys: 'Ctrl+V',
        isOff: isReadOnly,
        act: commands.pasteCopied,
      }),
      item('duplicate', <SwitcherOutlined />, t('editor.duplicate'), {
        keys: 'Ctrl+D',
        act: commands.duplicate,
      }),
      { type: 'divider' },
      item('up', <ArrowUpOutlined />, t('editor.moveUp'), { keys: 'Alt+↑', act: () => commands.shift(-1) }),
      item('down', <ArrowDownOutlined />, t('editor.moveDown'), {
        keys: 'Alt+↓',
        act: () => commands.shift(1),
      }),
      item('toggle', <PauseCircleOutlined />, t(isOff ? 'editor.enable' : 'editor.disable'), {
        keys: t('editor.spaceKey'),
        act: commands.toggle,
      }),
      { type: 'divider' },
      {
        ...item('delete', <DeleteOutlined />, t('action.delete'), { keys: 'Del', act: commands.remove }),
        danger: true,
      },
    ],
  }
}
