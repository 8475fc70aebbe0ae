/** The button that adds an element: by category, searchable, limited to the elements permitted below the chosen one. */
import { PlusOutlined } from '@ant-design/icons'
import { elementCategories } from '@pone/jmeter/elements/element.ts'
import { categoryTitles } from '@pone/jmeter/elements/registry.ts'
import { Button, Empty, Input, type InputRef, Popover } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { placeToAdd } from '../plan/element-facts.ts'
import { usePlan } from '../plan/plan-context.ts'
import type { PlanCommands } from '../plan/use-plan-commands.ts'
import { ElementPicture } from './element-icon.tsx'

interface AddElementButtonProps {
  readonly commands: PlanCommands
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

export function AddElementButton({ commands, isOpen, onOpen: setOpen }: AddElementButtonProps) {
  const t = useT()
  return (
    <Popover
      trigger={['click']}
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<AddList commands={commands} onDone={() => setOpen(false)} />}
    >
      <Button
        size="small"
        type="primary"
        icon={<PlusOutlined />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {t('jmeterPlan.add')}
      </Button>
    </Popover>
  )
}

function AddList({ commands, onDone }: { readonly commands: PlanCommands; readonly onDone: () => void }) {
  const t = useT()
  const language = useSession('language')
  const { state } = usePlan()
  const { plan, selection } = state
  const [search, setSearch] = useState('')
  const field = useRef<InputRef>(null)
  useEffect(() => field.current?.focus(), [])
  const at = plan.nodes.get(selection.at(-1) ?? '') ?? plan.roots[0]
  if (at === undefined) return null
  const { parent, index, definitions } = placeToAdd(plan, at)
  const wanted = search.trim().toLowerCase()
  const shown = definitions.filter(({ title, testclass }) =>
    [title.zh, title.en, testclass].some(text => text.toLowerCase().includes(wanted)),
  )
  const add = (definition: (typeof shown)[number]) => {
    commands.add(definition, { parentKey: parent.key, index })
    onDone()
  }
  return (
    <div className="jm-add" role="dialog" aria-label={t('jmeterPlan.add')}>
      <div className="jm-add-head">
        <span className="cd-help">{t('jmeterPlan.addTo', { name: parent.testname })}</span>
        <Input
          ref={field}
          allowClear
          size="small"
          value={search}
          placeholder={t('jmeterPlan.addSearch')}
          aria-label={t('jmeterPlan.addSearch')}
          onChange={event => setSearch(event.target.value)}
          onPressEnter={() => {
            const [first] = shown
            if (first && wanted !== '') add(first)
          }}
        />
      </div>
      <div className="jm-add-list">
        {shown.length === 0 && (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('jmeterPlan.addNone')} />
        )}
        {elementCategories.map(category => {
          const items = shown.filter(definition => definition.category === category)
          if (items.length === 0) return null
          return (
            <section key={category}>
              <h4>{categoryTitles[category][language]}</h4>
              {items.map(definition => (
                <button
                  key={definition.id}
                  type="button"
                  className={definition.isDeprecated ? 'jm-add-item is-old' : 'jm-add-item'}
                  title={definition.testclass}
                  onClick={() => add(definition)}
                >
                  <ElementPicture {...definition} />
                  <span className="cd-ellipsis">{definition.title[language]}</span>
                  {/* JMeter's own name, which its documentation uses. */}
                  {language === 'zh' && <small className="cd-ellipsis">{definition.title.en}</small>}
                </button>
              ))}
            </section>
          )
        })}
      </div>
    </div>
  )
}
