/** A number with its unit; an emptied field keeps its last number when it is left. */
import { InputNumber } from 'antd'
import { useEditor } from '../editor/editor-context.ts'

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly unit?: string | undefined
  /** Digits after the point; 0 by default. */
  readonly precision?: number | undefined
}

export function NumberField({ label, value, onChange, min, max, unit, precision = 0 }: NumberFieldProps) {
  const { isReadOnly } = useEditor()
  return (
    <InputNumber
      value={value}
      min={min}
      max={max}
      // With digits after the point it would pad with zeros.
      {...(precision === 0 ? { precision } : {})}
      readOnly={isReadOnly}
      controls={!isReadOnly}
      changeOnWheel={false}
      suffix={unit}
      aria-label={unit === undefined ? label : `${label} (${unit})`}
      style={{ width: 160 }}
      onChange={next => {
        if (next !== null) onChange(Number(next.toFixed(precision)))
      }}
    />
  )
}
