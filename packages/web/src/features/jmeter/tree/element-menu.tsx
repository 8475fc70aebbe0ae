/** The context menu of the element tree: elements to add, controllers to wrap the selection, and the entries of every tree's menu. */
import {
  CaretRightOutlined,
  GroupOutlined,
  PlusOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons'
import { type ElementDefinition, elementCategories } from '@pone/jmeter/elements/element.ts'
import { categoryOf, categoryTitles } from '@pone/jmeter/elements/registry.ts'
import type { MenuProps } from 'antd'
import { type Language, useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { focusName } from '../../../ui/editor/focus-name.ts'
import { KeyedLabel, useRowMenu } from '../../../ui/editor/row-menu.tsx'
import { type AddPlace, parentsFor, placeBeside, placeToAdd } from '../plan/element-facts.ts'
import { usePlan } from '../plan/plan-context.ts'
import { elementNameField, type PlanCommands } from '../plan/use-plan-commands.ts'
import { ElementPicture } from './element-icon.tsx'

interface ElementMenuOptions {
  readonly commands: PlanCommands
  /** Runs one thread group by itself; null without the right to run. */
  readonly onTryGroup: ((key: string) => void) | null
}

export function useElementMenu({ commands, onTryGroup }: ElementMenuOptions): MenuProps {
  const t = useT()
  const language = useSession('language')
  const { state, isReadOnly } = usePlan()
  const { plan, selection } = state
  const chosen = selection.flatMap(key => plan.nodes.get(key) ?? [])
  const at = chosen.at(-1)
  const movable = chosen.filter(node => node.parentKey !== null)
  const parents = isReadOnly ? [] : parentsFor(plan, movable)
  const adding = (where: string, place: AddPlace | null) =>
    isReadOnly || place === null ? [] : additions({ where, place, language, commands })
  const inside = adding('inside', at === undefined ? null : placeToAdd(plan, at))
  const before = adding('before', at === undefined ? null : placeBeside(plan, at, 'before'))
  const after = adding('after', at === undefined ? null : placeBeside(plan, at, 'after'))
  const isGroup = at !== undefined && chosen.length === 1 && categoryOf(at) === 'threads'
  return useRowMenu({
    commands,
    isReadOnly,
    isOff: chosen.length > 0 && chosen.every(node => !node.isEnabled),
    isFixed: movable.length === 0,
    canIndent: commands.canIndent,
    canOutdent: commands.canOutdent,
    onRename: chosen.length === 1 ? () => focusName(elementNameField, { isAllSelected: true }) : undefined,
    first: [
      {
        key: 'add',
        icon: <PlusOutlined />,
        label: <KeyedLabel text={t('jmeterPlan.addChild')} shortcut="addRow" />,
        disabled: inside.length === 0,
        children: inside,
      },
      {
        key: 'before',
        icon: <VerticalAlignTopOutlined />,
        label: t('jmeterPlan.addBefore'),
        disabled: before.length === 0,
        children: before,
      },
      {
        key: 'after',
        icon: <VerticalAlignBottomOutlined />,
        label: t('jmeterPlan.addAfter'),
        disabled: after.length === 0,
        children: after,
      },
      {
        key: 'wrap',
        icon: <GroupOutlined />,
        label: <KeyedLabel text={t('jmeterPlan.wrap')} shortcut="wrapRows" />,
        disabled: parents.length === 0,
        popupClassName: 'jm-submenu',
        children: entries({ prefix: 'wrap.', language }, parents, commands.wrapIn),
      },
      ...(isGroup && onTryGroup !== null
        ? [
            {
              key: 'try',
              icon: <CaretRightOutlined />,
              label: t('jmeterPlan.tryGroup'),
              onClick: () => onTryGroup(at.key),
            },
          ]
        : []),
    ],
  })
}

interface EntryStyle {
  /** Of the keys, which are unique in a menu. */
  readonly prefix: string
  readonly language: Language
}

const entries = (
  { prefix, language }: EntryStyle,
  definitions: readonly ElementDefinition[],
  act: (chosen: ElementDefinition) => void,
) =>
  definitions.map(definition => ({
    key: prefix + definition.id,
    icon: <ElementPicture {...definition} />,
    label: definition.title[language],
    onClick: () => act(definition),
  }))

interface Additions {
  readonly where: string
  readonly place: AddPlace
  readonly language: Language
  readonly commands: PlanCommands
}

/** The kinds permitted at a place, by category. */
function additions({ where, place, language, commands }: Additions) {
  const { parent, index } = place
  return elementCategories.flatMap(category => {
    const definitions = place.definitions.filter(each => each.category === category && !each.isDeprecated)
    if (definitions.length === 0) return []
    return [
      {
        key: `${where}.${category}`,
        label: categoryTitles[category][language],
        popupClassName: 'jm-submenu',
        children: entries({ prefix: `${where}.`, language }, definitions, definition =>
          commands.add(definition, { parentKey: parent.key, index }),
        ),
      },
    ]
  })
}
