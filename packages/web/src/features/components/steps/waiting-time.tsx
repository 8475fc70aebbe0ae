/** The fields of a time to wait that is fixed or drawn anew for every wait: its distribution, length and spread. */
import { Segmented } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../editor/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'

type Distribution = 'fixed' | 'uniform' | 'normal'

interface Time<D extends Distribution> {
  readonly distribution: D
  readonly durationMs: number
  readonly spreadMs: number
}

interface WaitingTimeProps<D extends Distribution> {
  readonly stepId: string
  readonly time: Time<D>
  /** What may be chosen from. */
  readonly distributions: readonly D[]
  /** @param field the number that was typed into; steps of undo are told apart by it */
  readonly onChange: (time: Time<D>, field?: string) => void
}

/** The spread that makes sense after a change of distribution: a uniform time needs its longest above its shortest. */
function spreadFor(distribution: Distribution, { durationMs, spreadMs }: Time<Distribution>): number {
  if (distribution === 'fixed') return spreadMs
  return distribution === 'uniform'
    ? Math.max(spreadMs, durationMs * 2)
    : Math.min(spreadMs, Math.round(durationMs / 4))
}

export function WaitingTime<D extends Distribution>({
  stepId,
  time: { distribution, durationMs, spreadMs },
  distributions,
  onChange,
}: WaitingTimeProps<D>) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const time: Time<D> = { distribution, durationMs, spreadMs }
  const kind: Distribution = distribution
  const number = (key: 'durationMs' | 'spreadMs', label: string) => (
    <Field path={`${stepId}:${key}`} label={label}>
      <NumberField
        label={label}
        value={time[key]}
        min={0}
        max={3_600_000}
        unit="ms"
        onChange={value => onChange({ ...time, [key]: value }, key)}
      />
    </Field>
  )
  return (
    <>
      <Field label={t('component.thinkTime.distribution')}>
        <Segmented
          value={distribution}
          disabled={isReadOnly}
          aria-label={t('component.thinkTime.distribution')}
          options={distributions.map(value => ({ value, label: t(`component.thinkTime.${value}`) }))}
          onChange={next => onChange({ ...time, distribution: next, spreadMs: spreadFor(next, time) })}
        />
      </Field>
      {number('durationMs', t(`component.thinkTime.${kind}Duration`))}
      {kind !== 'fixed' && number('spreadMs', t(`component.thinkTime.${kind}Spread`))}
    </>
  )
}
