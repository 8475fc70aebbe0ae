/** A number input that commits on Enter and on blur, not on every key. */
import { InputNumber } from 'antd'
import { useState } from 'react'

export interface LateNumberProps {
  readonly label: string
  /** null: empty. */
  readonly value: number | null
  readonly onCommit: (value: number | null) => void
  readonly min: number
  readonly max: number
  readonly id?: string
  readonly unit?: string
  /** Shown while empty; without it the field cannot be emptied. */
  readonly placeholder?: string
  readonly isReadOnly?: boolean
}

export function LateNumber(props: LateNumberProps) {
  const { value, onCommit } = props
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const commit = () => {
    if (typed === null && props.placeholder === undefined) setTyped(value)
    else if (typed !== value) onCommit(typed)
  }
  return (
    <InputNumber
      {...(props.id ? { id: props.id } : {})}
      aria-label={props.label}
      value={typed}
      min={props.min}
      max={props.max}
      precision={0}
      changeOnWheel={false}
      readOnly={props.isReadOnly ?? false}
      placeholder={props.placeholder ?? ''}
      {...(props.unit ? { suffix: props.unit } : {})}
      onChange={setTyped}
      onBlur={commit}
      onPressEnter={commit}
      onStep={next => {
        setTyped(next)
        onCommit(next)
      }}
    />
  )
}
