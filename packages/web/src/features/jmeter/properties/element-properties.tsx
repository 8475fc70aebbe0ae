/** The chosen element: its name, comment and form; elements without a definition show all properties of the plan. */
import { categoryOf, elementOf, iconOf, titleOf } from '@pone/jmeter/elements/registry.ts'
import { enableNodes, renameNode, setComment } from '@pone/jmeter/jmx/edit-properties.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import { Alert, Segmented, Switch, Tag } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { usePlan } from '../plan/plan-context.ts'
import { ElementPicture } from '../tree/element-icon.tsx'
import { ElementForm } from './element-form.tsx'
import { RawProperties } from './raw-properties.tsx'
import { TypedField } from './typed-field.tsx'

export function ElementProperties() {
  const t = useT()
  const { state } = usePlan()
  const { plan, selection } = state
  const node = plan.nodes.get(selection.at(-1) ?? '')
  if (selection.length > 1)
    return (
      <EmptyState
        title={t('jmeterPlan.several', { count: selection.length })}
        text={t('jmeterPlan.severalHint')}
      />
    )
  if (node === undefined) return <EmptyState title={t('jmeterPlan.noneChosen')} />
  return <Properties key={node.key} node={node} />
}

function Properties({ node }: { readonly node: JmxNode }) {
  const t = useT()
  const language = useSession('language')
  const { state } = usePlan()
  const definition = elementOf(node)
  const hasForm = definition !== undefined && definition.items.length > 0
  const [view, setView] = useState<'form' | 'raw'>(hasForm ? 'form' : 'raw')
  // Forms have dozens of controls: while the selection moves through the tree by keys, name and type are rendered at once and the form afterwards.
  const isReady = useDeferredValue(true, false)
  return (
    <div className="jm-properties">
      {state.broken !== null && <Alert type="warning" banner title={t('jmeterPlan.source.waits')} />}
      <header className="jm-properties-head">
        <ElementPicture category={categoryOf(node)} icon={iconOf(node)} />
        <b className="cd-ellipsis" title={node.testclass}>
          {titleOf(node)[language]}
        </b>
        {definition === undefined && <Tag>{t('jmeterPlan.unknown')}</Tag>}
        {definition?.isDeprecated === true && <Tag color="warning">{t('jmeterPlan.deprecated')}</Tag>}
        <span className="cd-grow" />
        {definition !== undefined && (
          <Segmented
            aria-label={t('action.view')}
            size="small"
            value={view}
            options={[
              { value: 'form', label: t('jmeterPlan.form'), disabled: !hasForm },
              { value: 'raw', label: t('jmeterPlan.raw') },
            ]}
            onChange={setView}
          />
        )}
      </header>
      <div className="jm-properties-body">
        <CommonFields node={node} />
        {definition === undefined && <p className="cd-hint jm-unknown">{t('jmeterPlan.unknownHint')}</p>}
        {!isReady ? null : view === 'form' && definition !== undefined && hasForm ? (
          <ElementForm node={node} definition={definition} />
        ) : (
          <RawProperties node={node} />
        )}
      </div>
    </div>
  )
}

/** The fields of every element: name, comment, and whether it is enabled; the test plan itself always is. */
function CommonFields({ node }: { readonly node: JmxNode }) {
  const t = useT()
  const { edit, isReadOnly } = usePlan()
  const isPlan = node.parentKey === null
  return (
    <div className="jm-fields">
      <div className="jm-field">
        <label className="jm-label" htmlFor="jm-name">
          {t('catalogue.name')}
        </label>
        <TypedField
          id="jm-name"
          className="jm-name"
          value={node.testname}
          onLeave={() => document.querySelector<HTMLElement>('.jm-tree')?.focus()}
          onChange={name => edit(plan => renameNode(plan, node.key, name), { joinKey: `${node.key}:name` })}
        />
      </div>
      <div className="jm-field">
        <label className="jm-label" htmlFor="jm-comment">
          {t('jmeterPlan.comment')}
        </label>
        <TypedField
          id="jm-comment"
          value={node.comment}
          lines={[1, 4]}
          onChange={comment =>
            edit(plan => setComment(plan, node.key, comment), { joinKey: `${node.key}:comment` })
          }
        />
      </div>
      {!isPlan && (
        <div className="jm-field">
          <span className="jm-label">{t('jmeterPlan.enabled')}</span>
          <Switch
            size="small"
            checked={node.isEnabled}
            disabled={isReadOnly}
            aria-label={t('jmeterPlan.enabled')}
            onChange={isOn => edit(plan => enableNodes(plan, [node.key], isOn))}
          />
        </div>
      )}
    </div>
  )
}
