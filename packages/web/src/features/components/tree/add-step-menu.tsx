/** The button and menu items that add a step of each kind, or one from a cURL command. */
import { ApiOutlined, CodeOutlined, DownOutlined, PlusOutlined } from '@ant-design/icons'
import { type StepGroup, stepGroups } from '@pone/plan/steps/definition.ts'
import { definitionOf, stepKinds } from '@pone/plan/steps/registry.ts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type Language, type Translate, useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { StepCommands } from './step-commands.ts'
import { StepIcon } from './step-icon.tsx'

/** What steps can be made from besides the kinds. */
export type ImportSource = 'curl' | 'wsdl'

type MenuItems = NonNullable<MenuProps['items']>

const kindsOf = (group: StepGroup) => stepKinds.filter(kind => definitionOf(kind).group === group)

/** One item per kind of step, and the cURL import. */
export function addStepItems(
  t: Translate,
  language: Language,
  commands: StepCommands,
  onImport: (source: ImportSource) => void,
): MenuItems {
  return [
    ...stepGroups.map(group => ({
      type: 'group' as const,
      key: group,
      label: t(`component.kindGroup.${group}`),
      children: kindsOf(group).map(kind => ({
        key: kind,
        icon: <StepIcon kind={kind} />,
        label: (
          <span className="cd-menu-item">
            {definitionOf(kind).title[language]}
            <small>{definitionOf(kind).help[language]}</small>
          </span>
        ),
        onClick: () => commands.add(kind),
      })),
    })),
    { type: 'divider' as const },
    { key: 'curl', icon: <CodeOutlined />, label: t('component.curl.open'), onClick: () => onImport('curl') },
    { key: 'wsdl', icon: <ApiOutlined />, label: t('component.wsdl.open'), onClick: () => onImport('wsdl') },
  ]
}

interface AddStepButtonProps {
  readonly commands: StepCommands
  readonly onImport: (source: ImportSource) => void
  readonly isPrimary?: boolean | undefined
}

export function AddStepButton({ commands, onImport, isPrimary = false }: AddStepButtonProps) {
  const t = useT()
  const language = useSession('language')
  return (
    <Dropdown
      rootClassName="cd-add-menu"
      menu={{ items: addStepItems(t, language, commands, onImport) }}
      trigger={['click']}
    >
      <Button
        type={isPrimary ? 'primary' : 'default'}
        size={isPrimary ? 'middle' : 'small'}
        icon={<PlusOutlined />}
      >
        {t('component.addStep')}
        <DownOutlined />
      </Button>
    </Dropdown>
  )
}
