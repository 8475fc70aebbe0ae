/** From a value of a request to the response that it comes from. */
import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'

/** Searches the responses for a value; null where there is no search. Returns whether it can be searched for. */
export const FindSource = createContext<((value: string) => boolean) | null>(null)

interface FindSourceButtonProps {
  readonly value: string
  /** Given: only an icon, for rows of a table; the name of what has the value. */
  readonly name?: string
}

export function FindSourceButton({ value, name }: FindSourceButtonProps) {
  const t = useT()
  const find = useContext(FindSource)
  if (find === null) return null
  const label = name === undefined ? undefined : t('component.search.sourceOf', { name })
  const start = () => {
    if (!find(value)) notify({ kind: 'warning', text: t('component.search.noSource') })
  }
  return (
    <span className="cd-pick-buttons">
      <Button
        size="small"
        type={name === undefined ? 'default' : 'text'}
        icon={<SearchOutlined aria-hidden />}
        title={label ?? t('component.search.sourceHelp')}
        aria-label={label}
        onClick={start}
      >
        {name === undefined && t('component.search.source')}
      </Button>
    </span>
  )
}

/** Text of which a selected part can be searched for in the responses. */
export function SourceSelection({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const find = useContext(FindSource)
  const [value, setValue] = useState('')
  useEffect(() => {
    const read = () => {
      const selection = getSelection()
      const isInside = selection?.anchorNode && box.current?.contains(selection.anchorNode)
      setValue(isInside ? selection.toString().trim() : '')
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [])
  return (
    <>
      {find !== null && value !== '' && (
        <div className="cd-pick-bar" role="status">
          <code className="cd-ellipsis" title={value}>
            {value}
          </code>
          <FindSourceButton value={value} />
        </div>
      )}
      <div ref={box}>{children}</div>
    </>
  )
}
