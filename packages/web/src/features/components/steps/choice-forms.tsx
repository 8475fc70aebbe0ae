/** Properties of the steps that run one of their children per pass: each as likely as the others, or by weight. */

import { formatNumber } from '@pone/metrics/figures.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { useT } from '../../../lib/i18n.ts'
import { NumberField } from '../fields/number-field.tsx'
import { StepIcon } from '../tree/step-icon.tsx'
import { stepTitle } from '../tree/step-summary.ts'
import type { StepEdit } from './step-properties.tsx'

export function RandomForm({ step }: { readonly step: StepOf<'random'> }) {
  const t = useT()
  return <p className="cd-hint">{t('component.random.help', { count: step.children.length })}</p>
}

export function WeightedForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'weighted'>
  readonly onEdit: StepEdit<StepOf<'weighted'>>
}) {
  const t = useT()
  const weightOf = (id: string) => step.weights[id] ?? 1
  const total = step.children
    .filter(child => child.enabled)
    .reduce((sum, child) => sum + weightOf(child.id), 0)
  const shareOf = (weight: number) => (total === 0 ? 0 : (weight / total) * 100)
  return (
    <div className="cd-form">
      <p className="cd-hint">{t('component.weighted.help')}</p>
      {step.children.length === 0 && <p className="cd-hint">{t('component.weighted.empty')}</p>}
      <ul className="cd-weights">
        {step.children.map(child => {
          const title = stepTitle(child, t)
          return (
            <li key={child.id} className={child.enabled ? '' : 'is-off'}>
              <StepIcon kind={child.kind} />
              <span className="cd-ellipsis" title={title}>
                {title}
              </span>
              <NumberField
                label={t('component.weighted.weightOf', { name: title })}
                value={weightOf(child.id)}
                min={0}
                max={1_000_000}
                precision={2}
                onChange={weight =>
                  onEdit({ ...step, weights: { ...step.weights, [child.id]: weight } }, `weights.${child.id}`)
                }
              />
              <span className="cd-unit">
                {child.enabled ? `${formatNumber(shareOf(weightOf(child.id)))}%` : t('component.disabled')}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
