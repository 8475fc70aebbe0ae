/** The parameters of a monitor type as fields of the form. */
import type { MonitorParam, MonitorType } from '@pone/monitors/type.ts'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { isParamShown } from '../shared/monitor-types.ts'
import { isParamMissing } from './monitor-form-model.ts'

interface ParamFieldsProps {
  readonly type: MonitorType
  readonly values: Readonly<Record<string, unknown>>
  /** Secret parameters with a stored value. */
  readonly secretsSet: readonly string[]
}

export function ParamFields({ type, values, secretsSet }: ParamFieldsProps) {
  const shown = type.params.filter(param => isParamShown(param, values))
  if (shown.length === 0) return null
  return (
    <div className="form-grid">
      {shown.map(param => (
        <ParamField key={param.key} param={param} values={values} secretsSet={secretsSet} />
      ))}
    </div>
  )
}

function ParamField(props: Omit<ParamFieldsProps, 'type'> & { readonly param: MonitorParam }) {
  const { param, values, secretsSet } = props
  const t = useT()
  const language = useSession('language')
  const label = param.names[language]
  const help = param.help?.[language]
  const isKept = param.isSecret && secretsSet.includes(param.key)
  if (param.type === 'boolean')
    return (
      <Form.Item className="form-grid-wide" name={['params', param.key]} valuePropName="checked" extra={help}>
        <Checkbox>{label}</Checkbox>
      </Form.Item>
    )
  return (
    <Form.Item
      name={['params', param.key]}
      label={label}
      extra={help}
      required={param.required && !isKept}
      validateTrigger="onBlur"
      rules={[
        {
          validator: (_rule, value: unknown) =>
            isParamMissing(param, { ...values, [param.key]: value }, secretsSet)
              ? Promise.reject(new Error(t('monitor.paramNeeded', { param: label })))
              : Promise.resolve(),
        },
      ]}
    >
      <ParamControl param={param} isKept={isKept} />
    </Form.Item>
  )
}

/** The form gives it value, id and onChange. */
function ParamControl(props: {
  readonly param: MonitorParam
  readonly isKept: boolean
  readonly id?: string
  readonly value?: unknown
  readonly onChange?: (value: unknown) => void
}) {
  const { param, isKept, id, value, onChange } = props
  const t = useT()
  const language = useSession('language')
  const text = typeof value === 'string' ? value : ''
  const named = id === undefined ? {} : { id }
  if (param.type === 'number')
    return (
      <InputNumber
        {...named}
        value={typeof value === 'number' ? value : null}
        changeOnWheel={false}
        style={{ width: '100%' }}
        {...(param.key === 'port' ? { min: 1, max: 65_535, precision: 0 } : {})}
        onChange={next => onChange?.(next ?? undefined)}
      />
    )
  if (param.type === 'select')
    return (
      <Select
        {...named}
        value={text === '' ? null : text}
        options={(param.options ?? []).map(option => ({
          value: option.value,
          label: option.names[language],
        }))}
        onChange={next => onChange?.(next)}
      />
    )
  const changed = (event: { readonly target: { readonly value: string } }) => onChange?.(event.target.value)
  const kept = isKept ? { placeholder: t('monitor.secretKept') } : {}
  // A field of one line would take the line breaks out of a key, and nobody could read it any more.
  if (param.isMultiline)
    return (
      <Input.TextArea
        {...named}
        value={text}
        rows={4}
        className="code"
        autoComplete="off"
        spellCheck={false}
        {...kept}
        onChange={changed}
      />
    )
  if (param.type === 'password' || param.isSecret)
    return <Input.Password {...named} value={text} autoComplete="new-password" {...kept} onChange={changed} />
  return <Input {...named} value={text} autoComplete="off" spellCheck={false} onChange={changed} />
}
