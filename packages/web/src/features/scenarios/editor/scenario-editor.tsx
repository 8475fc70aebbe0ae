/** The editor of one scenario: components, load, cluster and SLA on one page, with the problems that prevent its execution. */
import { type Scenario } from '@pone/contract/entities/scenario.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { withLoadOf } from '@pone/plan/load-models/thread-groups.ts'
import { meetsOnOneMachine } from '@pone/plan/scenario/one-machine.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { PageBody } from '../../../ui/page/page-header.tsx'
import { LoadingState } from '../../../ui/page/page-states.tsx'
import { DraftGuards } from '../draft/draft-guards.tsx'
import { ClusterChoice, type ClusterChoiceProps } from './cluster-choice.tsx'
import { ComponentsSection } from './components-section.tsx'
import { EditorHeader } from './editor-header.tsx'
import { EngineSection } from './engine-section.tsx'
import { LoadSection } from './load-section.tsx'
import { MixSection } from './mix-section.tsx'
import './scenario.css'
import { withSoleCluster } from '../../../lib/scenarios/sole-cluster.ts'
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
import { SlaTable, type SlaTableProps } from '../sla/sla-table.tsx'
import { knownCounters, useRuleCounters } from '../sla/use-rule-counters.ts'
import { useShownProblems } from './use-shown-problems.ts'

/** The data that the sections of the editor need besides the draft, and the problems; null while unknown. */
function useScenarioView(scenarioId: string, document: ScenarioDocument) {
  const language = useSession('language')
  const clusters = useClusters()
  const nodes = useComponentTree(document.engine)
  const labels = useLabels(document)
  const suggested = useSuggestedLabels(document)
  const loadReasons = useLoadReasons(document)
  const groups = useThreadGroups(document)
  const counters = useRuleCounters(scenarioId, document.sla)
  const driven = withLoadOf(document, groups ?? [])
  const peakLoad = peak(driven.loadModel)
  const problems =
    nodes.data && clusters.data
      ? scenarioProblems(driven, {
          components: new Set(nodes.data.filter(node => node.kind === 'component').map(node => node.id)),
          clusters: clusters.data,
          labels,
          loadReasons,
          counters: knownCounters(counters),
          peakUsers: document.drive === 'arrivals' ? document.maxUsers : peakLoad,
          language,
        })
      : null
  return {
    nodes: nodes.data ?? [],
    /** null: not loaded yet. */
    clusters: clusters.data ?? null,
    labels: [...(labels ?? suggested)],
    counters,
    groups,
    driven,
    peakLoad,
    problems,
  }
}

export function ScenarioEditor({ scenario }: { readonly scenario: Scenario }) {
  const isReadOnly = !useCan('scenario.edit')
  const draft = useScenarioDraft(scenario)
  const { document } = draft
  const { nodes, clusters, labels, counters, groups, driven, peakLoad, problems } = useScenarioView(
    scenario.id,
    document,
  )
  const change = (next: Partial<ScenarioDocument>) =>
    draft.change(withSoleCluster({ ...document, ...next }, clusters ?? []))
  // A scenario that nobody has saved yet is not marked before its first input.
  const shown = useShownProblems(problems ?? [], scenario.revision > 1)
  const inSection = (section: string) => shown.problems.filter(problem => problem.section === section)
  return (
    <div className="scenario-editor" onKeyDown={draft.onKeyDown} onBlur={shown.onBlur} role="presentation">
      <EditorHeader
        scenario={scenario}
        draft={draft}
        isReadOnly={isReadOnly}
        driven={driven}
        freeUsers={clusters?.find(({ id }) => id === document.clusterId)?.remainingUsers ?? null}
        problemCount={problems?.length ?? null}
        isMarked={shown.isMarked}
        onMark={shown.mark}
        onShowFirst={() => shown.focusFirst(problems ?? [])}
      />
      <PageBody>
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

        <ClusterSection
          document={document}
          clusters={clusters}
          problems={inSection('cluster')}
          isReadOnly={isReadOnly}
          onChange={clusterId => change({ clusterId })}
        />
        <EngineSection
          document={document}
          problems={inSection('engine')}
          isReadOnly={isReadOnly}
          onChange={change}
        />

        <MixSection document={document} isReadOnly={isReadOnly} onChange={change} />

        <SlaSection
          scenarioId={scenario.id}
          rules={document.sla}
          labels={labels}
          counters={counters}
          problems={inSection('sla')}
          isReadOnly={isReadOnly}
          onChange={sla => change({ sla })}
        />
      </PageBody>
      <DraftGuards draft={draft} />
    </div>
  )
}

/** The rules of the scenario, and the link to their page. */
function SlaSection({ scenarioId, ...table }: SlaTableProps & { readonly scenarioId: string }) {
  const t = useT()
  return (
    <section className="scenario-section" aria-labelledby="scenario-sla">
      <h2 id="scenario-sla">{t('scenario.section.sla')}</h2>
      <SlaTable {...table} />
      <p>
        <Link to={`/pone/atf/projects/scenarioSLA?id=${scenarioId}`}>{t('scenario.sla.openPage')}</Link>
      </p>
    </section>
  )
}

/** The cluster on which the scenario runs. */
function ClusterSection({
  document,
  clusters,
  ...choice
}: Omit<ClusterChoiceProps, 'clusters' | 'engine' | 'value'> & {
  readonly document: ScenarioDocument
  /** null: not loaded yet. */
  readonly clusters: ClusterChoiceProps['clusters'] | null
}) {
  const t = useT()
  return (
    <section className="scenario-section" aria-labelledby="scenario-cluster">
      <h2 id="scenario-cluster">{t('scenario.section.cluster')}</h2>
      {clusters === null ? (
        <LoadingState rows={2} />
      ) : (
        <ClusterChoice {...choice} clusters={clusters} engine={document.engine} value={document.clusterId} />
      )}
      {meetsOnOneMachine(document) && <p className="scenario-help">{t('scenario.cluster.oneMachineOnly')}</p>}
    </section>
  )
}
