/** An input for node labels on one line: `disktype=ssd, zone=a`. */
import { Input } from 'antd'
import { useState } from 'react'

interface Label {
  readonly key: string
  readonly value: string
}

const textOf = (labels: readonly Label[]): string =>
  labels.map(({ key, value }) => `${key}=${value}`).join(', ')

const labelsOf = (text: string): Label[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const at = part.indexOf('=')
      return at < 0
        ? { key: part, value: '' }
        : { key: part.slice(0, at).trim(), value: part.slice(at + 1).trim() }
    })

export function NodeSelectorInput(props: {
  readonly id?: string
  readonly value?: readonly Label[]
  readonly onChange?: (labels: Label[]) => void
}) {
  const [text, setText] = useState(() => textOf(props.value ?? []))
  return (
    <Input
      {...(props.id === undefined ? {} : { id: props.id })}
      value={text}
      placeholder="disktype=ssd, zone=a"
      onChange={event => {
        setText(event.target.value)
        props.onChange?.(labelsOf(event.target.value))
      }}
    />
  )
}
