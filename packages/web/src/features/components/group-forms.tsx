/** Properties of the steps that hold others: transaction, loop, condition, percentage. */
import { checkpointOperators } from '@pone/contract/entities/component/answer-rules.ts'
import {
  type IfStep,
  type LoopStep,
  type PercentageStep,
  type TransactionStep,
} from '@pone/contract/entities/component/steps.ts'
import { Select, Slider } from 'antd'
import { useT } from '../../lib/i18n.ts'
import { useEditor } from './editor-context.ts'
import { Field } from './field.tsx'
import { NumberField } from './number-field.tsx'
import type { StepEdit } from './step-properties.tsx'
import { countSteps } from './step-tree.ts'
import { TemplateInput } from './template-input.tsx'

export function TransactionForm({ step }: { readonly step: TransactionStep }) {
  const t = useT()
  return <p className="cd-hint">{t('component.transaction.help', { count: countSteps(step.children) })}</p>
}

export function LoopForm({ step, onEdit }: { readonly step: LoopStep; readonly onEdit: StepEdit<LoopStep> }) {
  const t = useT()
  return (
    <div className="cd-form">
      <Field path={`${step.id}:count`} label={t('component.loop.count')} help={t('component.loop.countHelp')}>
        <div style={{ maxWidth: 280 }}>
          <TemplateInput
            isMono
            value={step.count}
            label={t('component.loop.count')}
            onChange={count => onEdit({ ...step, count }, 'count')}
          />
        </div>
      </Field>
    </div>
  )
}

export function IfForm({ step, onEdit }: { readonly step: IfStep; readonly onEdit: StepEdit<IfStep> }) {
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <div className="cd-form">
      <Field path={`${step.id}:left`} label={t('component.if.left')}>
        <TemplateInput
          isMono
          value={step.left}
          label={t('component.if.left')}
          placeholder={'${status}'}
          onChange={left => onEdit({ ...step, left }, 'left')}
        />
      </Field>
      <Field label={t('component.checkpoint.operator')}>
        <Select
          value={step.operator}
          disabled={isReadOnly}
          style={{ width: 160 }}
          aria-label={t('component.checkpoint.operator')}
          options={checkpointOperators.map(value => ({ value, label: t(`component.operator.${value}`) }))}
          onChange={operator => onEdit({ ...step, operator })}
        />
      </Field>
      {step.operator !== 'exists' && (
        <Field path={`${step.id}:right`} label={t('component.if.right')}>
          <TemplateInput
            isMono
            value={step.right}
            label={t('component.if.right')}
            onChange={right => onEdit({ ...step, right }, 'right')}
          />
        </Field>
      )}
      <p className="cd-hint">{t('component.if.help')}</p>
    </div>
  )
}

export function PercentageForm({
  step,
  onEdit,
}: {
  readonly step: PercentageStep
  readonly onEdit: StepEdit<PercentageStep>
}) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const set = (percentage: number) => onEdit({ ...step, percentage }, 'percentage')
  return (
    <div className="cd-form">
      <Field
        path={`${step.id}:percentage`}
        label={t('component.percentage.share')}
        help={t('component.percentage.help', { percentage: step.percentage })}
      >
        <div className="cd-inline">
          <Slider
            value={step.percentage}
            disabled={isReadOnly}
            style={{ width: 220 }}
            ariaLabelForHandle={t('component.percentage.share')}
            onChange={set}
          />
          <NumberField
            label={t('component.percentage.share')}
            value={step.percentage}
            min={0}
            max={100}
            precision={2}
            unit="%"
            onChange={set}
          />
        </div>
      </Field>
    </div>
  )
}
