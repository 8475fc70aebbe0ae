/** The weights of the child steps of a step, and the resulting percentage of passes of each. */
import { formatNumber } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useStep } from '../context/step-context.ts'
import { NumberField } from '../fields/number-field.tsx'
import { stepTitle } from '../model/step-summary.ts'
import { StepIcon } from '../tree/step-icon.tsx'

export function Weights() {
  const t = useT()
  const language = useSession('language')
  const context = useStep('weighted')
  if (context === null) return null
  const { step, onEdit } = context
  const weightOf = (id: string) => step.weights[id] ?? 1
  const total = step.children
    .filter(child => child.enabled)
    .reduce((sum, child) => sum + weightOf(child.id), 0)
  const shareOf = (weight: number) => (total === 0 ? 0 : (weight / total) * 100)
  if (step.children.length === 0) return <p className="cd-hint">{t('component.weighted.empty')}</p>
  return (
    <ul className="cd-weights">
      {step.children.map(child => {
        const title = stepTitle(child, language)
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
  )
}
