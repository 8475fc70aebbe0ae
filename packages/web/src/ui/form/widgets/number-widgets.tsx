/** Widgets of numbers. */
import { Checkbox, InputNumber, Slider } from 'antd'
import { useSession } from '../../../lib/session/session.ts'
import type { FieldWith, WidgetProps } from '../form-host.ts'

interface NumberInputProps {
  readonly id?: string | undefined
  readonly label: string
  readonly value: number
  readonly min: number | null
  readonly max: number | null
  readonly unit?: string | undefined
  /** Number of decimal places; 0 by default. */
  readonly digits?: number | undefined
  readonly isReadOnly: boolean
  readonly onChange: (value: number) => void
}

/** A number with its unit; if the field is emptied, it shows its last number again when it loses focus. */
export function NumberInput({
  id,
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
      {...(id === undefined ? {} : { id })}
      value={value}
      {...(min === null ? {} : { min })}
      {...(max === null ? {} : { max })}
      // With decimal places the control would pad with zeros.
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

export function NumberWidget({
  field,
  id,
  label,
  value,
  bounds,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'number'>>) {
  const language = useSession('language')
  const { factor = 1, digits = 0, unit, lead, unlimited } = field
  const min = field.min ?? bounds.min
  const max = field.max ?? bounds.max
  const box = (
    <NumberInput
      id={id}
      label={label}
      isReadOnly={isReadOnly}
      value={Number(value) / factor}
      min={min === null ? null : min / factor}
      max={max === null ? null : max / factor}
      unit={unit}
      digits={digits}
      onChange={next => onChange(factor === 1 ? next : Math.round(next * factor))}
    />
  )
  if (unlimited === undefined) {
    return lead === undefined ? (
      box
    ) : (
      <>
        <span>{lead}</span>
        {box}
      </>
    )
  }
  const isUnlimited = value === unlimited.value
  return (
    <div className="form-row">
      {!isUnlimited && box}
      <Checkbox
        checked={isUnlimited}
        disabled={isReadOnly}
        onChange={event =>
          onChange(event.target.checked ? unlimited.value : unlimited.otherwise, 'unlimited')
        }
      >
        {unlimited.label[language]}
      </Checkbox>
    </div>
  )
}

export function PercentageWidget({
  label,
  value,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'percentage'>>) {
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
