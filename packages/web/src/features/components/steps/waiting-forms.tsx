/** Properties of the steps that hold a user back: pacing and rendezvous. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { Segmented } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../editor/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import type { StepEdit } from './step-properties.tsx'
import { WaitingTime } from './waiting-time.tsx'

const distributions = ['fixed', 'uniform'] as const
const gathers = ['percent', 'users'] as const

export function PacingForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'pacing'>
  readonly onEdit: StepEdit<StepOf<'pacing'>>
}) {
  const t = useT()
  return (
    <div className="cd-form">
      <WaitingTime
        stepId={step.id}
        time={step}
        distributions={distributions}
        onChange={(time, field) => onEdit({ ...step, ...time }, field)}
      />
      <p className="cd-hint">{t('component.pacing.help')}</p>
    </div>
  )
}

export function RendezvousForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'rendezvous'>
  readonly onEdit: StepEdit<StepOf<'rendezvous'>>
}) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const isPercent = step.gather === 'percent'
  return (
    <div className="cd-form">
      <Field path={`${step.id}:quantity`} label={t('component.rendezvous.quantity')}>
        <div className="cd-inline">
          <Segmented
            value={step.gather}
            disabled={isReadOnly}
            aria-label={t('component.rendezvous.quantity')}
            options={gathers.map(value => ({ value, label: t(`component.rendezvous.${value}`) }))}
            onChange={gather => onEdit({ ...step, gather, quantity: gather === 'percent' ? 100 : 10 })}
          />
          <NumberField
            label={t('component.rendezvous.quantity')}
            value={step.quantity}
            min={1}
            max={isPercent ? 100 : 1_000_000}
            unit={isPercent ? '%' : undefined}
            onChange={quantity => onEdit({ ...step, quantity }, 'quantity')}
          />
        </div>
      </Field>
      <Field
        path={`${step.id}:timeoutSeconds`}
        label={t('component.rendezvous.timeout')}
        help={t('component.rendezvous.timeoutHelp')}
      >
        <NumberField
          label={t('component.rendezvous.timeout')}
          value={step.timeoutSeconds}
          min={1}
          max={3_600}
          unit="s"
          onChange={timeoutSeconds => onEdit({ ...step, timeoutSeconds }, 'timeoutSeconds')}
        />
      </Field>
      <p className="cd-hint">{t('component.rendezvous.help')}</p>
    </div>
  )
}
