/** The field in which a tree node is renamed: Enter or leaving the field keeps the name, Esc cancels. */
import { maxNameLength } from '@pone/schema/limits.ts'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'

export interface TreeRenameProps {
  readonly name: string
  /** Called once: with the new name, or null if cancelled. */
  readonly onEnd: (name: string | null) => void
}

export function TreeRename({ name, onEnd }: TreeRenameProps) {
  const t = useT()
  const field = useRef<InputRef>(null)
  const isOver = useRef(false)
  useEffect(() => {
    field.current?.focus({ cursor: 'all' })
  }, [])
  const end = (value: string | null) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(value?.trim() ? value.trim() : null)
  }
  return (
    <Input
      ref={field}
      size="small"
      className="tree-rename"
      defaultValue={name}
      maxLength={maxNameLength}
      aria-label={t('action.rename')}
      onClick={event => event.stopPropagation()}
      onKeyDown={event => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(event.currentTarget.value)
        if (event.key === 'Escape') end(null)
      }}
      onBlur={event => end(event.currentTarget.value)}
    />
  )
}
