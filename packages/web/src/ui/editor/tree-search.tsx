/** The field that searches an editor's tree; from it the arrow and Enter keys go on into the tree. */
import { Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { useT } from '../../lib/i18n.ts'

interface TreeSearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** How many rows match; null while nothing is searched. */
  readonly found: number | null
  /** Goes to the first row that matches. */
  readonly onEnter: () => void
}

/** For whoever wants to put the cursor there. */
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
