/** The context menu of an editor's tree, with the keyboard shortcuts of its entries. */
import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  PauseCircleOutlined,
  ScissorOutlined,
  SnippetsOutlined,
  SwitcherOutlined,
} from '@ant-design/icons'
import type { MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { keysLine, type ShortcutName } from '../shortcuts/shortcuts.ts'
import type { RowCommands } from './row-commands.ts'

type MenuItems = NonNullable<MenuProps['items']>

interface RowMenuOptions {
  readonly commands: Omit<RowCommands<never>, 'move'>
  readonly isReadOnly: boolean
  /** All selected rows are disabled. */
  readonly isOff: boolean
  /** The selection can be neither copied nor changed. */
  readonly isFixed?: boolean
  readonly canIndent: boolean
  readonly canOutdent: boolean
  /** Left out if the selection has no name to edit. */
  readonly onRename: (() => void) | undefined
  /** Entries above all others. */
  readonly first: MenuItems
}

/** The text of an entry, and its keyboard shortcut at the end of the line. */
export function KeyedLabel(props: { readonly text: string; readonly shortcut: ShortcutName }) {
  const t = useT()
  return (
    <span className="cd-menu-keys">
      {props.text}
      <kbd>{keysLine(props.shortcut, t('shortcut.key.Space'))}</kbd>
    </span>
  )
}

export function useRowMenu(options: RowMenuOptions): MenuProps {
  const t = useT()
  const { commands, isReadOnly, isOff, isFixed = false, first } = options
  const item = (
    key: string,
    icon: ReactNode,
    label: string,
    entry: { shortcut: ShortcutName; act: () => void; isOff?: boolean },
  ) => ({
    key,
    icon,
    disabled: entry.isOff ?? (isReadOnly || isFixed),
    onClick: entry.act,
    label: <KeyedLabel text={label} shortcut={entry.shortcut} />,
  })
  return {
    items: [
      ...first,
      { type: 'divider' },
      item('rename', <EditOutlined />, t('action.rename'), {
        shortcut: 'renameRow',
        isOff: isReadOnly || isFixed || options.onRename === undefined,
        act: () => options.onRename?.(),
      }),
      item('copy', <CopyOutlined />, t('action.copy'), {
        shortcut: 'copyRows',
        isOff: isFixed,
        act: commands.copy,
      }),
      item('cut', <ScissorOutlined />, t('editor.cut'), { shortcut: 'cutRows', act: commands.cut }),
      item('paste', <SnippetsOutlined />, t('action.paste'), {
        shortcut: 'pasteRows',
        isOff: isReadOnly,
        act: commands.pasteCopied,
      }),
      item('duplicate', <SwitcherOutlined />, t('editor.duplicate'), {
        shortcut: 'duplicateRows',
        act: commands.duplicate,
      }),
      { type: 'divider' },
      item('up', <ArrowUpOutlined />, t('editor.moveUp'), {
        shortcut: 'moveRowsUp',
        act: () => commands.shift(-1),
      }),
      item('down', <ArrowDownOutlined />, t('editor.moveDown'), {
        shortcut: 'moveRowsDown',
        act: () => commands.shift(1),
      }),
      item('indent', <MenuUnfoldOutlined />, t('editor.indent'), {
        shortcut: 'indentRows',
        isOff: isReadOnly || isFixed || !options.canIndent,
        act: commands.indent,
      }),
      item('outdent', <MenuFoldOutlined />, t('editor.outdent'), {
        shortcut: 'outdentRows',
        isOff: isReadOnly || isFixed || !options.canOutdent,
        act: commands.outdent,
      }),
      item('toggle', <PauseCircleOutlined />, t(isOff ? 'editor.enable' : 'editor.disable'), {
        shortcut: 'toggleRows',
        act: commands.toggle,
      }),
      { type: 'divider' },
      {
        ...item('delete', <DeleteOutlined />, t('action.delete'), {
          shortcut: 'removeRows',
          act: commands.remove,
        }),
        danger: true,
      },
    ],
  }
}
