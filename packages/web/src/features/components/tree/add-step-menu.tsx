/** The button and menu items that add a step of each kind, or steps from a cURL command, a recording or WSDL. */
import {
  ApiOutlined,
  CodeOutlined,
  DownOutlined,
  PlusOutlined,
  VideoCameraAddOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
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
export type ImportSource = 'curl' | 'record' | 'recording' | 'wsdl'

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

/** A language and how texts are translated into it. */
export interface MenuWords {
  readonly t: Translate
  readonly language: Language
}

/** One item per kind of step. @param prefix of the keys, which are unique in a menu */
export function stepItems(
  { t, language }: MenuWords,
  add: (kind: StepKind, operation?: string) => void,
  prefix = '',
): MenuItems {
  const itemOf = ({ kind, operation, title }: StepOffer) => ({
    key: prefix + (operation ?? kind),
    icon: <StepIcon kind={kind} />,
    label: (
      <span className="cd-menu-item">
        {title[language]}
        <small>{definitionOf(kind).help[language]}</small>
      </span>
    ),
    onClick: () => add(kind, operation),
  })
  return stepGroups.map(group => ({
    type: 'group' as const,
    key: prefix + group,
    label: t(`component.kindGroup.${group}`),
    children: offersIn(group).map(offer =>
      'offers' in offer
        ? {
            key: prefix + offer.key,
            icon: <StepIcon kind="request" />,
            label: offer.title[language],
            children: offer.offers.map(each => ({ ...itemOf(each), label: each.title[language] })),
          }
        : itemOf(offer),
    ),
  }))
}

/** One item per kind of step, and the imports. */
export const addStepItems = (
  words: MenuWords,
  commands: StepCommands,
  onImport: (source: ImportSource) => void,
): MenuItems => [
  ...stepItems(words, (kind, operation) => commands.add(kind, operation)),
  { type: 'divider' as const },
  {
    key: 'curl',
    icon: <CodeOutlined />,
    label: words.t('component.curl.open'),
    onClick: () => onImport('curl'),
  },
  {
    key: 'record',
    icon: <VideoCameraAddOutlined />,
    label: words.t('component.record.open'),
    onClick: () => onImport('record'),
  },
  {
    key: 'recording',
    icon: <VideoCameraOutlined />,
    label: words.t('component.recording.open'),
    onClick: () => onImport('recording'),
  },
  {
    key: 'wsdl',
    icon: <ApiOutlined />,
    label: words.t('component.wsdl.open'),
    onClick: () => onImport('wsdl'),
  },
]

interface AddStepButtonProps {
  readonly commands: StepCommands
  readonly onImport: (source: ImportSource) => void
  readonly isPrimary?: boolean | undefined
  /** Whether the menu is open; without it, the button alone decides. */
  readonly isOpen?: boolean
  readonly onOpen?: (isOpen: boolean) => void
}

export function AddStepButton({ commands, onImport, isPrimary = false, isOpen, onOpen }: AddStepButtonProps) {
  const t = useT()
  const language = useSession('language')
  return (
    <Dropdown
      rootClassName="cd-add-menu"
      menu={{ items: addStepItems({ t, language }, commands, onImport) }}
      trigger={['click']}
      autoFocus
      {...(isOpen === undefined || onOpen === undefined ? {} : { open: isOpen, onOpenChange: onOpen })}
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
