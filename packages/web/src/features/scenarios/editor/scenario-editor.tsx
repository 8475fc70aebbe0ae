/** The editor of one scenario: components, load, cluster and SLA on one page, with what still keeps it from running. */
import { CaretRightOutlined, CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { type Scenario } from '@pone/contract/entities/scenario.ts'
import { meetsOnOneMachine } from '@pone/jmeter/load/one-machine.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { withLoadOf } from '@pone/plan/load-models/thread-groups.ts'
import { sampleLogFormats } from '@pone/plan/scenario/scenario.ts'
import { Button, InputNumber, Radio } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { BindingsTable } from '../components/bindings-table.tsx'
import { EngineChoice } from '../components/engine-choice.tsx'
import { ConflictDialog } from '../draft/conflict-dialog.tsx'
import { JmeterSettingsForm } from '../jmeter/jmeter-settings.tsx'
import { LoadModelForm } from '../load/load-model-form.tsx'
import { LoadPreview } from '../load/load-preview.tsx'
import { ClusterChoice } from './cluster-choice.tsx'
import './scenario.css'
import { problemText } from '../draft/problem-text.ts'
import { scenarioProblems } from '../draft/scenario-problems.ts'
import { useScenarioDraft } from '../draft/use-scenario-draft.ts'
import {
  useClusters,
  useComponentTree,
  useLabels,
  usePlanLabels,
  usePlanReasons,
  useThreadGroups,
} from '../scenario-queries.ts'
import { SlaTable } from '../sla/sla-table.tsx'
import { useExecute } from './use-execute.ts'

export function ScenarioEditor({ scenario }: { readonly scenario: Scenario }) {
  const t = useT()
  const language = useSession('language')
  const isReadOnly = !useCan('scenario.edit')
  const canExecute = useCan('run.execute')
  const draft = useScenarioDraft(scenario)
  const execute = useExecute()
  const { document, change } = draft
  const clusters = useClusters()
  const nodes = useComponentTree(document.engine)
  const labels = useLabels(document)
  const planLabels = usePlanLabels(document)
  const planReasons = usePlanReasons(document)
  const isJmeter = document.engine === 'jmeter'
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
        planReasons,
        peakUsers: isArrivals ? document.maxUsers : peakLoad,
        language,
      })
    : []
  const inSection = (section: string) => problems.filter(problem => problem.section === section)
  const run = async () => {
    if (draft.isDirty && !(await draft.save())) return
    execute.start(scenario.id)
  }
  return (
    <div className="scenario-editor" onKeyDown={draft.onKeyDown} role="presentation">
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
                disabled={!known || problems.length > 0}
                loading={execute.isStarting}
                onClick={() => void run()}
              >
                {t(draft.isDirty ? 'scenario.saveAndExecute' : 'scenario.execute')}
              </Button>
            )}
          </>
        }
      />
      <PageBody>
        <p
          className="scenario-status"
          role="status"
          style={{ color: problems.length > 0 ? 'var(--warning)' : 'var(--passed)' }}
        >
          {known &&
            (problems.length > 0 ? (
              <ExclamationCircleOutlined aria-hidden />
            ) : (
              <CheckCircleOutlined aria-hidden />
            ))}
          {known &&
            (problems.length > 0 ? t('scenario.problems', { count: problems.length }) : t('scenario.ready'))}
          {isReadOnly && <span className="scenario-help"> · {t('scenario.readOnly')}</span>}
        </p>

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
            designPage={isJmeter ? 'jmeterComponentDesign' : 'prComponentDesign'}
            problems={inSection('components')}
            isReadOnly={isReadOnly}
            onChange={bindings => change({ bindings })}
          />
        </section>

        <section className="scenario-section" aria-labelledby="scenario-load">
          <h2 id="scenario-load">{t('scenario.section.load')}</h2>
          <div className="scenario-drive">
            <Radio.Group
              value={document.drive}
              disabled={isReadOnly}
              aria-label={t('scenario.load.drive')}
              onChange={event => change({ drive: event.target.value === 'arrivals' ? 'arrivals' : 'users' })}
            >
              <Radio value="users">{t('scenario.load.users')}</Radio>
              <Radio value="arrivals">{t('scenario.load.arrivals')}</Radio>
            </Radio.Group>
            <span className="scenario-help">
              {t(isArrivals ? 'scenario.load.arrivalsHelp' : 'scenario.load.usersHelp')}
            </span>
          </div>
          {isArrivals && (
            <div className="scenario-drive">
              <label htmlFor="scenario-max-users">{t('scenario.load.maxUsers')}</label>
              <InputNumber
                id="scenario-max-users"
                value={document.maxUsers}
                min={1}
                max={1_000_000}
                precision={0}
                readOnly={isReadOnly}
                changeOnWheel={false}
                onChange={maxUsers => maxUsers !== null && change({ maxUsers })}
              />
              <span className="scenario-help">{t('scenario.load.maxUsersHelp')}</span>
            </div>
          )}
          <div className="scenario-load">
            <LoadModelForm
              model={document.loadModel}
              groups={groups}
              isArrivals={isArrivals}
              problems={inSection('load')}
              isReadOnly={isReadOnly}
              onChange={loadModel => change({ loadModel })}
            />
            <LoadPreview model={driven.loadModel} />
          </div>
        </section>

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
          {meetsOnOneMachine(document) && <p className="scenario-help">{t('scenario.jmeter.oneMachine')}</p>}
        </section>
        {isJmeter ? (
          <section className="scenario-section" aria-labelledby="scenario-jmeter">
            <h2 id="scenario-jmeter">{t('scenario.section.jmeter')}</h2>
            <JmeterSettingsForm
              settings={document.jmeter}
              isReadOnly={isReadOnly}
              onChange={jmeter => change({ jmeter })}
            />
            {inSection('jmeter').map(problem => (
              <p key={problem.text} className="scenario-problem" role="alert">
                {problemText(t, problem)}
              </p>
            ))}
          </section>
        ) : (
          <section className="scenario-section" aria-labelledby="scenario-samples">
            <h2 id="scenario-samples">{t('scenario.section.samples')}</h2>
            <Radio.Group
              value={document.sampleLog}
              disabled={isReadOnly}
              aria-labelledby="scenario-samples"
              options={sampleLogFormats.map(value => ({ value, label: t(`scenario.samples.${value}`) }))}
              onChange={event =>
                change({ sampleLog: sampleLogFormats.find(format => format === event.target.value) ?? 'off' })
              }
            />
            <p className="scenario-help">{t('scenario.samples.help')}</p>
          </section>
        )}

        <section className="scenario-section" aria-labelledby="scenario-sla">
          <h2 id="scenario-sla">{t('scenario.section.sla')}</h2>
          <SlaTable
            rules={document.sla}
            labels={[...(labels ?? planLabels)]}
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
