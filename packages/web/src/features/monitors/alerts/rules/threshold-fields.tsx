/** When a rule triggers: thresholds with their unit, both cycles, and how many breaches are needed. */
import { samplesPerCycle } from '@pone/alerts/rule.ts'
import { formatDuration } from '@pone/metrics/figures.ts'
import { InputNumber } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { offeredCounters, unitOfReading } from '../shared/counter-options.ts'
import { indicatorValueText } from '../shared/threshold-text.ts'
import { counterOf } from './indicator-fields.tsx'
import { contentOf, type RuleForm } from './rule-form-model.ts'
import type { Scope } from './use-scope.ts'

export function ThresholdFields({ form, scope }: { readonly form: RuleForm; readonly scope: Scope }) {
  const t = useT()
  const unit = useUnit(form, scope)
  const { intervalMs } = scope
  const most = intervalMs === null ? null : samplesPerCycle(form.triggerCycleMinutes, intervalMs)
  return (
    <div className="form-grid alert-thresholds">
      <Field name="max" label={t('alert.max')} help={useThresholdHelp('max', form, scope)}>
        <Number unit={unit} />
      </Field>
      <Field name="min" label={t('alert.min')} help={useThresholdHelp('min', form, scope)}>
        <Number unit={unit} />
      </Field>
      <Field name="triggerCycleMinutes" label={t('alert.triggerCycle')} help={t('alert.triggerCycleHelp')}>
        <Number unit={t('alert.minutes')} min={1} precision={0} />
      </Field>
      <Field
        name="times"
        label={t('alert.times')}
        help={
          most === null || intervalMs === null
            ? t('alert.timesHelp')
            : t('alert.timesHelpMost', { count: most, every: formatDuration(intervalMs) })
        }
      >
        <Number unit={t('alert.timesUnit')} min={1} precision={0} />
      </Field>
      <Field name="silentCycleMinutes" label={t('alert.silentCycle')} help={t('alert.silentCycleHelp')}>
        <Number unit={t('alert.minutes')} min={0} precision={0} />
      </Field>
    </div>
  )
}

/** Unit in which thresholds are entered: that of the stored values. */
function useUnit(form: RuleForm, scope: Scope): string {
  const t = useT()
  const language = useSession('language')
  const sections = useMemo(() => offeredCounters(scope.types, language), [scope.types, language])
  switch (form.indicatorKind) {
    case 'counter': {
      const unit = unitOfReading(counterOf(sections, form.left), form.leftFn)
      return unit === 'count' ? '' : unit
    }
    case 'noData':
      return t('monitor.seconds')
    case 'certificateDays':
      return t('alert.daysUnit')
    default:
      return ''
  }
}

/** A threshold in the unit that people read, where that differs from what is entered. */
function useThresholdHelp(side: 'max' | 'min', form: RuleForm, { types }: Scope): string {
  const t = useT()
  const language = useSession('language')
  const value = form[side]
  const usual = t(side === 'max' ? 'alert.maxHelp' : 'alert.minHelp')
  if (value === null || form.indicatorKind !== 'counter' || form.left === null) return usual
  const text = indicatorValueText(contentOf(form).indicator, value, { t, language, types })
  return `${usual} · ${text}`
}

function Number(props: {
  readonly unit: string
  readonly min?: number
  readonly precision?: number
  readonly id?: string
  readonly value?: number | null
  readonly onChange?: (value: number | null) => void
}) {
  const { unit, id, value, onChange, min, precision } = props
  return (
    <InputNumber
      {...(id !== undefined && { id })}
      {...(min !== undefined && { min })}
      {...(precision !== undefined && { precision })}
      value={value ?? null}
      changeOnWheel={false}
      style={{ width: '100%' }}
      suffix={unit}
      onChange={next => onChange?.(next)}
    />
  )
}
