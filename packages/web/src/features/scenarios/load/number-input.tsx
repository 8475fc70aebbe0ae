/** A labelled number with its unit; an emptied field keeps its last value. */
import { InputNumber } from 'antd'
import { useId } from 'react'

export interface NumberInputProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly unit?: string | undefined
  readonly precision?: number | undefined
  readonly help?: string | undefined
  readonly problem?: string | undefined
  readonly isReadOnly?: boolean | undefined
}

export function NumberInput({
  label,
  value,
  onChange,
  min,
  max,
  unit,
  precision = 0,
  help,
  problem,
  isReadOnly = false,
}: NumberInputProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = problem ?? help
  return (
    <div className="scenario-field">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        value={value}
        min={min}
        max={max}
        step={1}
        formatter={shown => `${shown ?? ''}`}
        suffix={unit}
        readOnly={isReadOnly}
        changeOnWheel={false}
        {...(problem ? { status: 'error' as const } : {})}
        {...(note ? { 'aria-describedby': noteId } : {})}
        aria-invalid={problem !== undefined}
        onChange={next => {
          if (next !== null) onChange(Number(next.toFixed(precision)))
        }}
      />
      {note && (
        <small
          id={noteId}
          className={problem ? 'scenario-problem' : undefined}
          role={problem ? 'alert' : undefined}
        >
          {note}
        </small>
      )}
    </div>
  )
}
