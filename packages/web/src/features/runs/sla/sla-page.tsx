/** Pages SLA and SLAHistory: the rules of one run with their results. */
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { historyPage, useIsHistory } from '../../../lib/navigation/history.ts'
import { useSession } from '../../../lib/session/session.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { SlaTag } from '../../../ui/run/run-state.tsx'
import { ActiveRuns } from '../active-runs.tsx'
import { Records } from '../records/records.tsx'
import '../run.css'
import { SlaResults } from './sla-results.tsx'

export function Page() {
  const [params] = useSearchParams()
  const id = params.get('id')
  const isHistory = useIsHistory()
  if (id) return <SlaPage id={id} />
  return isHistory ? <Records history="SLA" /> : <ActiveRuns />
}

function SlaPage({ id }: { readonly id: string }) {
  const t = useT()
  const isHistory = useIsHistory()
  const projectId = useSession('projectId')
  const answer = useQuery({
    queryKey: ['run', 'live', projectId, id],
    queryFn: ({ signal }) => api.run.live({ projectId, id }, { signal }),
    refetchInterval: 5_000,
  })
  if (!answer.data)
    return answer.error ? (
      <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <LoadingState />
    )
  const { run, sla } = answer.data
  const broken = sla.filter(result => result.state === 'broken').length
  const judged = sla.filter(result => result.state !== 'notJudged').length
  return (
    <>
      <PageHeader
        backTo={historyPage(isHistory ? 'SLA' : 'logging', isHistory)}
        title={`${t('run.sla.pageTitle')} · ${run.scenarioName}`}
        note={t('run.number', { number: run.number })}
      />
      <PageBody>
        {sla.length === 0 ? (
          <EmptyState title={t('run.sla.none')} text={t('scenario.sla.none')} />
        ) : (
          <>
            <p className="run-verdict">
              <SlaTag state={run.sla} />{' '}
              {broken > 0
                ? t('run.sla.summaryBroken', { broken, count: sla.length })
                : run.sla === 'notJudged'
                  ? t('run.sla.summaryNone', { count: sla.length })
                  : run.sla !== 'passed'
                    ? ''
                    : judged < sla.length
                      ? t('run.sla.summarySome', { count: judged, all: sla.length })
                      : t('run.sla.summaryPassed', { count: sla.length })}
            </p>
            <SlaResults results={sla} />
          </>
        )}
      </PageBody>
    </>
  )
}
