/** The button and menu items that add a step of each kind, or steps from a cURL command or WSDL. */
import { ApiOutlined, CodeOutlined, DownOutlined, PlusOutlined } from '@ant-design/icons'
import { type StepGroup, stepGroups } from '@pone/plan/steps/definition.ts'
import { definitionOf, type StepKind, stepKinds } from '@pone/plan/steps/registry.ts'
import { protocolDefinitions } from '@pone/protocols/definitions.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { type Language, type Translate, useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { StepCommands } from './step-commands.ts'
import { StepIcon } from './step-icon.tsx'

/** Sources from which steps can be imported. */
export type ImportSource = 'curl' | 'wsdl'

type MenuItems = NonNullable<MenuProps['items']>

interface StepOffer {
  readonly kind: StepKind
  readonly title: Bilingual
  /** Protocol and operation of a request, e.g. `http.request`. */
  readonly operation?: string
}

/** Several items in a submenu. */
interface OfferGroup {
  readonly key: string
  readonly title: Bilingual
  readonly offers: readonly StepOffer[]
}

/** The items of a group of kinds; a request has one item per operation, those of a protocol are grouped. */
const offersIn = (group: StepGroup): (StepOffer | OfferGroup)[] =>
  stepKinds
    .filter(kind => definitionOf(kind).group === group)
    .flatMap((kind): (StepOffer | OfferGroup)[] =>
      kind === 'request'
        ? protocolDefinitions.map(({ name, title, operations }) => {
            const offers = operations.map(each => ({
              kind,
              title: each.title,
              operation: `${name}.${each.key}`,
            }))
            const [only] = offers
            return offers.length === 1 && only !== undefined ? only : { key: name, title, offers }
          })
        : [{ kind, title: definitionOf(kind).title }],
    )

/** One item per kind of step, and the imports. */
export function addStepItems(
  t: Translate,
  language: Language,
  commands: StepCommands,
  onImport: (source: ImportSource) => void,
): MenuItems {
  const itemOf = ({ kind, operation, title }: StepOffer) => ({
    key: operation ?? kind,
    icon: <StepIcon kind={kind} />,
    label: (
      <span className="cd-menu-item">
        {title[language]}
        <small>{definitionOf(kind).help[language]}</small>
      </span>
    ),
    onClick: () => commands.add(kind, operation),
  })
  return [
    ...stepGroups.map(group => ({
      type: 'group' as const,
      key: group,
      label: t(`component.kindGroup.${group}`),
      children: offersIn(group).map(offer =>
        'offers' in offer
          ? {
              key: offer.key,
              icon: <StepIcon kind="request" />,
              label: offer.title[language],
              children: offer.offers.map(each => ({ ...itemOf(each), label: each.title[language] })),
            }
          : itemOf(offer),
      ),
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
