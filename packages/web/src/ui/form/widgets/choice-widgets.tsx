/** Widgets of choices: a switch, one of several options, short texts side by side. */
import type { FieldOption } from '@pone/schema/form.ts'
import { AutoComplete, Segmented, Select, Switch } from 'antd'
import { useSession } from '../../../lib/session/session.ts'
import type { FieldWith, WidgetProps } from '../form-host.ts'
import { textOf } from './text-widgets.tsx'

export function BooleanWidget({ id, label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'boolean'>>) {
  return (
    <Switch
      {...(id === undefined ? {} : { id })}
      checked={value === true}
      disabled={isReadOnly}
      aria-label={label}
      onChange={on => onChange(on)}
    />
  )
}

interface ChooserProps {
  readonly label: string
  readonly value: string
  readonly options: readonly FieldOption[]
  readonly look: 'buttons' | 'list' | undefined
  readonly isReadOnly: boolean
  readonly onChange: (value: string) => void
}

/** One of several options, side by side or in a list. */
export function Chooser({ label, value, options, look, isReadOnly, onChange }: ChooserProps) {
  const language = useSession('language')
  const common = {
    value,
    disabled: isReadOnly,
    'aria-label': label,
    options: options.map(option => ({ value: option.value, label: option.label[language] })),
    // A list passes more arguments than the value.
    onChange: (next: string) => onChange(next),
  }
  return look === 'list' ? (
    <Select {...common} popupMatchSelectWidth={false} style={{ minWidth: 160 }} />
  ) : (
    <Segmented {...common} />
  )
}

export function ChoiceWidget({
  field,
  label,
  value,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'choice'>>) {
  const language = useSession('language')
  if (field.isOpen !== true) {
    const { options, look } = field
    return <Chooser {...{ label, options, look, isReadOnly, onChange }} value={textOf(value)} />
  }
  return (
    <AutoComplete
      value={textOf(value)}
      disabled={isReadOnly}
      aria-label={label}
      options={field.options.map(option => ({ value: option.value, label: option.label[language] }))}
      onChange={next => onChange(next)}
    />
  )
}

const noTexts: readonly string[] = []

export function TagsWidget({ field, label, value, isReadOnly, onChange }: WidgetProps<FieldWith<'tags'>>) {
  const texts: readonly string[] = Array.isArray(value) ? value : noTexts
  return (
    <Select
      mode="tags"
      value={[...texts]}
      disabled={isReadOnly}
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ';', ' ', '\n']}
      {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
      style={{ width: '100%', maxWidth: 560 }}
      aria-label={label}
      onChange={typed => onChange(typed.map(text => text.trim()).filter(text => field.accepts(text)))}
    />
  )
}
