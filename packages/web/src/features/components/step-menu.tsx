/** The context menu of the step tree, with the keys that do the same. */
import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CopyOutlined,
  DeleteOutlined,
  PauseCircleOutlined,
  PlusOutlined,
  ScissorOutlined,
  SnippetsOutlined,
  SwitcherOutlined,
} from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { addStepItems, type ImportSource } from './add-step-menu.tsx'
import { useEditor } from './editor-context.ts'
import type { StepCommands } from './step-commands.ts'
import { findStep } from './step-tree.ts'

export function useStepMenu(commands: StepCommands, onImport: (source: ImportSource) => void): MenuProps {
  const t = useT()
  const { state, isReadOnly } = useEditor()
  const { selection, document } = state
  const isOff = selection.some(id => findStep(document.steps, id)?.enabled === false)
  const item = (key: string, icon: React.ReactNode, label: string, keys: string, onClick: () => void) => ({
    key,
    icon,
    onClick,
    disabled: isReadOnly && key !== 'copy',
    label: (
      <span className="cd-menu-keys">
        {label}
        <kbd>{keys}</kbd>
      </span>
    ),
  })
  return {
    items: [
      {
        key: 'add',
        icon: <PlusOutlined />,
        label: t('component.addStep'),
        disabled: isReadOnly,
        children: addStepItems(t, commands, onImport),
      },
      { type: 'divider' },
      item('copy', <CopyOutlined />, t('action.copy'), 'Ctrl+C', commands.copy),
      item('cut', <ScissorOutlined />, t('component.cut'), 'Ctrl+X', commands.cut),
      item('paste', <SnippetsOutlined />, t('action.paste'), 'Ctrl+V', commands.pasteCopied),
      item('duplicate', <SwitcherOutlined />, t('component.duplicate'), 'Ctrl+D', commands.duplicate),
      { type: 'divider' },
      item('up', <ArrowUpOutlined />, t('component.moveUp'), 'Alt+↑', () => commands.shift(-1)),
      item('down', <ArrowDownOutlined />, t('component.moveDown'), 'Alt+↓', () => commands.shift(1)),
      item(
        'toggle',
        <PauseCircleOutlined />,
        isOff ? t('component.enable') : t('component.disable'),
        t('component.spaceKey'),
        commands.toggle,
      ),
      { type: 'divider' },
      { ...item('delete', <DeleteOutlined />, t('action.delete'), 'Del', commands.remove), danger: true },
    ],
  }
}
