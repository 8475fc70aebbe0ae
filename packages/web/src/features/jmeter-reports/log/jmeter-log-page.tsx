/** Pages jmeterLog and jmeterLogHistory: JMeter's log of all machines of a run, during the run and afterwards. */
import { DownloadOutlined } from '@ant-design/icons'
import { isActiveRun } from '@pone/contract/states.ts'
import { Button } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { download } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { historyPage, useIsHistory } from '../../../lib/navigation/history.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { RunStateTag } from '../../../ui/run/run-state.tsx'
import '../jmeter-reports.css'
import { RunList } from '../list/run-list.tsx'
import { useRun } from '../report-queries.ts'
import { type LogFilter, useLogTotal } from './log-queries.ts'
import { type Least, LogTools, levelsFrom } from './log-tools.tsx'
import { LogView } from './log-view.tsx'

export function Page() {
  const [params] = useSearchParams()
  const runId = params.get('id')
  return runId ? <RunLog key={runId} runId={runId} /> : <RunList of="log" />
}

function RunLog({ runId }: { readonly runId: string }) {
  const t = useT()
  const projectId = useSession('projectId')
  const isHistory = useIsHistory()
  const run = useRun(runId)
  const [level, setLevel] = useState<Least>('all')
  const [search, setSearch] = useState('')
  const [machine, setMachine] = useState<string | null>(null)
  const [isFollowing, setFollowing] = useState<boolean | null>(null)
  const [isTaking, setTaking] = useState(false)
  const wanted = useDeferredValue(search.trim())
  const filter = useMemo(
    (): LogFilter => ({ runId, levels: [...levelsFrom[level]], search: wanted, machine }),
    [runId, level, wanted, machine],
  )
  const isLive = run.data !== undefined && isActiveRun(run.data.state)
  const log = useLogTotal(filter, isLive)
  const error = run.error ?? log.error
  if (error && (!run.data || !log.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([run.refetch(), log.refetch()])} />
  if (!run.data || !log.data) return <LoadingState rows={10} />
  const { total, machines } = log.data
  const isFiltered = level !== 'all' || wanted !== '' || machine !== null
  const take = () => {
    setTaking(true)
    download.jmeterLog
      .download({ projectId, ...filter })
      .catch(showError)
      .finally(() => setTaking(false))
  }
  return (
    <>
      <PageHeader
        backTo={historyPage('jmeterLog', isHistory)}
        title={`${run.data.scenarioName} · ${t('jmeterLog.title')}`}
        note={
          <span className="jr-log-note">
            #{run.data.number} <RunStateTag state={run.data.state} />
          </span>
        }
        actions={
          <>
            {!isLive && (
              <ButtonLink to={`/pone/atf/projects/jmeterReports${isHistory ? 'History' : ''}?id=${runId}`}>
                {t('jmeterLog.report')}
              </ButtonLink>
            )}
            <Button icon={<DownloadOutlined />} loading={isTaking} disabled={total === 0} onClick={take}>
              {t('jmeterLog.download')}
            </Button>
          </>
        }
      />
      <PageBody>
        <LogTools
          {...{ level, machine, machines, total }}
          isFollowing={isFollowing ?? isLive}
          onLevel={setLevel}
          onMachine={setMachine}
          onSearch={setSearch}
          onFollowing={setFollowing}
        />
        <LogView
          filter={filter}
          total={total}
          isFollowing={isFollowing ?? isLive}
          onFollowing={setFollowing}
          emptyText={t(isFiltered ? 'jmeterLog.nothing' : 'jmeterLog.none')}
        />
      </PageBody>
    </>
  )
}
