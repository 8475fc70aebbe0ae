/** A row of figures: each a number with its unit, its label, and an optional link. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './stat.css'

export interface StatProps {
  readonly label: string
  readonly value: ReactNode
  /** A second line: parts of the figure, or a comparison. */
  readonly note?: ReactNode
  readonly to?: string
  /** Definition of the figure, in a tooltip. */
  readonly definition?: string
}

export function Stat({ label, value, note, to, definition }: StatProps) {
  const body = (
    <>
      <span className="stat-label">{label}</span>
      <span className="stat-value tabular">{value}</span>
      {note !== undefined && <span className="stat-note">{note}</span>}
    </>
  )
  return to ? (
    <Link to={to} className="stat stat-opens" title={definition}>
      {body}
    </Link>
  ) : (
    <div className="stat" title={definition}>
      {body}
    </div>
  )
}

export function StatRow({ children }: { readonly children: ReactNode }) {
  return <div className="stat-row">{children}</div>
}
