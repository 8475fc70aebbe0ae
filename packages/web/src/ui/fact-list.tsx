/** Facts about an object as terms and values side by side; used at the head of reports. */
import type { ReactNode } from 'react'
import './fact-list.css'

interface FactListProps {
  /** In display order; the terms are distinct. */
  readonly facts: readonly (readonly [term: string, value: ReactNode])[]
}

export function FactList({ facts }: FactListProps) {
  return (
    <dl className="fact-list">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
