/** The search field of a list: searches after a short pause in typing, immediately on Enter. */
import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'

const pauseMs = 300

export interface SearchFieldProps {
  readonly value: string
  readonly onSearch: (value: string) => void
  readonly placeholder?: string
}

export function SearchField({ value, onSearch, placeholder }: SearchFieldProps) {
  const t = useT()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address changed from outside (back, reset): show the new value.
  if (known !== value) {
    setKnown(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (text: string, afterMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(text.trim()), afterMs)
  }
  return (
    <Input
      allowClear
      prefix={<SearchOutlined className="faint" />}
      style={{ width: 240 }}
      value={typed}
      maxLength={100}
      placeholder={placeholder ?? t('action.search')}
      aria-label={placeholder ?? t('action.search')}
      onChange={event => {
        setTyped(event.target.value)
        search(event.target.value, pauseMs)
      }}
      onPressEnter={() => search(typed, 0)}
    />
  )
}
