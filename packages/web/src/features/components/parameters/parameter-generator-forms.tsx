/** Properties of parameters with generated values: date, unique id, random. */
import { Input, Segmented } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useEditor } from '../context/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { type FormProps, NameField } from './parameter-value-forms.tsx'

const idForms = ['uuid', 'number'] as const
const randomForms = ['integer', 'decimal', 'text'] as const

interface TextProps {
  readonly path: string
  readonly label: string
  readonly help?: string | undefined
  readonly value: string
  readonly placeholder?: string | undefined
  readonly onChange: (value: string) => void
}

function TextField({ path, label, help, value, placeholder, onChange }: TextProps) {
  const { isReadOnly } = useEditor()
  return (
    <Field path={path} label={label} help={help}>
      <Input
        value={value}
        readOnly={isReadOnly}
        className="cd-mono"
        spellCheck={false}
        placeholder={placeholder}
        style={{ maxWidth: 280 }}
        aria-label={label}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  )
}

export function DateParameterForm(props: FormProps<'date'>) {
  const { parameter, path, onChange } = props
  const t = useT()
  const text = (key: 'start' | 'offset' | 'format', placeholder: string) => (
    <TextField
      path={`${path}.${key}`}
      label={t(`component.parameter.date.${key}`)}
      help={t(`component.parameter.date.${key}Help`)}
      value={parameter[key]}
      placeholder={placeholder}
      onChange={value => onChange({ ...parameter, [key]: value }, key)}
    />
  )
  return (
    <div className="cd-form">
      <NameField {...props} />
      {text('start', t('component.parameter.date.now'))}
      {text('offset', '+1d')}
      <Field
        path={`${path}.stepSeconds`}
        label={t('component.parameter.date.step')}
        help={t('component.parameter.date.stepHelp')}
      >
        <NumberField
          label={t('component.parameter.date.step')}
          value={parameter.stepSeconds}
          min={0}
          max={31_536_000}
          unit="s"
          onChange={stepSeconds => onChange({ ...parameter, stepSeconds }, 'stepSeconds')}
        />
      </Field>
      {text('format', 'yyyy-MM-dd HH:mm:ss')}
    </div>
  )
}

export function UniqueIdParameterForm(props: FormProps<'uniqueId'>) {
  const { parameter, path, onChange } = props
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <div className="cd-form">
      <NameField {...props} />
      <Field
        label={t('component.parameter.uniqueId.form')}
        help={t(`component.parameter.uniqueId.${parameter.form}Help`)}
      >
        <Segmented
          value={parameter.form}
          disabled={isReadOnly}
          aria-label={t('component.parameter.uniqueId.form')}
          options={idForms.map(value => ({ value, label: t(`component.parameter.uniqueId.${value}`) }))}
          onChange={form => onChange({ ...parameter, form })}
        />
      </Field>
      <TextField
        path={`${path}.prefix`}
        label={t('component.parameter.uniqueId.prefix')}
        value={parameter.prefix}
        onChange={prefix => onChange({ ...parameter, prefix: prefix.slice(0, 100) }, 'prefix')}
      />
    </div>
  )
}

export function RandomParameterForm(props: FormProps<'random'>) {
  const { parameter, path, onChange } = props
  const t = useT()
  const { isReadOnly } = useEditor()
  const { form } = parameter
  const number = (key: 'from' | 'to' | 'digits' | 'length', min: number, max: number, precision = 0) => (
    <Field path={`${path}.${key}`} label={t(`component.parameter.random.${key}`)}>
      <NumberField
        label={t(`component.parameter.random.${key}`)}
        value={parameter[key]}
        min={min}
        max={max}
        precision={precision}
        onChange={value => onChange({ ...parameter, [key]: value }, key)}
      />
    </Field>
  )
  const precision = form === 'decimal' ? parameter.digits : 0
  return (
    <div className="cd-form">
      <NameField {...props} />
      <Field label={t('component.parameter.random.form')} help={t('component.parameter.random.formHelp')}>
        <Segmented
          value={form}
          disabled={isReadOnly}
          aria-label={t('component.parameter.random.form')}
          options={randomForms.map(value => ({ value, label: t(`component.parameter.random.${value}`) }))}
          onChange={next => onChange({ ...parameter, form: next })}
        />
      </Field>
      {form === 'text' ? (
        <>
          {number('length', 1, 10_000)}
          <TextField
            path={`${path}.alphabet`}
            label={t('component.parameter.random.alphabet')}
            help={t('component.parameter.random.alphabetHelp')}
            value={parameter.alphabet}
            onChange={alphabet =>
              onChange({ ...parameter, alphabet: alphabet || parameter.alphabet }, 'alphabet')
            }
          />
        </>
      ) : (
        <>
          {number('from', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, precision)}
          {number('to', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, precision)}
          {form === 'decimal' && number('digits', 0, 15)}
        </>
      )}
    </div>
  )
}
