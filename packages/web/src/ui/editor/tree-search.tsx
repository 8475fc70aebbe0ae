/** The field that searches an editor's tree; the arrow and Enter keys move from it into the tree. */
import { Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { useT } from '../../lib/i18n.ts'

interface TreeSearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Number of matching rows; null without a search. */
  readonly found: number | null
  /** Moves to the first matching row. */
  readonly onEnter: () => void
}

/** Lets other components focus the field. */
export const treeSearchClass = 'cd-tree-search'

export function TreeSearch({ label, value, onChange, found, onEnter }: TreeSearchProps) {
  const t = useT()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && value !== '') onChange('')
    else if ((event.key === 'ArrowDown' || event.key === 'Enter') && (found ?? 0) > 0) onEnter()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Input
      allowClear
      size="small"
      className={treeSearchClass}
      value={value}
      placeholder={label}
      aria-label={label}
      suffix={
        found !== null && (
          <span className="cd-help" role="status" aria-label={t('editor.searchCount', { count: found })}>
            {found}
          </span>
        )
      }
      onChange={event => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
