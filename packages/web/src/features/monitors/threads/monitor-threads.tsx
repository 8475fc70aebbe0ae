/** The part of a JVM's monitor page that dumps its threads, once or at an interval, and lists what was dumped. */
import {
  dumpCountBounds,
  dumpSecondsBounds,
  type ThreadSeries,
} from '@pone/contract/entities/thread-series.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { seriesListQuery } from './data/thread-queries.ts'
import { SeriesTable } from './series-table.tsx'
import { useSeriesActions } from './use-series-actions.ts'
import './threads.css'

export function MonitorThreads({ monitorId }: { readonly monitorId: string }) {
  const t = useT()
  const projectId = useProjectId()
  const canEdit = useCan('monitor.edit')
  const { data, error, refetch } = useQuery(seriesListQuery(projectId, monitorId))
  return (
    <section className="monitor-section" aria-label={t('threads.title')}>
      <header>
        <h2>{t('threads.title')}</h2>
        <ButtonLink to={links.allThreadDumps}>{t('threads.all')}</ButtonLink>
      </header>
      <p className="secondary">{t('threads.help')}</p>
      {canEdit && <TakeDumps monitorId={monitorId} running={data?.find(isRunning)} />}
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={2} />
        )
      ) : (
        data.length > 0 && <SeriesTable rows={data} />
      )}
    </section>
  )
}

const isRunning = ({ state }: ThreadSeries): boolean => state === 'running'

function TakeDumps({
  monitorId,
  running,
}: {
  readonly monitorId: string
  readonly running: ThreadSeries | undefined
}) {
  const t = useT()
  const projectId = useProjectId()
  const { renew, cancel } = useSeriesActions()
  const [dumps, setDumps] = useState<number>(dumpCountBounds.min)
  const [seconds, setSeconds] = useState<number>(10)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.threadDump.create({ projectId, monitorId, dumps, seconds }),
    onSuccess: async () => {
      notify({ kind: 'success', text: t('threads.begun') })
      await renew()
    },
  })
  return (
    <>
      <div className="thread-tools">
        <label>
          {t('threads.times')}
          <InputNumber
            {...dumpCountBounds}
            precision={0}
            value={dumps}
            onChange={value => setDumps(value ?? dumpCountBounds.min)}
          />
        </label>
        {dumps > 1 && (
          <label>
            {t('threads.interval')}
            <InputNumber
              {...dumpSecondsBounds}
              precision={0}
              value={seconds}
              onChange={value => setSeconds(value ?? dumpSecondsBounds.min)}
            />
          </label>
        )}
        <Button loading={isPending} disabled={running !== undefined} onClick={() => mutate()}>
          {t('threads.dump')}
        </Button>
        {running && (
          <>
            <Button onClick={() => void cancel(running.id)}>{t('threads.cancel')}</Button>
            <span className="secondary" role="status">
              {t('threads.takenOf', { taken: running.taken.length, dumps: running.dumps })}
            </span>
          </>
        )}
      </div>
      {error && <ErrorState error={error} onRetry={() => mutate()} />}
    </>
  )
}
