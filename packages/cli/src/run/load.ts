/** The load of a run: the file's, else the component's thread group, changed by the command line. */

import type { ScenarioPart } from '@pone/plan/code/shorten.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { peak, plannedDurationMs } from '@pone/plan/load-models/registry.ts'
import { constantOf as constantOfGroup, groupOf, withLoadOf } from '@pone/plan/load-models/thread-groups.ts'
import {
  type LoadModel,
  type ScenarioDocument,
  scenarioDocumentSchema,
} from '@pone/plan/scenario/scenario.ts'
import type { LoadChanges } from './options.ts'

type Constant = Extract<LoadModel, { kind: 'constant' }>

/** The scenario to run; a load model other than a constant one is kept only where nothing of it is changed. */
export function scenarioOf(input: {
  /** Name of the component. */
  readonly name: string
  readonly document: ComponentDocument
  readonly file: ScenarioPart
  readonly changes: LoadChanges
}): ScenarioDocument {
  const { name, document, file, changes } = input
  const { users, durationMs, ratePerSecond, rampUpMs, iterations, maxUsers } = changes
  const { threadGroup } = document
  const base = file.loadModel ?? byThreadGroup
  const isChanged = [users, durationMs, ratePerSecond, rampUpMs, iterations].some(value => value !== null)
  const constant =
    base.kind === 'threadGroups'
      ? constantOfGroup(groupOf(name, threadGroup))
      : constantOf(base, file.drive === 'arrivals' && users === null)
  const endsByIterations = iterations !== null && durationMs === null
  const loadModel: LoadModel = !isChanged
    ? base
    : {
        kind: 'constant',
        users: ratePerSecond ?? users ?? constant.users,
        rampUpSeconds: rampUpMs === null ? constant.rampUpSeconds : rampUpMs / 1_000,
        durationSeconds:
          durationMs !== null ? durationMs / 1_000 : endsByIterations ? 0 : constant.durationSeconds,
        // A duration or a rate replaces the iterations of the file.
        loops: iterations ?? (durationMs === null && ratePerSecond === null ? constant.loops : 0),
      }
  const scenario = scenarioDocumentSchema.parse({
    drive: ratePerSecond !== null ? 'arrivals' : users !== null ? 'users' : file.drive,
    rateUnit: file.rateUnit,
    maxUsers: maxUsers ?? file.maxUsers,
    loadModel,
    sampleLog: file.sampleLog,
    sla: file.sla,
  })
  return withLoadOf(scenario, [groupOf(name, threadGroup)])
}

/** Used when neither file nor command line sets a load. */
const byThreadGroup: LoadModel = { kind: 'threadGroups', groups: [], loadPercent: 100, durationSeconds: null }

function constantOf(model: LoadModel, isRate: boolean): Constant {
  if (model.kind === 'constant') return model
  const durationSeconds = (plannedDurationMs(model) ?? 0) / 1_000
  return {
    kind: 'constant',
    users: isRate ? peak(model) : Math.max(1, Math.ceil(peak(model))),
    rampUpSeconds: 0,
    durationSeconds,
    loops: 0,
  }
}
