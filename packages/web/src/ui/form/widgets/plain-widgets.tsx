/** The widgets that need nothing of the page around them. */
import { AutoComplete, Input, InputNumber, Segmented, Select, Slider, Switch } from 'antd'
import { useSession } from '../../../lib/session/session.ts'
import type { FieldWith, WidgetProps, WidgetTable } from '../form-host.ts'

/** A value as text; fields of text hold nothing else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function TextWidget({ field, label, value, bounds, isReadOnly, onChange }: WidgetProps<FieldWith<'text'>>) {
  const text = textOf(value)
  return (
    <Input
      value={text}
      readOnly={isReadOnly}
      {...(bounds.maxLength === null ? {} : { maxLength: bounds.maxLength })}
      {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
      className={field.isMono === true ? 'cd-mono' : ''}
      spellCheck={false}
      {...(field.widthPx === undefined ? {} : { style: { maxWidth: field.widthPx } })}
      aria-label={label}
      // What must not be empty keeps its last character.
      onChange={event =>
        onChange(bounds.minLength === null ? event.target.value : event.target.value || text)
      }
    />
  )
}

function LinesWidget({ field, label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'lines'>>) {
  const minRows = field.lines ?? 2
  return (
    <Input.TextArea
      value={textOf(value)}
      readOnly={isReadOnly}
      aria-label={label}
      autoSize={{ minRows, maxRows: Math.max(minRows, 16) }}
      onChange={event => onChange(event.target.value)}
    />
  )
}

interface NumberInputProps {
  readonly label: string
  readonly value: number
  readonly min: number | null
  readonly max: number | null
  readonly unit?: string | undefined
  /** Digits after the point; 0 by default. */
  readonly digits?: number | undefined
  readonly isReadOnly: boolean
  readonly onChange: (value: number) => void
}

/** A number with its unit; an emptied field keeps its last number when it is left. */
export function NumberInput({
  label,
  value,
  min,
  max,
  unit,
  digits = 0,
  isReadOnly,
  onChange,
}: NumberInputProps) {
  return (
    <InputNumber
      value={value}
      {...(min === null ? {} : { min })}
      {...(max === null ? {} : { max })}
      // With digits after the point it would pad with zeros.
      {...(digits === 0 ? { precision: 0 } : {})}
      readOnly={isReadOnly}
      controls={!isReadOnly}
      changeOnWheel={false}
      suffix={unit}
      aria-label={unit === undefined ? label : `${label} (${unit})`}
      style={{ width: 160 }}
      onChange={next => {
        if (next !== null) onChange(Number(next.toFixed(digits)))
      }}
    />
  )
}

function NumberWidget({ field, value, bounds, onChange, ...rest }: WidgetProps<FieldWith<'number'>>) {
  const { factor = 1, digits = 0, unit } = field
  const { min, max } = bounds
  const most = field.max ?? max
  return (
    <NumberInput
      label={rest.label}
      isReadOnly={rest.isReadOnly}
      value={Number(value) / factor}
      min={min === null ? null : min / factor}
      max={most === null ? null : most / factor}
      unit={unit}
      digits={digits}
      onChange={next => onChange(factor === 1 ? next : Math.round(next * factor))}
    />
  )
}

function PercentageWidget({ label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'percentage'>>) {
  return (
    <div className="form-row">
      <Slider
        value={Number(value)}
        disabled={isReadOnly}
        style={{ width: 220 }}
        ariaLabelForHandle={label}
        onChange={next => onChange(next)}
      />
      <NumberInput
        label={label}
        value={Number(value)}
        min={0}
        max={100}
        digits={2}
        unit="%"
        isReadOnly={isReadOnly}
        onChange={onChange}
      />
    </div>
  )
}

function BooleanWidget({ label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'boolean'>>) {
  return (
    <Switch checked={value === true} disabled={isReadOnly} aria-label={label} onChange={on => onChange(on)} />
  )
}

function ChoiceWidget({ field, label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'choice'>>) {
  const language = useSession('language')
  const options = field.options.map(option => ({ value: option.value, label: option.label[language] }))
  const common = { value: textOf(value), disabled: isReadOnly, 'aria-label': label, options }
  if (field.isOpen === true) return <AutoComplete {...common} onChange={next => onChange(next)} />
  if (field.look === 'list') {
    return <Select {...common} style={{ minWidth: 160 }} onChange={next => onChange(next)} />
  }
  return <Segmented {...common} onChange={next => onChange(next)} />
}

export const plainWidgets: WidgetTable = {
  text: TextWidget,
  lines: LinesWidget,
  number: NumberWidget,
  percentage: PercentageWidget,
  boolean: BooleanWidget,
  choice: ChoiceWidget,
}
