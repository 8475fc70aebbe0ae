/** Task sets for the pictures: a successful one, a failed one, a running one, and schedules. */

import { calls } from '@pone/contract/calls/registry.ts'
import { isActiveExecution, type TaskDocument } from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import type { Workspace } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'

const { task, scenario } = calls

/** Ids by the names that addresses of pictures use. */
export async function makeTaskSets(workspace: Workspace): Promise<Record<string, string>> {
  const { api, projectId, scenarioId, componentId } = workspace
  const { document } = await api.send(scenario.get, { projectId, id: scenarioId })
  const { id: folder } = await api.send(scenario.createSet, { projectId, name: '单接口' })
  const scenarioIds = [scenarioId]
  for (const name of ['商品搜索', '购物车结算']) {
    const made = await api.send(scenario.create, {
      projectId,
      parentId: folder,
      name,
      document: { ...document, bindings: [{ componentId, percentage: 100 }], sla: [] },
    })
    scenarioIds.push(made.id)
  }
  const { id: incomplete } = await api.send(scenario.create, {
    projectId,
    parentId: folder,
    name: '下单高峰',
  })

  const makeSet = setsOf(workspace)
  const start = async (id: string) => (await api.send(task.start, { projectId, id })).id
  const ended = (id: string) => executionEnds(workspace, id)

  const taskSet = await makeSet('大促回归', scenarioIds, { durationSeconds: 3, loadPercent: 50 })
  const good = await start(taskSet)
  await ended(good)
  const patrol = await makeSet('夜间巡检', [scenarioIds[1] ?? '', incomplete], { durationSeconds: 2 })
  const bad = await start(patrol)
  await ended(bad)
  const jmeterIds: string[] = []
  for (const name of ['老系统登录', '老系统对账']) {
    const jmeter = { projectId, parentId: folder, name, document: { engine: 'jmeter' } } as const
    jmeterIds.push((await api.send(scenario.create, jmeter)).id)
  }
  const jmeterSet = await makeSet('JMeter 存量脚本', jmeterIds, {}, 'jmeter')
  await ended(await start(jmeterSet))
  // A scenario whose engine was changed later.
  await api.send(scenario.save, { projectId, id: jmeterIds[1] ?? '', revision: 1, document: {} })
  const timeZone = 'Asia/Shanghai'
  for (const [setId, cron] of [
    [taskSet, '30 1 * * 1-5'],
    [patrol, '0 3 * * *'],
    [taskSet, '0 22 L * *'],
    [jmeterSet, '0 2 * * *'],
  ] as const) {
    const rule = { kind: 'repeated', cron, timeZone, endsAt: null } as const
    await api.send(task.saveSchedule, { projectId, setId, rule })
  }
  const enduring = await makeSet('七日稳定性', scenarioIds, { durationSeconds: 3_600, loadPercent: 5 })
  const runningExecution = await start(enduring)
  await eventually({
    what: 'a task set that runs',
    patienceMs: 30_000,
    look: async () => {
      const { tasks } = await api.send(task.execution, { projectId, id: runningExecution })
      return tasks[0]?.run?.requests ? true : undefined
    },
  })
  return { taskSet, jmeterSet, goodExecution: good, badExecution: bad, runningExecution }
}

/** Creates a set of these scenarios; `change` applies to each of its tasks. Returns its id. */
const setsOf =
  ({ api, projectId }: Workspace) =>
  async (name: string, ids: readonly string[], change: Partial<TaskDocument>, engine: Engine = 'pr') => {
    const { id } = await api.send(task.createSet, { projectId, name, engine })
    await api.send(task.addScenarios, { projectId, id, scenarioIds: [...ids] })
    const { tasks } = await api.send(task.set, { projectId, id })
    for (const one of tasks) {
      await api.send(task.save, {
        projectId,
        id: one.id,
        revision: one.revision,
        document: { ...one.document, ...change },
      })
    }
    return id
  }

const executionEnds = ({ api, projectId }: Workspace, id: string) =>
  eventually({
    what: 'the end of a task set',
    patienceMs: 120_000,
    look: async () => {
      const { state } = await api.send(task.execution, { projectId, id })
      return isActiveExecution(state) ? undefined : true
    },
  })
