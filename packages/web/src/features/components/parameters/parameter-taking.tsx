/** How users get values of a parameter: which value, when the next one, and what happens after the last; each choice has an explanation. */
import {
  type Parameter,
  parameterExhaustions,
  parameterSelections,
  parameterUpdates,
  type RowParameter,
} from '@pone/plan/parameters/parameters.ts'
import { Segmented } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'

interface ParameterTakingProps {
  readonly parameter: Parameter
  readonly onChange: (parameter: Parameter) => void
}

export function ParameterTaking({ parameter, onChange }: ParameterTakingProps) {
  const t = useT()
  return (
    <div className="cd-form">
      <h3>{t('component.parameter.taking')}</h3>
      {'selection' in parameter && <SelectionField parameter={parameter} onChange={onChange} />}
      <UpdateField parameter={parameter} onChange={onChange} />
      {'selection' in parameter && <ExhaustionField parameter={parameter} onChange={onChange} />}
    </div>
  )
}

interface RowTakingProps {
  readonly parameter: RowParameter
  readonly onChange: (parameter: Parameter) => void
}

function SelectionField({ parameter, onChange }: RowTakingProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { selection } = parameter
  return (
    <Field
      label={t('component.parameter.selection')}
      help={t(`component.parameter.selection.${selection}Help`)}
    >
      <Segmented
        value={selection}
        disabled={isReadOnly}
        aria-label={t('component.parameter.selection')}
        options={parameterSelections.map(value => ({
          value,
          label: t(`component.parameter.selection.${value}`),
        }))}
        onChange={next => onChange({ ...parameter, selection: next })}
      />
    </Field>
  )
}

function UpdateField({ parameter, onChange }: ParameterTakingProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { update } = parameter
  return (
    <Field label={t('component.parameter.update')} help={t(`component.parameter.update.${update}Help`)}>
      <Segmented
        value={update}
        disabled={isReadOnly}
        aria-label={t('component.parameter.update')}
        options={parameterUpdates.map(value => ({ value, label: t(`component.parameter.update.${value}`) }))}
        onChange={next => onChange({ ...parameter, update: next })}
      />
    </Field>
  )
}

function ExhaustionField({ parameter, onChange }: RowTakingProps) {
  const t = useT()
  const { isReadOnly } = useEditor()
  const { selection, exhaustion } = parameter
  // Random never runs out of values.
  const canRunOut = selection !== 'random'
  return (
    <Field
      label={t('component.parameter.exhaustion')}
      help={
        canRunOut
          ? t(`component.parameter.exhaustion.${exhaustion}Help`)
          : t('component.parameter.exhaustionRandom')
      }
    >
      <Segmented
        value={exhaustion}
        disabled={isReadOnly || !canRunOut}
        aria-label={t('component.parameter.exhaustion')}
        options={parameterExhaustions.map(value => ({
          value,
          label: t(`component.parameter.exhaustion.${value}`),
        }))}
        onChange={next => onChange({ ...parameter, exhaustion: next })}
      />
    </Field>
  )
}
