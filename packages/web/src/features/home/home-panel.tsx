/** A panel of the home page with a query of its own: it loads, fails and is retried without the others. */
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { LoadingState } from '../../ui/page/page-states.tsx'

export interface HomePanelProps<T> {
  readonly title: string
  /** Interval, definition and limits of the figures, beside the title. */
  readonly note?: ReactNode
  readonly link?: ReactNode
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  readonly children: (data: T) => ReactNode
}

export function HomePanel<T>({ title, note, link, query, children }: HomePanelProps<T>) {
  const { data, error } = query
  return (
    <section className="home-panel">
      <h2 className="panel-title">
        {title} {link}
      </h2>
      {note !== undefined && note !== false && <div className="home-panel-note">{note}</div>}
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <PanelError error={error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
    </section>
  )
}

function PanelError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useT()
  return (
    <p role="alert" className="home-panel-error">
      {errorMessage(error)}{' '}
      <Button size="small" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </p>
  )
}
