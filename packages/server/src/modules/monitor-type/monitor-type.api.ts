/** Calls of monitor types. */
import type { monitorTypeCalls } from '@pone/contract/calls/monitor-type.ts'
import type { MonitorParams } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { MonitorTypeService } from './monitor-type.service.ts'
import type { TypeTrialService } from './type-trial.service.ts'

export interface MonitorTypeApiDeps {
  readonly types: MonitorTypeService
  readonly trials: TypeTrialService
  /** @throws AppError MonitorParamInvalid */
  readonly paramsOf: (
    type: MonitorType,
    given: MonitorParams,
  ) => { readonly open: MonitorParams; readonly secrets: Readonly<Record<string, string>> }
}

export function monitorTypeApi({
  types,
  trials,
  paramsOf,
}: MonitorTypeApiDeps): Handlers<typeof monitorTypeCalls> {
  return {
    list: () => types.list(),
    get: ({ name, version }) => types.get(name, version),
    check: ({ text, name }) => types.check(text, name),
    create: async ({ text }, { audit, user }) => {
      const created = await types.create(user.account, text)
      audit.target(created.name)
      audit.after({ version: created.version, text })
      return created
    },
    update: async (input, { audit, user }) => {
      audit.target(input.name)
      const before = await types.get(input.name, null)
      audit.before({ version: before.version, text: before.text })
      const after = await types.update(user.account, input)
      audit.after({ version: after.version, text: after.text })
      return after
    },
    restore: async ({ name, version }, { audit, user }) => {
      audit.target(name)
      const after = await types.restore(user.account, name, version)
      audit.after({ version: after.version, from: version })
      return after
    },
    setActive: async ({ name, isActive }, { audit }) => {
      audit.target(name)
      audit.after({ isActive })
      return types.setActive(name, isActive)
    },
    delete: async ({ name }, { audit }) => {
      audit.target(name)
      audit.before({ version: (await types.delete(name)).version })
      return {}
    },
    export: async ({ name, version }) => {
      const { text, shown } = await types.get(name, version)
      return { name: `${name}-${shown}.yaml`, contentType: 'application/yaml; charset=utf-8', body: text }
    },
    changes: ({ name, version }) => types.changes(name, version),
    updateMonitors: async ({ name, version }, { audit, user }) => {
      audit.target(name)
      const result = await types.updateMonitors(user.account, name, version)
      audit.after({ version, updated: result.updated, kept: result.kept.length })
      return result
    },
    agents: () => trials.agents(),
    // Parameters are recorded without values: some of them are secrets.
    startTrial: async ({ text, params, agentId }, { audit }) => {
      const type = types.typeOfText(text)
      audit.target(type.name)
      audit.after({ agentId, params: Object.keys(params) })
      const { open, secrets } = paramsOf(type, params)
      return trials.start(type, { ...open, ...secrets }, agentId)
    },
    trialResult: ({ id }) => trials.result(id),
    usable: ({ projectId }) => types.usable(projectId),
  }
}
