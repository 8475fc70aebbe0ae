/** A component at a glance: what it does, how much of it there is, who changed it, and what can be done with it. */

import { CaretRightFilled, EditOutlined, RocketOutlined, SwapOutlined } from '@ant-design/icons'
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { CataloguePath } from '../../../ui/catalogue/catalogue-path.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { sortOfStep, stepSummary, stepTitle } from '../model/step-summary.ts'
import { flattenSteps } from '../model/step-tree.ts'
import { StepIcon } from '../tree/step-icon.tsx'
import { designPath } from './component-paths.ts'
import { useComponent } from './component-queries.ts'
import { useCreateScenario } from './use-create-scenario.ts'

const JmeterDialog = lazyPart(async () => ({
  default: (await import('./jmeter-dialog.tsx')).JmeterDialog,
}))

interface ComponentSummaryProps {
  readonly nodes: readonly ComponentNode[]
  readonly node: ComponentNode
  readonly onOpen: (id: string) => void
}

const shownSteps = 200

export function ComponentSummary({ nodes, node, onOpen }: ComponentSummaryProps) {
  const t = useT()
  const canDebug = useCan('component.debug')
  const canEdit = useCan('component.edit')
  const canMakeScenario = useCan('scenario.edit')
  const scenario = useCreateScenario()
  const [isConverting, setConverting] = useState(false)
  return (
    <div className="cd-pane">
      <header className="cd-pane-head">
        <div className="cd-pane-title">
          <CataloguePath nodes={nodes} id={node.id} onOpen={onOpen} />
          <h1>{node.name}</h1>
        </div>
        <div className="cd-pane-actions">
          {canMakeScenario && (
            <Button
              icon={<RocketOutlined />}
              loading={scenario.isPending}
              onClick={() => scenario.mutate(node)}
            >
              {t('component.catalogue.createScenario')}
            </Button>
          )}
          {canEdit && (
            <Button icon={<SwapOutlined />} onClick={() => setConverting(true)}>
              {t('component.toJmeter')}
            </Button>
          )}
          {canDebug && (
            <ButtonLink to={designPath(node.id, { run: true })} icon={<CaretRightFilled />}>
              {t('component.run.start')}
            </ButtonLink>
          )}
          <ButtonLink to={designPath(node.id)} type="primary" icon={<EditOutlined />}>
            {canEdit ? t('component.catalogue.design') : t('component.catalogue.look')}
          </ButtonLink>
        </div>
      </header>
      <Facts id={node.id} />
      {isConverting && (
        <Suspense fallback={null}>
          <JmeterDialog node={node} onClose={() => setConverting(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Facts({ id }: { readonly id: string }) {
  const t = useT()
  const language = useSession('language')
  const component = useComponent(id)
  if (component.isPending) return <LoadingState rows={6} />
  if (component.isError)
    return <ErrorState error={component.error} onRetry={() => void component.refetch()} />
  const { document, updatedAt, updatedBy, revision } = component.data
  const rows = flattenSteps(document.steps)
  const count = (kind: string) => rows.filter(({ step }) => step.kind === kind).length
  const checkpoints = rows.reduce(
    (sum, { step }) => sum + (step.kind === 'request' ? step.checkpoints.length : 0),
    0,
  )
  const { threads, loops, rampUpSeconds } = document.threadGroup
  const facts = [
    [t('component.facts.steps'), formatNumber(rows.length)],
    [t('component.facts.requests'), formatNumber(count('request'))],
    [t('component.facts.transactions'), formatNumber(count('transaction'))],
    [t('component.checkpoints'), formatNumber(checkpoints)],
    [t('component.tab.parameters'), formatNumber(document.parameters.length)],
    [
      t('component.tab.threadGroup'),
      t('component.facts.threadGroup', {
        threads: formatNumber(threads),
        seconds: formatNumber(rampUpSeconds),
        loops: loops === 0 ? t('component.threadGroup.forever') : formatNumber(loops),
      }),
    ],
    [t('component.settings.baseUrl'), document.settings.http.baseUrl || '–'],
    [
      t('component.facts.changed'),
      `${updatedBy} · ${formatInstant(updatedAt)} · ${t('component.facts.revision', { revision })}`,
    ],
  ] as const
  return (
    <div className="cd-facts">
      <dl className="cd-fact-grid">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="cd-section">{t('component.tab.steps')}</h2>
      {rows.length === 0 ? (
        <p className="cd-hint">{t('component.facts.noSteps')}</p>
      ) : (
        <ol className="cd-outline">
          {rows.slice(0, shownSteps).map(({ step, depth, isActive }) => (
            <li key={step.id} className={isActive ? '' : 'is-off'} style={{ paddingInlineStart: depth * 18 }}>
              <StepIcon kind={step.kind} word={sortOfStep(step, language)} />
              {step.kind === 'request' && step.protocol === 'http' && (
                <b className={`cd-method is-${step.http.method}`}>{step.http.method}</b>
              )}
              <span>{stepTitle(step, language)}</span>
              <span className="cd-help cd-ellipsis">{stepSummary(step, language)}</span>
            </li>
          ))}
          {rows.length > shownSteps && (
            <li className="cd-help">{t('component.facts.more', { count: rows.length - shownSteps })}</li>
          )}
        </ol>
      )}
    </div>
  )
}
