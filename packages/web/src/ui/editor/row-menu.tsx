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
export const KeyedLabel = ({ text, keys }: { readonly text: string; readonly keys: string }) => (
  <span className="cd-menu-keys">
    {text}
    <kbd>{keys}</kbd>
  </span>
)

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
    label: <KeyedLabel text={label} keys={entry.keys} />,
  })
  return {
    items: [
      ...first,
      { type: 'divider' },
      item('rename', <EditOutlined />, t('action.rename'), {
        keys: 'F2',
        isOff: isReadOnly || isFixed || options.onRename === undefined,
        act: () => options.onRename?.(),
      }),
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
      item('indent', <MenuUnfoldOutlined />, t('editor.indent'), {
        keys: 'Alt+→',
        isOff: isReadOnly || isFixed || !options.canIndent,
        act: commands.indent,
      }),
      item('outdent', <MenuFoldOutlined />, t('editor.outdent'), {
        keys: 'Alt+←',
        isOff: isReadOnly || isFixed || !options.canOutdent,
        act: commands.outdent,
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
