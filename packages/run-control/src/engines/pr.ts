/** Plans a run by the platform's own engine: components, their labels, and the files that they use. */
import type { Component } from '@pone/contract/entities/component.ts'
import type { Scenario } from '@pone/contract/entities/scenario.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { filesOf } from '@pone/plan/component/files.ts'
import { longestResponseMs } from '@pone/plan/component/longest-response.ts'
import { groupOf, withLoadOf } from '@pone/plan/load-models/thread-groups.ts'
import { labelAddresses } from '@pone/plan/scenario/label-addresses.ts'
import { labelRequests } from '@pone/plan/scenario/label-requests.ts'
import { labelsOf, labelTable } from '@pone/plan/scenario/labels.ts'
import { reasonsAgainst } from '../scenario-check.ts'
import type { EnginePlan, EnginePlanner, PlanFile, PlanInput, PlanSources } from './engine-planner.ts'
import { orMissing } from './or-missing.ts'

export const pr: EnginePlanner = {
  plan: planOwnRun,
  scriptCount: ({ components }) => components.length,
  extraPrepareMs: () => 0,
  longestSampleMs: ({ components }) => Math.max(...components.map(part => longestResponseMs(part.document))),
  labelAddresses: ({ components, drive }) => labelAddresses(components, labelTable(components, drive)),
  labelRequests: ({ components, drive }) => labelRequests(components, labelTable(components, drive)),
}

async function planOwnRun(input: PlanInput, sources: PlanSources): Promise<EnginePlan> {
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
      en: `a file used by component “${name}” has been deleted`,
    })
  }
  return { document, reasons, parts: { components: parts, labels, files } }
}

async function boundComponents(
  projectId: string,
  bindings: Scenario['document']['bindings'],
  { components }: PlanSources,
): Promise<Map<string, Component>> {
  const found = new Map<string, Component>()
  for (const { componentId } of bindings) {
    const one = await orMissing(components.pr(projectId, componentId))
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
