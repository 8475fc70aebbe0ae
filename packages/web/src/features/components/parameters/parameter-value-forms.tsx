/** Properties of list and range parameters. */

import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import { Input } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { rangePreview } from './parameter-model.ts'

export interface FormProps<K extends Parameter['kind']> {
  readonly parameter: Extract<Parameter, { kind: K }>
  readonly path: string
  readonly onChange: (parameter: Parameter, field?: string) => void
}

/** Name of the only variable that the parameter defines. */
export function NameField({
  parameter,
  path,
  onChange,
}: FormProps<Exclude<Parameter['kind'], 'file' | 'table'>>) {
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <Field
      path={`${path}.name`}
      label={t('component.variables.name')}
      help={t('component.parameter.nameHelp', { expression: `\${${parameter.name}}` })}
    >
      <Input
        value={parameter.name}
        readOnly={isReadOnly}
        className="cd-mono"
        spellCheck={false}
        style={{ maxWidth: 280 }}
        aria-label={t('component.variables.name')}
        onChange={event => onChange({ ...parameter, name: event.target.value.trim() }, 'name')}
      />
    </Field>
  )
}

export function ListParameterForm(props: FormProps<'list'>) {
  const { parameter, path, onChange } = props
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <div className="cd-form">
      <NameField {...props} />
      <Field
        path={`${path}.values`}
        label={t('component.parameter.values')}
        help={t('component.parameter.valuesHelp', { count: parameter.values.length })}
      >
        <Input.TextArea
          value={parameter.values.join('\n')}
          readOnly={isReadOnly}
          className="cd-mono"
          spellCheck={false}
          aria-label={t('component.parameter.values')}
          autoSize={{ minRows: 5, maxRows: 14 }}
          onChange={event =>
            onChange({ ...parameter, values: event.target.value.split('\n').slice(0, 10_000) }, 'values')
          }
        />
      </Field>
    </div>
  )
}

export function RangeParameterForm(props: FormProps<'range'>) {
  const { parameter, path, onChange } = props
  const t = useT()
  const preview = rangePreview(parameter)
  const number = (key: 'from' | 'to' | 'step' | 'padding', min: number, max: number) => (
    <Field
      path={`${path}.${key}`}
      label={t(`component.parameter.${key}`)}
      help={key === 'padding' ? t('component.parameter.paddingHelp') : undefined}
    >
      <NumberField
        label={t(`component.parameter.${key}`)}
        value={parameter[key]}
        min={min}
        max={max}
        onChange={value => onChange({ ...parameter, [key]: value }, key)}
      />
    </Field>
  )
  return (
    <div className="cd-form">
      <NameField {...props} />
      {number('from', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)}
      {number('to', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)}
      {number('step', 1, Number.MAX_SAFE_INTEGER)}
      {number('padding', 0, 20)}
      <Field label={t('component.parameter.preview')}>
        {preview.count === 0 ? (
          <div className="cd-problem-line">{t('component.parameter.rangeEmpty')}</div>
        ) : (
          <div className="cd-mono cd-range-preview">
            {preview.first.join(', ')}
            {preview.last !== null && ` … ${preview.last}`}
            <span className="cd-help"> {t('component.parameter.count', { count: preview.count })}</span>
          </div>
        )}
      </Field>
    </div>
  )
}
