/** The context menu of the step tree. */
import {
  EnterOutlined,
  GroupOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons'
import { definitionOf } from '@pone/plan/steps/registry.ts'
import type { MenuProps } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { focusName } from '../../../ui/editor/focus-name.ts'
import { KeyedLabel, useRowMenu } from '../../../ui/editor/row-menu.tsx'
import { useEditor } from '../context/editor-context.ts'
import { findStep } from '../model/step-tree.ts'
import { addStepItems, type ImportSource, stepItems } from './add-step-menu.tsx'
import { type StepCommands, stepNameField, wrappingKinds } from './step-commands.ts'
import { StepIcon } from './step-icon.tsx'
import { holdsSteps } from './step-rows.ts'

export function useStepMenu(commands: StepCommands, onImport: (source: ImportSource) => void): MenuProps {
  const t = useT()
  const language = useSession('language')
  const { state, isReadOnly } = useEditor()
  const { selection, document } = state
  const words = { t, language }
  const isFixed = isReadOnly || selection.length === 0
  const isOverGroup = holdsSteps(findStep(document.steps, selection.at(-1) ?? ''))
  const adding = (where: 'before' | 'inside') => ({
    key: `add.${where}`,
    label: t(`component.add.${where}`),
    disabled: isFixed || (where === 'inside' && !isOverGroup),
    children: stepItems(words, (kind, operation) => commands.add(kind, operation, where), `${where}.`),
  })
  return useRowMenu({
    commands,
    isReadOnly,
    isOff: selection.some(id => findStep(document.steps, id)?.enabled === false),
    isFixed: selection.length === 0,
    canIndent: commands.canIndent,
    canOutdent: commands.canOutdent,
    onRename: selection.length === 1 ? () => focusName(stepNameField, { isAllSelected: true }) : undefined,
    first: [
      {
        key: 'add',
        icon: <VerticalAlignBottomOutlined />,
        label: <KeyedLabel text={t('component.add.after')} shortcut="addRow" />,
        disabled: isReadOnly,
        children: addStepItems(words, commandsAfter(commands), onImport),
      },
      { ...adding('before'), icon: <VerticalAlignTopOutlined /> },
      { ...adding('inside'), icon: <EnterOutlined /> },
      {
        key: 'wrap',
        icon: <GroupOutlined />,
        label: <KeyedLabel text={t('component.wrap')} shortcut="wrapRows" />,
        disabled: isFixed,
        children: wrappingKinds.map(kind => ({
          key: `wrap.${kind}`,
          icon: <StepIcon kind={kind} />,
          label: definitionOf(kind).title[language],
          onClick: () => commands.wrapIn(kind),
        })),
      },
    ],
  })
}

/** The same commands, with new steps after the selected one, even if it is a group. */
const commandsAfter = (commands: StepCommands): StepCommands => ({
  ...commands,
  add: (kind, operation) => commands.add(kind, operation, 'after'),
})
