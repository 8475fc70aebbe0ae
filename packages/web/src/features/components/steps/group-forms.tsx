/** Properties of the steps that hold others and need little: transaction, loop, for each, percentage, once. */
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { Input, Slider } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../editor/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { TemplateInput } from '../fields/template-input.tsx'
import { countSteps } from '../tree/step-tree.ts'
import type { StepEdit } from './step-properties.tsx'

export function TransactionForm({ step }: { readonly step: StepOf<'transaction'> }) {
  const t = useT()
  return <p className="cd-hint">{t('component.transaction.help', { count: countSteps(step.children) })}</p>
}

export function LoopForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'loop'>
  readonly onEdit: StepEdit<StepOf<'loop'>>
}) {
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

export function PercentageForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'percentage'>
  readonly onEdit: StepEdit<StepOf<'percentage'>>
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

export function ForEachForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'forEach'>
  readonly onEdit: StepEdit<StepOf<'forEach'>>
}) {
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <div className="cd-form">
      <Field
        path={`${step.id}:items`}
        label={t('component.forEach.items')}
        help={t('component.forEach.itemsHelp')}
      >
        <TemplateInput
          isMono
          minRows={2}
          value={step.items}
          label={t('component.forEach.items')}
          placeholder={'${ids}'}
          onChange={items => onEdit({ ...step, items }, 'items')}
        />
      </Field>
      <Field path={`${step.id}:separator`} label={t('component.forEach.separator')}>
        <Input
          value={step.separator}
          readOnly={isReadOnly}
          maxLength={20}
          className="cd-mono"
          style={{ maxWidth: 120 }}
          aria-label={t('component.forEach.separator')}
          onChange={event =>
            onEdit({ ...step, separator: event.target.value || step.separator }, 'separator')
          }
        />
      </Field>
      <Field
        path={`${step.id}:variable`}
        label={t('component.forEach.variable')}
        help={t('component.parameter.nameHelp', { expression: `\${${step.variable}}` })}
      >
        <Input
          value={step.variable}
          readOnly={isReadOnly}
          className="cd-mono"
          spellCheck={false}
          style={{ maxWidth: 280 }}
          aria-label={t('component.forEach.variable')}
          onChange={event => onEdit({ ...step, variable: event.target.value.trim() }, 'variable')}
        />
      </Field>
    </div>
  )
}

export function OnceForm() {
  const t = useT()
  return <p className="cd-hint">{t('component.once.help')}</p>
}
