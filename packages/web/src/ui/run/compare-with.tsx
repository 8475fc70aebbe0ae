/** Compares a run with an earlier one of its scenario: the previous one is the default baseline, others can be chosen. */
import { SwapOutlined } from '@ant-design/icons'
import type { Run } from '@pone/contract/entities/run.ts'
import { isActiveRun, runStates } from '@pone/contract/states.ts'
import { formatMs } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Popover, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { useSession } from '../../lib/session/session.ts'
import './compare-with.css'
import { ErrorState, LoadingState } from '../page/page-states.tsx'
import { TimeText } from '../time-text.tsx'
import { RunStateTag } from './run-state.tsx'

const most = 5

export function CompareWith({ run, isHistory = false }: { readonly run: Run; readonly isHistory?: boolean }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      title={t('comparison.with.title')}
      content={<EarlierRuns run={run} isHistory={isHistory} />}
    >
      <Button icon={<SwapOutlined />} aria-expanded={isOpen}>
        {t('comparison.with')}
      </Button>
    </Popover>
  )
}

function EarlierRuns({ run, isHistory }: { readonly run: Run; readonly isHistory: boolean }) {
  const t = useT()
  const earlier = useEarlierRuns(run)
  return (
    <div className="compare-with">
      {earlier.error && !earlier.data ? (
        <ErrorState error={earlier.error} onRetry={() => void earlier.refetch()} />
      ) : !earlier.data ? (
        <LoadingState rows={3} />
      ) : earlier.data.length === 0 ? (
        <p className="secondary">{t('comparison.with.none')}</p>
      ) : (
        <ul>
          {earlier.data.map((one, at) => (
            <li key={one.id}>
              <Link to={links.comparison([one.id, run.id], { isHistory })}>
                <span className="tabular">#{one.number}</span>
                <TimeText at={one.startedAt} />
                <span className="tabular">P95 {formatMs(one.p95Ms)}</span>
                <RunStateTag state={one.state} />
                {at === 0 && <Tag color="blue">{t('comparison.with.previous')}</Tag>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link className="compare-with-other" to={links.comparison([run.id], { isHistory, picks: true })}>
        {t('comparison.with.other')}
      </Link>
    </div>
  )
}

/** Ended runs of the same scenario (for imports: of the same name) that started earlier, newest first. */
function useEarlierRuns(run: Run) {
  const projectId = useSession('projectId')
  return useQuery({
    queryKey: ['run', 'list', projectId, 'earlier', run.id],
    queryFn: async ({ signal }) => {
      const { rows } = await api.run.list(
        {
          projectId,
          pageSize: 50,
          engines: [run.engine],
          states: runStates.filter(state => !isActiveRun(state)),
          to: run.createdAt,
          ...(run.scenarioId === null ? { search: run.scenarioName } : { scenarioId: run.scenarioId }),
        },
        { signal },
      )
      return rows
        .filter(
          ({ id, startedAt, scenarioName }) =>
            id !== run.id &&
            startedAt !== null &&
            (run.scenarioId !== null || scenarioName === run.scenarioName),
        )
        .slice(0, most)
    },
  })
}
