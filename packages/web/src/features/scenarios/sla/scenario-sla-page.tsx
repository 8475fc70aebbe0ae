/** Page scenarioSLA: the SLA rules of one scenario, with the results of its latest runs. */
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import { formatMs, formatPercent } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select, Table } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { RunStateTag, SlaTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { DraftGuards } from '../draft/draft-guards.tsx'
import '../editor/scenario.css'
import { scenarioProblems } from '../draft/scenario-problems.ts'
import { useScenarioDraft } from '../draft/use-scenario-draft.ts'
import { useLabels, useScenario, useScenarioTree, useSuggestedLabels } from '../scenario-queries.ts'
import { SlaTable } from './sla-table.tsx'
import { knownCounters, useRuleCounters } from './use-rule-counters.ts'

export function Page() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const tree = useScenarioTree()
  const id = params.get('id')
  if (!tree.data)
    return tree.error ? (
      <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
    ) : (
      <LoadingState />
    )
  const scenarios = tree.data.filter(node => node.kind === 'scenario')
  const choice = (
    <Select
      style={{ minWidth: 220 }}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('scenario.scenario')}
      placeholder={t('scenario.pickTitle')}
      value={id}
      options={scenarios.map(node => ({ value: node.id, label: node.name }))}
      onChange={chosen => setParams({ id: chosen })}
    />
  )
  if (id) return <OneScenario key={id} id={id} choice={choice} />
  return (
    <>
      <PageHeader backTo="/pone/atf/projects/testset" title={t('scenario.sla.pageTitle')} actions={choice} />
      <EmptyState
        title={t(scenarios.length === 0 ? 'scenario.emptyTitle' : 'scenario.pickTitle')}
        text={t('scenario.emptyText')}
      />
    </>
  )
}

function OneScenario({ id, choice }: { readonly id: string; readonly choice: React.ReactNode }) {
  const scenario = useScenario(id)
  if (!scenario.data)
    return scenario.error ? (
      <ErrorState error={scenario.error} onRetry={() => void scenario.refetch()} />
    ) : (
      <LoadingState />
    )
  return <SlaEditor scenario={scenario.data} choice={choice} />
}

function SlaEditor({ scenario, choice }: { readonly scenario: Scenario; readonly choice: React.ReactNode }) {
  const t = useT()
  const language = useSession('language')
  const isReadOnly = !useCan('scenario.edit')
  const draft = useScenarioDraft(scenario)
  const { document } = draft
  const labels = useLabels(document)
  const suggested = useSuggestedLabels(document)
  const counters = useRuleCounters(scenario.id, document.sla)
  const problems = scenarioProblems(document, {
    components: new Set(),
    clusters: [],
    labels,
    counters: knownCounters(counters),
    peakUsers: 0,
    language,
  }).filter(problem => problem.section === 'sla')
  return (
    <div onKeyDown={draft.onKeyDown} role="presentation">
      <PageHeader
        backTo={`/pone/atf/projects/testset?id=${scenario.id}`}
        title={`${t('scenario.sla.pageTitle')} · ${scenario.name}`}
        note={draft.isDirty && t('scenario.unsaved')}
        actions={
          <>
            {choice}
            {!isReadOnly && (
              <Button
                type="primary"
                disabled={!draft.isDirty}
                loading={draft.isSaving}
                onClick={() => void draft.save()}
              >
                {t('scenario.save')}
              </Button>
            )}
          </>
        }
      />
      <PageBody>
        <section className="scenario-section">
          <SlaTable
            rules={document.sla}
            labels={[...(labels ?? suggested)]}
            counters={counters}
            problems={problems}
            isReadOnly={isReadOnly}
            onChange={sla => draft.change({ sla })}
          />
        </section>
        <section className="scenario-section" aria-labelledby="sla-history">
          <h2 id="sla-history">{t('scenario.sla.history')}</h2>
          <SlaHistory scenarioId={scenario.id} />
        </section>
      </PageBody>
      <DraftGuards draft={draft} />
    </div>
  )
}

function SlaHistory({ scenarioId }: { readonly scenarioId: string }) {
  const t = useT()
  const projectId = useSession('projectId')
  const runs = useQuery({
    queryKey: ['run', 'list', projectId, 'of-scenario', scenarioId],
    queryFn: ({ signal }) => api.run.list({ projectId, scenarioId }, { signal }),
  })
  if (!runs.data)
    return runs.error ? (
      <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />
    ) : (
      <LoadingState rows={3} />
    )
  if (runs.data.rows.length === 0) return <p className="scenario-help">{t('scenario.sla.historyNone')}</p>
  return (
    <Table
      size="small"
      rowKey="id"
      dataSource={runs.data.rows}
      pagination={false}
      columns={[
        {
          title: t('run.record.number'),
          render: (_, run) => <Link to={`/pone/atf/projects/SLA?id=${run.id}`}>#{run.number}</Link>,
        },
        { title: t('run.record.state'), render: (_, run) => <RunStateTag state={run.state} /> },
        { title: t('run.record.sla'), render: (_, run) => <SlaTag state={run.sla} /> },
        { title: t('run.record.started'), render: (_, run) => <TimeText at={run.startedAt} withSeconds /> },
        { title: t('run.p95'), align: 'right', render: (_, run) => formatMs(run.p95Ms) },
        {
          title: t('run.record.errors'),
          align: 'right',
          render: (_, run) => formatPercent(run.requests === 0 ? null : (run.failed / run.requests) * 100),
        },
      ]}
    />
  )
}
