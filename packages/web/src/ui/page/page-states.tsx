/** What a page shows instead of its content: empty state, error with retry, no permission, a page that is not available. */
import { InboxOutlined, LockOutlined, ReloadOutlined, ToolOutlined, WarningOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { useT } from '../../lib/i18n.ts'
import { PageState } from './page-state.tsx'
import './page-states.css'

/** Describes what will be shown here, and offers the first action, or names the button that does. */
export interface EmptyStateProps {
  readonly title: string
  readonly text?: ReactNode
  /** The first action, where no other button of the page offers it. */
  readonly action?: ReactNode
  /** Label of the button above the list that does the first action; it stands there once. */
  readonly startWith?: string | undefined
  readonly icon?: ReactNode
  readonly isPage?: boolean
}

export function EmptyState({ startWith, text, ...props }: EmptyStateProps) {
  const t = useT()
  const start = startWith !== undefined && t('state.startWith', { action: startWith })
  return (
    <PageState
      icon={<InboxOutlined />}
      {...props}
      text={
        start ? (
          <>
            {text}
            {text && <br />}
            {start}
          </>
        ) : (
          text
        )
      }
    />
  )
}

/** An error with its text and a retry. */
export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
}) {
  const t = useT()
  return (
    <PageState
      isAlert
      icon={<WarningOutlined />}
      title={t('state.error')}
      text={errorMessage(error)}
      action={
        onRetry && (
          <Button icon={<ReloadOutlined />} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )
      }
    />
  )
}

/** The role in this project does not have the permission that the page requires. */
export function DeniedState() {
  const t = useT()
  return <PageState isPage icon={<LockOutlined />} title={t('state.denied')} text={t('state.deniedText')} />
}

/** A page that this version does not include, and where to go instead. */
export function AbsentState(props: {
  readonly name: string
  readonly hasMenu: boolean
  readonly action?: ReactNode
}) {
  const t = useT()
  return (
    <PageState
      isPage
      icon={<ToolOutlined />}
      title={t('state.absent', { name: props.name })}
      text={t(props.hasMenu ? 'state.absentText' : 'state.absentPublicText')}
      action={props.action}
    />
  )
}

/** A skeleton that appears only if loading takes longer than 200 ms, so that fast responses do not flicker. */
export function LoadingState({ rows = 6 }: { readonly rows?: number }) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="page-loading" role="status" aria-label={t('state.loading')}>
      {isShown && <Skeleton active title={false} paragraph={{ rows }} />}
    </div>
  )
}
