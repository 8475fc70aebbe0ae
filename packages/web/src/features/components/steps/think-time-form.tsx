/** Properties of a think time: fixed, evenly spread between two times, or normally distributed. */
import type { Step } from '@pone/plan/steps/registry.ts'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../editor/editor-context.ts'
import type { StepEdit } from './step-properties.tsx'
import { WaitingTime } from './waiting-time.tsx'

type ThinkTimeStep = Extract<Step, { kind: 'thinkTime' }>
const distributions = ['fixed', 'uniform', 'normal'] as const

export function ThinkTimeForm({
  step,
  onEdit,
}: {
  readonly step: ThinkTimeStep
  readonly onEdit: StepEdit<ThinkTimeStep>
}) {
  const t = useT()
  const { thinkTime } = useEditor().state.document.settings
  return (
    <div className="cd-form">
      <WaitingTime
        stepId={step.id}
        time={step}
        distributions={distributions}
        onChange={(time, field) => onEdit({ ...step, ...time }, field)}
      />
      <p className="cd-hint">
        {t(`component.thinkTime.${step.distribution}Help`)}
        {thinkTime.mode !== 'asRecorded' && ` ${t('component.thinkTime.overridden')}`}
      </p>
    </div>
  )
}
