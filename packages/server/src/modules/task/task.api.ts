/** Calls of task sets in a project. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import { catalogueApi } from '../catalogue/catalogue.api.ts'
import type { ExecutionService } from './execution.service.ts'
import { nameOfExecution } from './execution-view.ts'
import type { ScheduleService } from './schedule.service.ts'
import { type TaskService, toTaskLeaf } from './task.service.ts'
import { toTaskNode } from './task-set-content.ts'

export interface TaskApiDeps {
  readonly tasks: TaskService
  readonly executions: ExecutionService
  readonly schedules: ScheduleService
}

export function taskApi({ tasks, executions, schedules }: TaskApiDeps): Handlers<Calls['task']> {
  return {
    ...catalogueApi(tasks, { toNode: toTaskNode, toLeaf: toTaskLeaf }),
    async createSet({ projectId, name, engine }, caller) {
      caller.audit.target(name)
      return toTaskNode(await tasks.createSet(projectId, caller.user.account, { name, engine }))
    },
    async create({ projectId, parentId, name, document }, caller) {
      caller.audit.target(name)
      return toTaskLeaf(await tasks.createTask(projectId, caller.user.account, { parentId, name, document }))
    },
    async addScenarios({ projectId, id, scenarioIds }, caller) {
      const names = await tasks.addScenarios(projectId, caller.user.account, id, scenarioIds)
      caller.audit.target(names.join(', '))
      return {}
    },
    scenarios: ({ projectId }) => tasks.scenarios(projectId),
    set: ({ projectId, id }) => tasks.set(projectId, id),
    async start({ projectId, id }, { user, language, textOf, audit }) {
      const execution = await executions.start({ projectId, setId: id, user, language, textOf })
      audit.target(`${execution.name} #${execution.number}`)
      return execution
    },
    list: input => executions.list(input),
    counts: input => executions.counts(input),
    execution: ({ projectId, id }, { textOf }) => executions.get(projectId, id, textOf),
    async stop({ projectId, id }, { user, audit }) {
      audit.target(nameOfExecution(await executions.stop(projectId, id, user.account, false)))
      return {}
    },
    async forceStop({ projectId, id }, { user, audit }) {
      audit.target(nameOfExecution(await executions.stop(projectId, id, user.account, true)))
      return {}
    },
    async skip({ projectId, id, taskId }, { audit }) {
      audit.target(await executions.skip(projectId, id, taskId))
      return {}
    },
    schedules: input => schedules.list(input),
    async saveSchedule(input, { user, language, audit }) {
      const { before, after } = await schedules.save(input, user, language)
      audit.target(after.setName)
      if (before !== null) audit.before(before)
      audit.after(after)
      return after
    },
    async deleteSchedule({ projectId, id }, { audit }) {
      audit.target(await schedules.delete(projectId, id))
      return {}
    },
    previewSchedule: async ({ rule }) => schedules.preview(rule),
  }
}
