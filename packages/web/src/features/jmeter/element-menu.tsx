/** The context menu of the element tree, with the keys that do the same. */
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
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { usePlan } from './plan-context.ts'
import type { PlanCommands } from './use-plan-commands.ts'

export function useElementMenu(commands: PlanCommands): MenuProps {
  const t = useT()
  const { state, isReadOnly } = usePlan()
  const { plan, selection } = state
  const chosen = selection.flatMap(key => plan.nodes.get(key) ?? [])
  const isPlanOnly = chosen.every(node => node.parentKey === null)
  const isOff = chosen.length > 0 && chosen.every(node => !node.isEnabled)
  const copy = async (isCut: boolean) => {
    const text = commands.copyText()
    if (text === null) return
    await navigator.clipboard.writeText(text)
    if (isCut) commands.remove()
  }
  const paste = async () => {
    if (!commands.pasteText(await navigator.clipboard.readText()))
      notify({ kind: 'warning', text: t('jmeterPlan.nothingToPaste') })
  }
  // Without a secure origin the browser gives no clipboard to pages; the keys work there too.
  const keysOnly = () => notify({ kind: 'info', text: t('jmeterPlan.useKeys') })
  const item = (
    key: string,
    icon: React.ReactNode,
    label: string,
    entry: { keys: string; isOff?: boolean; act: () => void },
  ) => ({
    key,
    icon,
    disabled: entry.isOff ?? (isReadOnly || isPlanOnly),
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
      item('copy', <CopyOutlined />, t('action.copy'), {
        keys: 'Ctrl C',
        isOff: isPlanOnly,
        act: () => void copy(false).catch(keysOnly),
      }),
      item('cut', <ScissorOutlined />, t('jmeterPlan.cut'), {
        keys: 'Ctrl X',
        act: () => void copy(true).catch(keysOnly),
      }),
      item('paste', <SnippetsOutlined />, t('action.paste'), {
        keys: 'Ctrl V',
        isOff: isReadOnly,
        act: () => void paste().catch(keysOnly),
      }),
      item('duplicate', <SwitcherOutlined />, t('jmeterPlan.duplicate'), {
        keys: 'Ctrl D',
        act: commands.duplicate,
      }),
      { type: 'divider' },
      item('toggle', <PauseCircleOutlined />, t(isOff ? 'jmeterPlan.enable' : 'jmeterPlan.disable'), {
        keys: t('jmeterPlan.spaceKey'),
        act: commands.toggle,
      }),
      item('up', <ArrowUpOutlined />, t('jmeterPlan.moveUp'), {
        keys: 'Alt ↑',
        act: () => commands.shift(-1),
      }),
      item('down', <ArrowDownOutlined />, t('jmeterPlan.moveDown'), {
        keys: 'Alt ↓',
        act: () => commands.shift(1),
      }),
      { type: 'divider' },
      {
        ...item('delete', <DeleteOutlined />, t('action.delete'), { keys: 'Del', act: commands.remove }),
        danger: true,
      },
    ],
  }
}
