/** Widgets of numbers, switches and choices that are stored as text: each also accepts an expression like `${users}`. */
import { AutoComplete, Checkbox, Select, Switch } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { FieldWith, WidgetProps } from '../../../ui/form/form-host.ts'
import { textOf } from '../../../ui/form/widgets/text-widgets.tsx'
import { numberFault } from './number-fault.ts'
import { TypedField } from './typed-field.tsx'

/** Name of the typed part, which joins typing into one undo step. */
const typedPart = 'text'

export function ExpressionBoolean({
  id,
  label,
  value,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'boolean'>>) {
  const text = textOf(value)
  // An expression is evaluated at run time.
  if (!['true', 'false', ''].includes(text.toLowerCase())) {
    return <TypedField id={id} label={label} value={text} onChange={next => onChange(next, typedPart)} />
  }
  return (
    <Switch
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      size="small"
      className="jm-switch"
      checked={text.toLowerCase() === 'true'}
      disabled={isReadOnly}
      onChange={isOn => onChange(String(isOn))}
    />
  )
}

export function ExpressionNumber({
  field,
  id,
  label,
  value,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'number'>>) {
  const t = useT()
  const language = useSession('language')
  const text = textOf(value)
  const { unlimited } = field
  const isUnlimited = unlimited !== undefined && text.trim() === String(unlimited.value)
  const fault = numberFault(text, field)
  return (
    <>
      <span className="jm-inline">
        <TypedField
          id={id}
          label={label}
          className="jm-number"
          value={isUnlimited ? '∞' : text}
          isOff={isUnlimited}
          isWrong={fault !== null}
          onChange={onChange}
        />
        {unlimited !== undefined && (
          <Checkbox
            checked={isUnlimited}
            disabled={isReadOnly}
            onChange={event =>
              onChange(String(event.target.checked ? unlimited.value : unlimited.otherwise), 'unlimited')
            }
          >
            {unlimited.label[language]}
          </Checkbox>
        )}
      </span>
      {fault !== null && (
        <span className="jm-wrong">{t(`jmeterPlan.number.${fault.kind}`, { bound: fault.bound })}</span>
      )}
    </>
  )
}

export function ExpressionChoice({
  field,
  id,
  label,
  value,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'choice'>>) {
  const language = useSession('language')
  const text = textOf(value)
  const known = field.options.find(option => option.value === text)
  const common = {
    ...(id === undefined ? {} : { id }),
    'aria-label': label,
    value: text,
    disabled: isReadOnly,
    popupMatchSelectWidth: false,
  }
  if (field.isOpen === true) {
    const offered = field.options.filter(option => option.value !== '')
    const words = known?.label[language] ?? ''
    return (
      <>
        <AutoComplete
          {...common}
          options={offered.map(option => {
            const name = option.label[language]
            return { value: option.value, label: name === option.value ? name : `${option.value} · ${name}` }
          })}
          onChange={next => onChange(next, typedPart)}
        />
        {text !== '' && words !== text && words !== '' && <span className="cd-help">{words}</span>}
      </>
    )
  }
  // A value outside JMeter's options, for example an expression, is kept.
  const others = known === undefined ? [{ value: text, label: { zh: text, en: text } }] : []
  return (
    <Select
      {...common}
      options={[...field.options, ...others].map(option => ({
        value: option.value,
        label: option.label[language],
      }))}
      onChange={next => onChange(next)}
    />
  )
}
