/** Included and excluded classes of a diagram; applied when a field is left or Enter is pressed. */
import { Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'

interface Classes {
  readonly included: string
  readonly excluded: string
}

export function ClassFilter(props: {
  readonly value: Classes
  readonly onChange: (value: Partial<Classes>) => void
}) {
  const t = useT()
  return (
    <div className="flame-tools">
      {(['included', 'excluded'] as const).map(name => (
        <ClassField
          key={`${name} ${props.value[name]}`}
          label={t(`flame.${name}`)}
          value={props.value[name]}
          onChange={text => props.onChange({ [name]: text })}
        />
      ))}
      <span className="faint">{t('flame.classesHelp')}</span>
    </div>
  )
}

function ClassField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const [text, setText] = useState(props.value)
  const put = (next: string) => {
    if (next.trim() !== props.value) props.onChange(next.trim())
  }
  return (
    <label>
      {props.label}
      <Input
        allowClear
        maxLength={500}
        value={text}
        onChange={event => {
          setText(event.target.value)
          if (event.target.value === '') put('')
        }}
        onBlur={() => put(text)}
        onPressEnter={() => put(text)}
      />
    </label>
  )
}
