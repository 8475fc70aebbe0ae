/** Widgets of plain text: single line, several lines. */
import { Input } from 'antd'
import type { FieldWith, WidgetProps } from '../form-host.ts'

/** A value as text; text fields contain no other type. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function TextWidget({
  field,
  id,
  label,
  value,
  bounds,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'text'>>) {
  const text = textOf(value)
  const type = (typed: string) => {
    // A required text keeps its last character.
    const kept = bounds.minLength === null ? typed : typed || text
    onChange(field.clean === undefined ? kept : field.clean(kept))
  }
  return (
    <Input
      {...(id === undefined ? {} : { id })}
      value={text}
      readOnly={isReadOnly}
      {...(bounds.maxLength === null ? {} : { maxLength: bounds.maxLength })}
      {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
      className={field.isMono === true ? 'cd-mono' : ''}
      spellCheck={false}
      {...(field.widthPx === undefined ? {} : { style: { maxWidth: field.widthPx } })}
      aria-label={label}
      onChange={event => type(event.target.value)}
    />
  )
}

export function LinesWidget({
  field,
  id,
  label,
  value,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'lines'>>) {
  const minRows = field.lines ?? 2
  return (
    <Input.TextArea
      {...(id === undefined ? {} : { id })}
      value={textOf(value)}
      readOnly={isReadOnly}
      aria-label={label}
      autoSize={{ minRows, maxRows: Math.max(minRows, 16) }}
      onChange={event => onChange(event.target.value)}
    />
  )
}
