/** The thread group: how many users the component starts when it runs by itself, how fast, and how long. */
import type { ThreadGroup } from '@pone/plan/component/component.ts'
import { Checkbox, Switch } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useDocumentEdit, useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'

type NumberKey = 'threads' | 'rampUpSeconds' | 'durationSeconds' | 'startDelaySeconds'

export function ThreadGroupForm() {
  const t = useT()
  const { state, isReadOnly } = useEditor()
  const edit = useDocumentEdit()
  const group = state.document.threadGroup
  const set = (changes: Partial<ThreadGroup>, field?: string) =>
    edit('threadGroup', { ...group, ...changes }, field)
  const number = (key: NumberKey, min: number, max: number, unit?: string, precision = 0) => (
    <Field
      path={`threadGroup.${key}`}
      label={t(`component.threadGroup.${key}`)}
      help={t(`component.threadGroup.${key}Help`)}
    >
      <NumberField
        label={t(`component.threadGroup.${key}`)}
        value={group[key]}
        min={min}
        max={max}
        unit={unit}
        precision={precision}
        onChange={value => set({ [key]: value }, key)}
      />
    </Field>
  )
  const isForever = group.loops === 0
  return (
    <div className="cd-form cd-page-form">
      <p className="cd-hint">{t('component.threadGroup.help')}</p>
      {number('threads', 1, 1_000_000)}
      {number('rampUpSeconds', 0, 86_400, 's', 1)}
      <Field
        path="threadGroup.loops"
        label={t('component.threadGroup.loops')}
        help={t('component.threadGroup.loopsHelp')}
      >
        <div className="cd-inline">
          {!isForever && (
            <NumberField
              label={t('component.threadGroup.loops')}
              value={group.loops}
              min={1}
              max={1_000_000_000}
              onChange={loops => set({ loops }, 'loops')}
            />
          )}
          <Checkbox
            checked={isForever}
            disabled={isReadOnly}
            onChange={event => set({ loops: event.target.checked ? 0 : 1 })}
          >
            {t('component.threadGroup.forever')}
          </Checkbox>
        </div>
      </Field>
      {number('durationSeconds', 0, 604_800, 's', 1)}
      {number('startDelaySeconds', 0, 86_400, 's', 1)}
      <Field label={t('component.threadGroup.reuse')} help={t('component.threadGroup.reuseHelp')}>
        <Switch
          checked={group.reuseThreads}
          disabled={isReadOnly}
          aria-label={t('component.threadGroup.reuse')}
          onChange={reuseThreads => set({ reuseThreads })}
        />
      </Field>
    </div>
  )
}
