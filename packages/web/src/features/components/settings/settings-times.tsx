/** Think time and pacing among the run-time settings. */
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import { Segmented } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'

interface TimesProps {
  readonly settings: RunSettings
  readonly onChange: (changes: Partial<RunSettings>, field?: string) => void
}
type ThinkTime = RunSettings['thinkTime']
type Pacing = RunSettings['pacing']

const thinkTimeStarts = [
  { mode: 'asRecorded' },
  { mode: 'ignore' },
  { mode: 'factor', factor: 1 },
  { mode: 'randomPercent', from: 50, to: 150 },
] as const satisfies readonly ThinkTime[]
const pacingStarts = [
  { mode: 'none' },
  { mode: 'fixed', durationMs: 1_000 },
  { mode: 'random', fromMs: 1_000, toMs: 3_000 },
] as const satisfies readonly Pacing[]

export function ThinkTimeFields({ settings, onChange }: TimesProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { thinkTime } = settings
  const set = (next: ThinkTime, field: string) => onChange({ thinkTime: next }, field)
  const number = (
    key: 'factor' | 'from' | 'to',
    value: number,
    max: number,
    unit: string,
    change: (value: number) => ThinkTime,
  ) => (
    <NumberField
      label={t(`component.settings.thinkTime.${key}`)}
      value={value}
      min={0}
      max={max}
      unit={unit}
      precision={key === 'factor' ? 2 : 0}
      onChange={next => set(change(next), `thinkTime.${key}`)}
    />
  )
  return (
    <Field
      path="settings.thinkTime"
      label={t('component.settings.thinkTime')}
      help={t(`component.settings.thinkTime.${thinkTime.mode}Help`)}
    >
      <div className="cd-inline">
        <Segmented
          value={thinkTime.mode}
          disabled={isReadOnly}
          aria-label={t('component.settings.thinkTime')}
          options={thinkTimeStarts.map(({ mode }) => ({
            value: mode,
            label: t(`component.settings.thinkTime.${mode}`),
          }))}
          onChange={mode =>
            onChange({ thinkTime: thinkTimeStarts.find(start => start.mode === mode) ?? thinkTime })
          }
        />
        {thinkTime.mode === 'factor' &&
          number('factor', thinkTime.factor, 100, '×', factor => ({ ...thinkTime, factor }))}
        {thinkTime.mode === 'randomPercent' && (
          <>
            {number('from', thinkTime.from, 1_000, '%', from => ({ ...thinkTime, from }))}
            <span>–</span>
            {number('to', thinkTime.to, 1_000, '%', to => ({ ...thinkTime, to }))}
          </>
        )}
      </div>
    </Field>
  )
}

export function PacingFields({ settings, onChange }: TimesProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { pacing } = settings
  const number = (
    key: 'durationMs' | 'fromMs' | 'toMs',
    value: number,
    change: (value: number) => Pacing,
  ) => (
    <NumberField
      label={t(`component.settings.pacing.${key}`)}
      value={value}
      min={0}
      max={3_600_000}
      unit="ms"
      onChange={next => onChange({ pacing: change(next) }, `pacing.${key}`)}
    />
  )
  return (
    <Field
      path="settings.pacing"
      label={t('component.settings.pacing')}
      help={t('component.settings.pacingHelp')}
    >
      <div className="cd-inline">
        <Segmented
          value={pacing.mode}
          disabled={isReadOnly}
          aria-label={t('component.settings.pacing')}
          options={pacingStarts.map(({ mode }) => ({
            value: mode,
            label: t(`component.settings.pacing.${mode}`),
          }))}
          onChange={mode => onChange({ pacing: pacingStarts.find(start => start.mode === mode) ?? pacing })}
        />
        {pacing.mode === 'fixed' &&
          number('durationMs', pacing.durationMs, durationMs => ({ ...pacing, durationMs }))}
        {pacing.mode === 'random' && (
          <>
            {number('fromMs', pacing.fromMs, fromMs => ({ ...pacing, fromMs }))}
            <span>–</span>
            {number('toMs', pacing.toMs, toMs => ({ ...pacing, toMs }))}
          </>
        )}
      </div>
    </Field>
  )
}
