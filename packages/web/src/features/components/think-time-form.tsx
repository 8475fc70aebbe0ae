/** Properties of a think time: fixed, evenly spread between two times, or normally distributed. */
import type { Step } from '@pone/contract/entities/component/steps.ts'
import { Segmented } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useEditor } from './editor-context.ts'
import { Field } from './field.tsx'
import { NumberField } from './number-field.tsx'
import type { StepEdit } from './step-properties.tsx'

type ThinkTimeStep = Extract<Step, { kind: 'thinkTime' }>
const distributions = ['fixed', 'uniform', 'normal'] as const

/** The step with another distribution, its numbers kept meaningful: a uniform one needs its longest above its shortest. */
function withDistribution(step: ThinkTimeStep, distribution: ThinkTimeStep['distribution']): ThinkTimeStep {
  const spreadMs =
    distribution === 'uniform'
      ? Math.max(step.spreadMs, step.durationMs * 2)
      : Math.min(step.spreadMs, Math.round(step.durationMs / 4))
  return { ...step, distribution, spreadMs: distribution === 'fixed' ? step.spreadMs : spreadMs }
}

export function ThinkTimeForm({
  step,
  onEdit,
}: {
  readonly step: ThinkTimeStep
  readonly onEdit: StepEdit<ThinkTimeStep>
}) {
  const t = useT()
  const { isReadOnly, state } = useEditor()
  const { distribution } = step
  const { thinkTime } = state.document.settings
  return (
    <div className="cd-form">
      <Field label={t('component.thinkTime.distribution')}>
        <Segmented
          value={distribution}
          disabled={isReadOnly}
          aria-label={t('component.thinkTime.distribution')}
          options={distributions.map(value => ({ value, label: t(`component.thinkTime.${value}`) }))}
          onChange={next => onEdit(withDistribution(step, next))}
        />
      </Field>
      <Field path={`${step.id}:durationMs`} label={t(`component.thinkTime.${distribution}Duration`)}>
        <NumberField
          label={t(`component.thinkTime.${distribution}Duration`)}
          value={step.durationMs}
          min={0}
          max={3_600_000}
          unit="ms"
          onChange={durationMs => onEdit({ ...step, durationMs }, 'durationMs')}
        />
      </Field>
      {distribution !== 'fixed' && (
        <Field path={`${step.id}:spreadMs`} label={t(`component.thinkTime.${distribution}Spread`)}>
          <NumberField
            label={t(`component.thinkTime.${distribution}Spread`)}
            value={step.spreadMs}
            min={0}
            max={3_600_000}
            unit="ms"
            onChange={spreadMs => onEdit({ ...step, spreadMs }, 'spreadMs')}
          />
        </Field>
      )}
      <p className="cd-hint">
        {t(`component.thinkTime.${distribution}Help`)}
        {thinkTime.mode !== 'asRecorded' && ` ${t('component.thinkTime.overridden')}`}
      </p>
    </div>
  )
}
