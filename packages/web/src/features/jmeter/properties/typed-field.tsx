/** A single-line or multi-line text of an element. */
import { Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { usePlan } from '../plan/plan-context.ts'
import { useTyped } from './use-typed.ts'

interface TypedFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label?: string
  readonly id?: string | undefined
  readonly className?: string
  /** Minimum and maximum number of lines; one line if left out. */
  readonly lines?: readonly [least: number, most: number]
  readonly isPassword?: boolean
  readonly isWrong?: boolean
  readonly isOff?: boolean
  readonly isPlain?: boolean
  /** Called on Enter and Escape in a single line: editing is finished. */
  readonly onLeave?: () => void
}

export function TypedField(props: TypedFieldProps) {
  const { isReadOnly } = usePlan()
  const { shown, type, settle } = useTyped(props.value, props.onChange)
  const common = {
    ...(props.id !== undefined && { id: props.id }),
    ...(props.label !== undefined && { 'aria-label': props.label }),
    ...(props.className !== undefined && { className: props.className }),
    ...(props.isWrong === true && { status: 'error' as const }),
    ...(props.isPlain === true && { size: 'small' as const, variant: 'borderless' as const }),
    disabled: props.isOff ?? false,
    value: shown,
    readOnly: isReadOnly,
    onBlur: settle,
  }
  if (props.lines !== undefined)
    return (
      <Input.TextArea
        {...common}
        autoSize={{ minRows: props.lines[0], maxRows: props.lines[1] }}
        onChange={event => type(event.target.value)}
      />
    )
  if (props.isPassword === true)
    return (
      <Input.Password {...common} autoComplete="new-password" onChange={event => type(event.target.value)} />
    )
  const { onLeave } = props
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    onLeave?.()
  }
  return (
    <Input {...common} onChange={event => type(event.target.value)} {...(onLeave && { onKeyDown: leave })} />
  )
}
