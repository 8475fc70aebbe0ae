/** A page with only an icon, a text and an action; does not use the component library, so that it can be shown before anything else is loaded. */
import type { ReactNode } from 'react'
import './page-states.css'

interface StateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  readonly isAlert?: boolean
  /** It is the whole page, so that its title is the page's heading. */
  readonly isPage?: boolean
}

export function PageState({ icon, title, text, action, isAlert, isPage }: StateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className="page-state" role={isAlert ? 'alert' : undefined}>
      <div className="page-state-icon" aria-hidden>
        {icon}
      </div>
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {action && <div className="page-state-action">{action}</div>}
    </div>
  )
}
