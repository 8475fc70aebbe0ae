/** Properties of the steps that look at a condition: if and while. */
import { checkpointOperators } from '@pone/plan/answers/answer-rules.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../editor/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'
import type { StepEdit } from './step-properties.tsx'

function ConditionFields<S extends StepOf<'if'> | StepOf<'while'>>({
  step,
  onEdit,
}: {
  readonly step: S
  readonly onEdit: StepEdit<S>
}) {
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <>
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
    </>
  )
}

export function IfForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'if'>
  readonly onEdit: StepEdit<StepOf<'if'>>
}) {
  const t = useT()
  return (
    <div className="cd-form">
      <ConditionFields step={step} onEdit={onEdit} />
      <p className="cd-hint">{t('component.if.help')}</p>
    </div>
  )
}

export function WhileForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'while'>
  readonly onEdit: StepEdit<StepOf<'while'>>
}) {
  const t = useT()
  return (
    <div className="cd-form">
      <ConditionFields step={step} onEdit={onEdit} />
      <Field
        path={`${step.id}:maxPasses`}
        label={t('component.while.maxPasses')}
        help={t('component.while.maxPassesHelp')}
      >
        <NumberField
          label={t('component.while.maxPasses')}
          value={step.maxPasses}
          min={0}
          max={1_000_000_000}
          onChange={maxPasses => onEdit({ ...step, maxPasses }, 'maxPasses')}
        />
      </Field>
      <p className="cd-hint">{t('component.while.help')}</p>
    </div>
  )
}
