/** The headers of a request or a response, as sent. */
import type { ReactNode } from 'react'
import { type FoundCell, FoundText, rangeAt } from './found-text.tsx'
import './header-list.css'

interface HeaderListProps {
  /** In the order received; the same name may occur twice. */
  readonly headers: readonly (readonly [string, string])[]
  /** What can be done with a header, at the end of its line. */
  readonly actions?: ((name: string, value: string) => ReactNode) | null
  /** Marked: cell 0 is a name, 1 a value. */
  readonly found?: FoundCell | null
}

export function HeaderList({ headers, actions, found = null }: HeaderListProps) {
  if (headers.length === 0) return null
  return (
    <dl className="header-list">
      {headers.map(([name, value], index) => (
        // The same header may occur twice; headers are identified by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>
            <FoundText text={name} range={rangeAt(found, index, 0)} />
          </dt>
          <dd>
            <FoundText text={value} range={rangeAt(found, index, 1)} />
            {actions?.(name, value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
