/** Puts together what a run needs, as it is at this moment: the scenario, its components, their labels and files. */

import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import type { Component } from '@pone/contract/entities/component.ts'
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { meetsOnOneMachine } from '@pone/jmeter/load/one-machine.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { filesOf } from '@pone/plan/component/files.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import { groupOf, withLoadOf } from '@pone/plan/load-models/thread-groups.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { type JmeterSource, jmeterPartOf } from './jmeter-plan.ts'
import { reasonsAgainst } from './scenario-check.ts'

export type PlanFile = RunPlan['files'][number]

export interface PlanSources {
  /** @throws AppError NotFound */
  readonly component: (projectId: string, id: string) => Promise<Component>
  /** @throws AppError NotFound */
  readonly file: (projectId: string, id: string) => Promise<PlanFile>
  /** @throws AppError NotFound */
  readonly jmeterComponent: (projectId: string, id: string) => Promise<JmeterSource>
  readonly problemsOfComponent: (document: ComponentDocument) => readonly Bilingual[]
  /** Machines of the cluster that can take a run now, the one with the most room first. */
  readonly ableMachines: (projectId: string, clusterId: string) => Promise<readonly LoadMachine[]>
}

interface PlanInput {
  readonly runId: string
  readonly projectId: string
  readonly scenario: Scenario
}

interface Planned {
  readonly plan: RunPlan
  readonly clusterId: string
  readonly users: number
  /** All of them have to be on the same machine. */
  readonly isOneMachine: boolean
  /** The scenario's, with the thread groups where they drive the run. */
  readonly document: Scenario['document']
}

/**
 * The plan of a run of this scenario, which can be executed as far as it can be known before the machines are asked.
 * @throws AppError ScenarioIncomplete with every reason
 */
export async function planRun(input: PlanInput, sources: PlanSources): Promise<Planned> {
  if (input.scenario.document.engine === 'jmeter') return planJmeterRun(input, sources)
  const { bindings, loadModel } = input.scenario.document
  const components = await boundComponents(input.projectId, bindings, sources)
  const isByGroups = loadModel.kind === 'threadGroups'
  const parts = bindings.flatMap(({ componentId, percentage }) => {
    const component = components.get(componentId)
    return component === undefined || (percentage === 0 && !isByGroups)
      ? []
      : [{ id: component.id, name: component.name, percentage, document: component.document }]
  })
  const groups = parts.map(part => groupOf(part.name, part.document.threadGroup))
  const document = withLoadOf(input.scenario.document, groups)
  const labels = labelsOf(parts, document.drive)
  const { problemsOfComponent } = sources
  const reasons = reasonsAgainst({ document, components, labels, problemsOfComponent })
  const { files, missing } = await planFiles(input.projectId, parts, sources)
  for (const name of missing) {
    reasons.push({
      zh: `组件“${name}”使用的文件已被删除`,
      en: `a file of component “${name}” has been deleted`,
    })
  }
  return finished(input, document, reasons, { components: parts, labels, files })
}

/** Labels of JMeter come to be while it runs, so no rule can be checked against them. */
async function planJmeterRun(input: PlanInput, sources: PlanSources): Promise<Planned> {
  const { projectId, scenario } = input
  const { clusterId, loadModel, jmeter } = scenario.document
  const able = clusterId === null ? [] : await sources.ableMachines(projectId, clusterId)
  const { document, components, files, reasons } = await jmeterPartOf(
    scenario.document,
    id => orMissing(sources.jmeterComponent(projectId, id)),
    able,
  )
  const load = loadModel.kind === 'threadGroups' ? 'plan' : 'model'
  return finished(input, document, reasons, {
    components: [],
    jmeter: { components, load, settings: jmeter },
    labels: [],
    files,
  })
}

/** @throws AppError ScenarioIncomplete with every reason */
function finished(
  { runId }: PlanInput,
  document: Scenario['document'],
  reasons: readonly Bilingual[],
  parts: Pick<RunPlan, 'components' | 'jmeter' | 'labels' | 'files'>,
): Planned {
  const { clusterId, drive, maxUsers, loadModel, sampleLog } = document
  if (reasons.length > 0 || clusterId === null) {
    const detail = {
      zh: reasons.map(({ zh }) => zh).join('；'),
      en: reasons.map(({ en }) => en).join('; '),
    }
    throw new AppError('ScenarioIncomplete', { detail })
  }
  const highest = Math.max(1, Math.ceil(peak(loadModel)))
  return {
    // The rows of JMeter are what its report is made of.
    plan: { runId, ...parts, drive, maxUsers, loadModel, sampleLog: parts.jmeter ? 'jtl' : sampleLog },
    clusterId,
    users: drive === 'arrivals' ? maxUsers : highest,
    isOneMachine: meetsOnOneMachine(document),
    document,
  }
}

/** Scripts that the machines of a run have to bear. */
export const scriptsOf = ({ components, jmeter }: RunPlan): number =>
  components.length + (jmeter?.components.length ?? 0)

async function boundComponents(
  projectId: string,
  bindings: Scenario['document']['bindings'],
  { component }: PlanSources,
): Promise<Map<string, Component>> {
  const found = new Map<string, Component>()
  for (const { componentId } of bindings) {
    const one = await orMissing(component(projectId, componentId))
    if (one !== null) found.set(componentId, one)
  }
  return found
}

async function planFiles(
  projectId: string,
  parts: RunPlan['components'],
  { file }: PlanSources,
): Promise<{ files: PlanFile[]; missing: string[] }> {
  const files = new Map<string, PlanFile>()
  const missing: string[] = []
  for (const { name, document } of parts) {
    for (const id of filesOf(document)) {
      if (files.has(id)) continue
      const one = await orMissing(file(projectId, id))
      if (one === null) missing.push(name)
      else files.set(id, one)
    }
  }
  return { files: [...files.values()], missing }
}

/** null instead of NotFound. */
async function orMissing<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'NotFound') return null
    throw cause
  }
}
