/** The context menu of the element tree: elements to add, controllers to wrap the selection, and the entries of every tree's menu. */
import { CaretRightOutlined, GroupOutlined, PlusOutlined } from '@ant-design/icons'
import { type ElementDefinition, elementCategories } from '@pone/jmeter/elements/element.ts'
import { categoryOf, categoryTitles } from '@pone/jmeter/elements/registry.ts'
import type { MenuProps } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowMenu } from '../../../ui/editor/row-menu.tsx'
import { addableTo, parentsFor } from '../plan/element-facts.ts'
import { usePlan } from '../plan/plan-context.ts'
import type { PlanCommands } from '../plan/use-plan-commands.ts'
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
  const entries = (definitions: readonly ElementDefinition[], act: (chosen: ElementDefinition) => void) =>
    definitions.map(definition => ({
      key: definition.id,
      icon: <ElementPicture {...definition} />,
      label: definition.title[language],
      onClick: () => act(definition),
    }))
  const addable = at === undefined || isReadOnly ? null : addableTo(plan, at)
  const parents = isReadOnly ? [] : parentsFor(plan, movable)
  const categories = elementCategories.flatMap(category => {
    const definitions = addable?.definitions.filter(each => each.category === category && !each.isDeprecated)
    if (addable === null || definitions === undefined || definitions.length === 0) return []
    return [
      {
        key: category,
        label: categoryTitles[category][language],
        popupClassName: 'jm-submenu',
        children: entries(definitions, definition => commands.add(definition, addable.parent.key)),
      },
    ]
  })
  const isGroup = at !== undefined && chosen.length === 1 && categoryOf(at) === 'threads'
  return useRowMenu({
    commands,
    isReadOnly,
    isOff: chosen.length > 0 && chosen.every(node => !node.isEnabled),
    isFixed: movable.length === 0,
    first: [
      {
        key: 'add',
        icon: <PlusOutlined />,
        label: t('jmeterPlan.addChild'),
        disabled: categories.length === 0,
        children: categories,
      },
      {
        key: 'wrap',
        icon: <GroupOutlined />,
        label: t('jmeterPlan.wrap'),
        disabled: parents.length === 0,
        popupClassName: 'jm-submenu',
        children: entries(parents, commands.wrap),
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
