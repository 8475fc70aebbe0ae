/** Plans a run by JMeter: the test plans that the scenario binds, their files, and the load. */

import type { RunPlan } from '@pone/contract/link/plan.ts'
import { checkPlan } from '@pone/jmeter/load/check-plan.ts'
import { componentShare } from '@pone/jmeter/load/component-share.ts'
import { optionReasons } from '@pone/jmeter/load/java-options.ts'
import { type JmeterMachine, machineReasons } from '@pone/jmeter/load/machine-reasons.ts'
import { hasSetUp, setUpTimeoutMs } from '@pone/jmeter/load/set-up.ts'
import { stopRuleReasons } from '@pone/plan/load-models/judged-time.ts'
import { problemsOf } from '@pone/plan/load-models/registry.ts'
import { withLoadOf } from '@pone/plan/load-models/thread-groups.ts'
import { meetsOnOneMachine } from '@pone/plan/scenario/one-machine.ts'
import type { DrivenGroup, ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { EnginePlan, EnginePlanner, PlanInput, PlanSources } from './engine-planner.ts'
import { addressesOfTestPlans, requestsOfTestPlans } from './jmeter-labels.ts'
import type { JmeterSource } from './jmeter-source.ts'
import { orMissing } from './or-missing.ts'

/** JMeter has no setting for the maximum duration of a sample. */
const longestSampleMs = 60_000

export const jmeter: EnginePlanner = {
  plan: planJmeterRun,
  scriptCount: plan => plan.jmeter?.components.length ?? 0,
  extraPrepareMs: plan =>
    plan.jmeter?.components.some(({ text }) => hasSetUp(text)) === true ? setUpTimeoutMs : 0,
  longestSampleMs: () => longestSampleMs,
  labelAddresses: ({ jmeter: part }, labels) => addressesOfTestPlans(part?.components ?? [], labels),
  labelRequests: ({ jmeter: part }, labels) => requestsOfTestPlans(part?.components ?? [], labels),
}

/** Its labels are created during the run, so no rule can be checked against them. */
async function planJmeterRun(input: PlanInput, sources: PlanSources): Promise<EnginePlan> {
  const { projectId, scenario } = input
  const { clusterId, loadModel, jmeter: settings } = scenario.document
  const able = clusterId === null ? [] : await sources.ableMachines(projectId, clusterId)
  const { document, components, files, reasons } = await jmeterPartOf(
    scenario.document,
    id => orMissing(sources.components.jmeter(projectId, id)),
    able,
  )
  const load = loadModel.kind === 'threadGroups' ? 'plan' : 'model'
  return {
    document,
    reasons,
    parts: { components: [], jmeter: { components, load, settings }, labels: [], files },
  }
}

type Part = NonNullable<RunPlan['jmeter']>['components'][number]

interface JmeterParts {
  /** The scenario's, with the thread groups where they drive the run. */
  readonly document: ScenarioDocument
  readonly components: Part[]
  readonly files: RunPlan['files']
  readonly reasons: Bilingual[]
}

/**
 * JMeter's part of the plan, with every reason against it. `sourceOf` returns null for a component that has been
 * deleted; `machines` are those that can accept a run now, the one with the most room first; none where they are
 * created for the run.
 */
async function jmeterPartOf(
  document: ScenarioDocument,
  sourceOf: (componentId: string) => Promise<JmeterSource | null>,
  machines: readonly JmeterMachine[],
): Promise<JmeterParts> {
  const components: Part[] = []
  const groups: DrivenGroup[] = []
  const isByGroups = document.loadModel.kind === 'threadGroups'
  const files: RunPlan['files'][number][] = []
  const reasons: Bilingual[] = [
    ...bindingReasons(document),
    ...optionReasons(document.jmeter.jvmOptions),
    ...machineReasons(meetsOnOneMachine(document) ? machines.slice(0, 1) : machines, document.jmeter.version),
  ]
  const count = machines.length === 0 ? null : machines.length
  const percentages = document.bindings.map(({ percentage }) => percentage)
  for (const [index, { componentId, percentage }] of document.bindings.entries()) {
    const source = await sourceOf(componentId)
    if (source === null) {
      reasons.push({ zh: '绑定的组件已被删除', en: 'a component of the scenario has been deleted' })
      continue
    }
    const component = componentShare(percentages, index)
    const held = source.files.map(({ name }) => name)
    const checked = checkPlan(source.bytes, { load: document, component, machines: count, files: held })
    if (!checked.ok) {
      for (const { zh, en } of checked.reasons)
        reasons.push({ zh: `组件“${source.name}”：${zh}`, en: `component “${source.name}”: ${en}` })
      continue
    }
    if (percentage === 0 && !isByGroups) continue
    if (isByGroups) groups.push(...checked.groups.map(group => named(group, source.name)))
    files.push(...source.files)
    const beside = source.files.map(({ id, name }) => ({ id, name }))
    components.push({ id: componentId, name: source.name, percentage, text: checked.text, files: beside })
  }
  const driven = withLoadOf(document, groups)
  reasons.push(...loadReasons(driven))
  return { document: driven, components, files, reasons }
}

const named = (group: DrivenGroup, component: string): DrivenGroup => ({
  ...group,
  name: group.name === '' ? component : `${component} / ${group.name}`,
})

function* bindingReasons({ bindings, loadModel }: ScenarioDocument): Generator<Bilingual> {
  if (bindings.length === 0) yield { zh: '没有绑定组件', en: 'no components added' }
  if (loadModel.kind === 'threadGroups') return
  const sum = bindings.reduce((total, binding) => total + binding.percentage, 0)
  if (bindings.length === 0 || Math.abs(sum - 100) <= 0.01) return
  const shown = Number(sum.toFixed(2))
  yield {
    zh: `组件占比合计为 ${shown}%，应为 100%`,
    en: `the shares of the components add up to ${shown} % instead of 100 %`,
  }
}

const isChanged = (model: ScenarioDocument['loadModel']): boolean =>
  model.kind === 'threadGroups' && (model.loadPercent !== 100 || model.durationSeconds !== null)

function* loadReasons(document: ScenarioDocument): Generator<Bilingual> {
  for (const problem of problemsOf(document.loadModel, document.drive)) yield problem.text
  if (isChanged(document.loadModel)) {
    yield {
      zh: 'JMeter 计划自带的线程组按原样执行，任务不能改变其负载比例和时长',
      en: 'thread groups defined in a JMeter plan run as they are; a task cannot change their load or duration',
    }
  }
  yield* stopRuleReasons(document.loadModel, document.sla)
  if (document.clusterId === null) yield { zh: '没有选择集群', en: 'no cluster selected' }
}
