/** Facts about an object as terms and values side by side; used at the head of reports. */
import type { ReactNode } from 'react'
import './fact-list.css'

interface FactListProps {
  /** In display order; the terms are distinct. */
  readonly facts: readonly (readonly [term: string, value: ReactNode])[]
  /** Another arrangement than that of reports. */
  readonly className?: string
}

export function FactList({ facts, className = 'fact-list' }: FactListProps) {
  return (
    <dl className={className}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
