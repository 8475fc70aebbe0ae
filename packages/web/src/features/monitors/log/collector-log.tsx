/** The newest lines of the collectors of the project, which follow as they arrive. */
import { type CollectorLogLine, collectorLogLevels } from '@pone/contract/entities/monitor.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useUrlState } from '../../../lib/navigation/url-state.ts'
import { useProjectId } from '../../../lib/project.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { useLogNews, usePollMs } from '../shared/monitor-live.ts'
import { monitorsKey } from '../shared/monitor-queries.ts'
import '../monitors.css'

const defaults = { level: 'info', find: '' }

export function CollectorLog() {
  const t = useT()
  const projectId = useProjectId()
  const [url, change] = useUrlState(defaults)
  const level = collectorLogLevels.find(each => each === url.level) ?? 'info'
  const { data, error, refetch } = useQuery({
    queryKey: [...monitorsKey, projectId, 'log', level, url.find],
    queryFn: ({ signal }) => api.monitor.log({ projectId, level, search: url.find }, { signal }),
    refetchInterval: usePollMs(),
  })
  useLogNews(() => void refetch())
  return (
    <>
      <div className="monitor-wall-bar">
        <Select<string>
          aria-label={t('monitor.logLevel')}
          value={level}
          style={{ width: 130 }}
          options={collectorLogLevels.map(value => ({ value, label: value }))}
          onChange={value => change({ level: value })}
        />
        <SearchField
          value={url.find}
          placeholder={t('monitor.logSearch')}
          onSearch={find => change({ find })}
        />
      </div>
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={10} />
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('monitor.logEmpty')} text={t('monitor.logEmptyText')} />
      ) : (
        <Lines lines={data} />
      )}
    </>
  )
}

/** Newest first, so that the newest is in view. */
function Lines({ lines }: { readonly lines: readonly CollectorLogLine[] }) {
  return (
    // It scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="monitor-log" role="log" tabIndex={0}>
      {lines.toReversed().map(({ seq, at, level, monitorName, agentName, text }) => (
        <div key={seq} className={`monitor-log-${level}`}>
          <time>{formatInstant(at)}</time> <b>{level}</b>{' '}
          <span className="secondary">{[agentName, monitorName].filter(Boolean).join(' · ')}</span> {text}
        </div>
      ))}
    </div>
  )
}
