/** The active runs of the project, to select one for the live page. */

import { activeRunStates } from '@pone/contract/states.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Table } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { useRowPages } from '../../ui/data-table/use-row-pages.ts'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import { PageBody, PageHeader } from '../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { RunStateTag } from '../../ui/run/run-state.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { useRuns } from './run-queries.ts'

const open = (id: string) => `/pone/atf/projects/realTimeMonitoring?id=${id}`

export function ActiveRuns() {
  const t = useT()
  const navigate = useNavigate()
  const active = useRuns({ states: [...activeRunStates], pageSize: 50 })
  // Running imports are excluded.
  const rows = active.data?.rows.filter(run => run.source === 'run')
  const pages = useRowPages(rows?.length ?? 0)
  return (
    <>
      <PageHeader title={t('run.activeTitle')} />
      <PageBody>
        {active.error && !rows ? (
          <ErrorState error={active.error} onRetry={() => void active.refetch()} />
        ) : !rows ? (
          <LoadingState />
        ) : rows.length === 0 ? (
          <EmptyState
            title={t('run.noneActive')}
            text={t('run.noneActiveText')}
            action={
              <ButtonLink to="/pone/atf/projects/testset" type="primary">
                {t('run.goScenarios')}
              </ButtonLink>
            }
          />
        ) : (
          <Table
            size="middle"
            rowKey="id"
            dataSource={rows}
            pagination={pages}
            onRow={run => ({ onClick: () => void navigate(open(run.id)), className: 'run-row' })}
            columns={[
              { title: t('run.record.number'), render: (_, run) => `#${run.number}` },
              {
                title: t('run.record.scenario'),
                render: (_, run) => <Link to={open(run.id)}>{run.scenarioName}</Link>,
              },
              { title: t('run.record.state'), render: (_, run) => <RunStateTag state={run.state} /> },
              {
                title: t('run.record.started'),
                render: (_, run) => <TimeText at={run.startedAt ?? run.createdAt} withSeconds />,
              },
              {
                title: t('run.record.requests'),
                align: 'right',
                className: 'numeric',
                render: (_, run) => formatNumber(run.requests),
              },
              { title: t('run.record.by'), dataIndex: 'startedBy' },
            ]}
          />
        )}
      </PageBody>
    </>
  )
}
