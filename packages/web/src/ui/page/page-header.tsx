/** Title row of a page: title, additional information, and the actions at the right, the primary action last. */
import { ArrowLeftOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import './page.css'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** A count, a state, a sentence beside the title. */
  readonly note?: ReactNode
  readonly actions?: ReactNode
  /** Target of the back link. */
  readonly backTo?: string
}

export function PageHeader({ title, note, actions, backTo }: PageHeaderProps) {
  const t = useT()
  return (
    <header className="page-header">
      {backTo && (
        <Link
          to={backTo}
          className="icon-button no-print"
          aria-label={t('action.back')}
          title={t('action.back')}
        >
          <ArrowLeftOutlined />
        </Link>
      )}
      <h1>{title}</h1>
      {note !== undefined && <div className="page-header-note">{note}</div>}
      {actions && <div className="page-header-actions">{actions}</div>}
    </header>
  )
}

/** Content of a page with the standard margins; `isWide` removes the margins (editors, split panes). */
export function PageBody({ children, isWide }: { readonly children: ReactNode; readonly isWide?: boolean }) {
  return <div className={isWide ? 'page-body page-body-wide' : 'page-body'}>{children}</div>
}
