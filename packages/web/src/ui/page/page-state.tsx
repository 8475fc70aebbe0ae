/** A page with only an icon, a text and an action; does not use the component library, so that it can be shown before anything else is loaded. */
import type { ReactNode } from 'react'
import './page-states.css'

interface StateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  readonly isAlert?: boolean
}

export function PageState({ icon, title, text, action, isAlert }: StateProps) {
  return (
    <div className="page-state" role={isAlert ? 'alert' : undefined}>
      <div className="page-state-icon" aria-hidden>
        {icon}
      </div>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action && <div className="page-state-action">{action}</div>}
    </div>
  )
}
