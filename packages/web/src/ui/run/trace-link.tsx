/** The id of a trace, which leads to its page in the tracing console where the project has set how. */
import { ExportOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../lib/i18n.ts'
import { useProjectId } from '../../lib/project.ts'
import { tracingConsoleQuery } from './tracing-console-query.ts'

export function TraceLink({ traceId }: { readonly traceId: string }) {
  const t = useT()
  const { data } = useQuery(tracingConsoleQuery(useProjectId()))
  const address = data?.traceAddress ?? ''
  if (address === '')
    return (
      <code className="trace-id" title={t('trace.noAddress')}>
        {traceId}
      </code>
    )
  return (
    <a
      className="trace-id"
      href={address.replaceAll('{traceId}', traceId)}
      target="_blank"
      rel="noopener noreferrer"
      title={t('trace.open')}
    >
      <code>{traceId}</code> <ExportOutlined aria-hidden />
    </a>
  )
}
