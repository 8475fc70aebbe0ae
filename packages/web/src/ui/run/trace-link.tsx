/** The id of a trace, which leads to its spans where the project has a tracing system, and to its page in the tracing console where it has set how. */
import { ExportOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { useProjectId } from '../../lib/project.ts'
import { tracingConsoleQuery, tracingSystemQuery } from './tracing-console-query.ts'

interface TraceLinkProps {
  readonly traceId: string
  /** Of its request, as the load machine measured it. */
  readonly durationMs: number
  readonly at: number
}

export function TraceLink({ traceId, durationMs, at }: TraceLinkProps) {
  const t = useT()
  const projectId = useProjectId()
  const { data: console } = useQuery(tracingConsoleQuery(projectId))
  const { data: system } = useQuery(tracingSystemQuery(projectId))
  const address = console?.traceAddress ?? ''
  const hasSystem = system !== undefined && system !== null
  if (address === '' && !hasSystem)
    return (
      <code className="trace-id" title={t('trace.noAddress')}>
        {traceId}
      </code>
    )
  return (
    <>
      {hasSystem && (
        <Link className="trace-id" to={links.trace(traceId, { durationMs, at })} title={t('trace.show')}>
          <code>{traceId}</code>
        </Link>
      )}{' '}
      {address !== '' && (
        <ConsoleLink address={address} traceId={traceId}>
          {!hasSystem && <code>{traceId}</code>}
        </ConsoleLink>
      )}
    </>
  )
}

interface ConsoleLinkProps {
  readonly address: string
  readonly traceId: string
  readonly children: ReactNode
}

function ConsoleLink({ address, traceId, children }: ConsoleLinkProps) {
  const t = useT()
  return (
    <a
      className="trace-id"
      href={address.replaceAll('{traceId}', traceId)}
      target="_blank"
      rel="noopener noreferrer"
      title={t('trace.open')}
      {...(children === false && { 'aria-label': t('trace.open') })}
    >
      {children} <ExportOutlined aria-hidden />
    </a>
  )
}
