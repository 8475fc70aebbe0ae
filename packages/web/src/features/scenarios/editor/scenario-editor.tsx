/** The editor of one scenario: components, load, cluster and SLA on one page, with the problems that prevent its execution. */
import { CaretRightOutlined, CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { type Scenario } from '@pone/contract/entities/scenario.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { withLoadOf } from '@pone/plan/load-models/thread-groups.ts'
import { meetsOnOneMachine } from '@pone/plan/scenario/one-machine.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { formatInstant } from '../../../ui/format.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { LoadingState } from '../../../ui/page/page-states.tsx'
import { DraftGuards } from '../draft/draft-guards.tsx'
import { ClusterChoice } from './cluster-choice.tsx'
import { ComponentsSection } from './components-section.tsx'
import { EngineSection } from './engine-section.tsx'
import { LoadSection } from './load-section.tsx'
import './scenario.css'
import { scenarioProblems } from '../draft/scenario-problems.ts'
import { useScenarioDraft } from '../draft/use-scenario-draft.ts'
import {
  useClusters,
  useComponentTree,
  useLabels,
  useLoadReasons,
  useSuggestedLabels,
  useThreadGroups,
} from '../scenario-queries.ts'
import { SlaTable } from '../sla/sla-table.tsx'
import { useExecute } from './use-execute.ts'

/** The data that the sections of the editor need besides the draft, and the problems; null while unknown. */
function useScenarioView(document: ScenarioDocument) {
  const language = useSession('language')
  const clusters = useClusters()
  const nodes = useComponentTree(document.engine)
  const labels = useLabels(document)
  const suggested = useSuggestedLabels(document)
  const loadReasons = useLoadReasons(document)
  const groups = useThreadGroups(document)
  const driven = withLoadOf(document, groups ?? [])
  const peakLoad = peak(driven.loadModel)
  const problems =
    nodes.data && clusters.data
      ? scenarioProblems(driven, {
          components: new Set(nodes.data.filter(node => node.kind === 'component').map(node => node.id)),
          clusters: clusters.data,
          labels,
          loadReasons,
          peakUsers: document.drive === 'arrivals' ? document.maxUsers : peakLoad,
          language,
        })
      : null
  return {
    nodes: nodes.data ?? [],
    /** null: not loaded yet. */
    clusters: clusters.data ?? null,
    labels: [...(labels ?? suggested)],
    groups,
    driven,
    peakLoad,
    problems,
  }
}

export function ScenarioEditor({ scenario }: { readonly scenario: Scenario }) {
  const t = useT()
  const isReadOnly = !useCan('scenario.edit')
  const draft = useScenarioDraft(scenario)
  const { document, change } = draft
  const { nodes, clusters, labels, groups, driven, peakLoad, problems } = useScenarioView(document)
  const inSection = (section: string) => problems?.filter(problem => problem.section === section) ?? []
  return (
    <div className="scenario-editor" onKeyDown={draft.onKeyDown} role="presentation">
      <EditorHeader
        scenario={scenario}
        draft={draft}
        isReadOnly={isReadOnly}
        isAble={problems?.length === 0}
      />
      <PageBody>
        <Readiness problemCount={problems?.length ?? null} isReadOnly={isReadOnly} />
        <ComponentsSection
          document={document}
          nodes={nodes}
          peakLoad={peakLoad}
          problems={inSection('components')}
          isReadOnly={isReadOnly}
          onChange={change}
        />

        <LoadSection
          document={document}
          driven={driven}
          groups={groups}
          problems={inSection('load')}
          isReadOnly={isReadOnly}
          onChange={change}
        />

        <section className="scenario-section" aria-labelledby="scenario-cluster">
          <h2 id="scenario-cluster">{t('scenario.section.cluster')}</h2>
          {clusters === null ? (
            <LoadingState rows={2} />
          ) : (
            <ClusterChoice
              clusters={clusters}
              engine={document.engine}
              value={document.clusterId}
              problems={inSection('cluster')}
              isReadOnly={isReadOnly}
              onChange={clusterId => change({ clusterId })}
            />
          )}
          {meetsOnOneMachine(document) && (
            <p className="scenario-help">{t('scenario.cluster.oneMachineOnly')}</p>
          )}
        </section>
        <EngineSection
          document={document}
          problems={inSection('engine')}
          isReadOnly={isReadOnly}
          onChange={change}
        />

        <section className="scenario-section" aria-labelledby="scenario-sla">
          <h2 id="scenario-sla">{t('scenario.section.sla')}</h2>
          <SlaTable
            rules={document.sla}
            labels={labels}
            problems={inSection('sla')}
            isReadOnly={isReadOnly}
            onChange={sla => change({ sla })}
          />
          <p>
            <Link to={`/pone/atf/projects/scenarioSLA?id=${scenario.id}`}>{t('scenario.sla.openPage')}</Link>
          </p>
        </section>
      </PageBody>
      <DraftGuards draft={draft} />
    </div>
  )
}

interface EditorHeaderProps {
  readonly scenario: Scenario
  readonly draft: ReturnType<typeof useScenarioDraft>
  readonly isReadOnly: boolean
  /** Whether no problem prevents its execution. */
  readonly isAble: boolean
}

/** Name, save state, and the buttons to save and execute. */
function EditorHeader({ scenario, draft, isReadOnly, isAble }: EditorHeaderProps) {
  const t = useT()
  const canExecute = useCan('run.execute')
  const execute = useExecute()
  const run = async () => {
    if (draft.isDirty && !(await draft.save())) return
    execute.start(scenario.id)
  }
  return (
    <PageHeader
      title={scenario.name}
      note={
        <span className="scenario-status">
          {draft.isDirty
            ? t('scenario.unsaved')
            : t('scenario.revision', {
                revision: scenario.revision,
                by: scenario.updatedBy,
                at: formatInstant(scenario.updatedAt),
              })}
        </span>
      }
      actions={
        <>
          {!isReadOnly && (
            <Button disabled={!draft.isDirty} loading={draft.isSaving} onClick={() => void draft.save()}>
              {t('scenario.save')}
            </Button>
          )}
          {canExecute && (
            <Button
              type="primary"
              icon={<CaretRightOutlined />}
              disabled={!isAble}
              loading={execute.isStarting}
              onClick={() => void run()}
            >
              {t(draft.isDirty ? 'scenario.saveAndExecute' : 'scenario.execute')}
            </Button>
          )}
        </>
      }
    />
  )
}

/** Number of problems that prevent its execution; null while unknown. */
function Readiness({
  problemCount,
  isReadOnly,
}: {
  readonly problemCount: number | null
  readonly isReadOnly: boolean
}) {
  const t = useT()
  const hasProblems = problemCount !== null && problemCount > 0
  return (
    <p
      className="scenario-status"
      role="status"
      style={{ color: hasProblems ? 'var(--warning)' : 'var(--passed)' }}
    >
      {problemCount !== null &&
        (hasProblems ? <ExclamationCircleOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />)}
      {problemCount !== null &&
        (hasProblems ? t('scenario.problems', { count: problemCount }) : t('scenario.ready'))}
      {isReadOnly && <span className="scenario-help"> · {t('scenario.readOnly')}</span>}
    </p>
  )
}
