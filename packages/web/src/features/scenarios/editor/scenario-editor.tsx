/** The editor of one scenario: components, load, cluster and SLA on one page, with what still keeps it from running. */
import { CaretRightOutlined, CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { type Scenario } from '@pone/contract/entities/scenario.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { withLoadOf } from '@pone/plan/load-models/thread-groups.ts'
import { meetsOnOneMachine } from '@pone/plan/scenario/one-machine.ts'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { BindingsTable } from '../components/bindings-table.tsx'
import { EngineChoice } from '../components/engine-choice.tsx'
import { ConflictDialog } from '../draft/conflict-dialog.tsx'
import { scenarioEngines } from '../engines/registry.ts'
import { ClusterChoice } from './cluster-choice.tsx'
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

export function ScenarioEditor({ scenario }: { readonly scenario: Scenario }) {
  const t = useT()
  const language = useSession('language')
  const isReadOnly = !useCan('scenario.edit')
  const draft = useScenarioDraft(scenario)
  const { document, change } = draft
  const clusters = useClusters()
  const nodes = useComponentTree(document.engine)
  const labels = useLabels(document)
  const suggested = useSuggestedLabels(document)
  const loadReasons = useLoadReasons(document)
  const isArrivals = document.drive === 'arrivals'
  const groups = useThreadGroups(document)
  const driven = withLoadOf(document, groups ?? [])
  const peakLoad = peak(driven.loadModel)
  const known = nodes.data && clusters.data
  const problems = known
    ? scenarioProblems(driven, {
        components: new Set(nodes.data.filter(node => node.kind === 'component').map(node => node.id)),
        clusters: clusters.data,
        labels,
        loadReasons,
        peakUsers: isArrivals ? document.maxUsers : peakLoad,
        language,
      })
    : []
  const inSection = (section: string) => problems.filter(problem => problem.section === section)
  return (
    <div className="scenario-editor" onKeyDown={draft.onKeyDown} role="presentation">
      <EditorHeader
        scenario={scenario}
        draft={draft}
        isReadOnly={isReadOnly}
        isAble={known !== undefined && problems.length === 0}
      />
      <PageBody>
        <Readiness problemCount={known ? problems.length : null} isReadOnly={isReadOnly} />

        <section className="scenario-section" aria-labelledby="scenario-components">
          <h2 id="scenario-components">{t('scenario.section.components')}</h2>
          <EngineChoice
            engine={document.engine}
            hasBindings={document.bindings.length > 0}
            isReadOnly={isReadOnly}
            onChange={engine => change({ engine, bindings: [] })}
          />
          <BindingsTable
            bindings={document.bindings}
            nodes={nodes.data ?? []}
            peak={peakLoad}
            isArrivals={isArrivals}
            isByThreadGroups={document.loadModel.kind === 'threadGroups'}
            designPage={scenarioEngines[document.engine].designPage}
            problems={inSection('components')}
            isReadOnly={isReadOnly}
            onChange={bindings => change({ bindings })}
          />
        </section>

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
          <ClusterChoice
            clusters={clusters.data ?? []}
            engine={document.engine}
            value={document.clusterId}
            problems={inSection('cluster')}
            isReadOnly={isReadOnly}
            onChange={clusterId => change({ clusterId })}
          />
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
            labels={[...(labels ?? suggested)]}
            problems={inSection('sla')}
            isReadOnly={isReadOnly}
            onChange={sla => change({ sla })}
          />
          <p>
            <Link to={`/pone/atf/projects/scenarioSLA?id=${scenario.id}`}>{t('scenario.sla.openPage')}</Link>
          </p>
        </section>
      </PageBody>
      <UnsavedGuard isDirty={draft.isDirty} />
      <ConflictDialog
        conflict={draft.conflict}
        onTheirs={draft.loadTheirs}
        onMine={() => void draft.overwrite()}
        onClose={draft.closeConflict}
      />
    </div>
  )
}

interface EditorHeaderProps {
  readonly scenario: Scenario
  readonly draft: ReturnType<typeof useScenarioDraft>
  readonly isReadOnly: boolean
  /** Nothing keeps it from running. */
  readonly isAble: boolean
}

/** Name, state of saving, and the buttons to save and execute. */
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

/** How many problems still keep the scenario from running; null while that is not known. */
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
