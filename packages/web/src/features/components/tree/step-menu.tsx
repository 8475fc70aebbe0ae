/** The context menu of the step tree. */
import { PlusOutlined } from '@ant-design/icons'
import type { MenuProps } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowMenu } from '../../../ui/editor/row-menu.tsx'
import { useEditor } from '../context/editor-context.ts'
import { findStep } from '../model/step-tree.ts'
import { addStepItems, type ImportSource } from './add-step-menu.tsx'
import type { StepCommands } from './step-commands.ts'

export function useStepMenu(commands: StepCommands, onImport: (source: ImportSource) => void): MenuProps {
  const t = useT()
  const language = useSession('language')
  const { state, isReadOnly } = useEditor()
  const { selection, document } = state
  return useRowMenu({
    commands,
    isReadOnly,
    isOff: selection.some(id => findStep(document.steps, id)?.enabled === false),
    first: [
      {
        key: 'add',
        icon: <PlusOutlined />,
        label: t('component.addStep'),
        disabled: isReadOnly,
        children: addStepItems(t, language, commands, onImport),
      },
    ],
  })
}
