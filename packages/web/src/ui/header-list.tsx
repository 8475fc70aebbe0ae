/** The headers of a request or a response, as sent. */
import type { ReactNode } from 'react'
import './header-list.css'

interface HeaderListProps {
  /** In the order received; the same name may occur twice. */
  readonly headers: readonly (readonly [string, string])[]
  /** What can be done with a header, at the end of its line. */
  readonly actions?: ((name: string, value: string) => ReactNode) | null
}

export function HeaderList({ headers, actions }: HeaderListProps) {
  if (headers.length === 0) return null
  return (
    <dl className="header-list">
      {headers.map(([name, value], index) => (
        // The same header may occur twice; headers are identified by their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            {value}
            {actions?.(name, value)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
