/** Load model "as the components say": each component is driven by its own thread group, all of them on one time axis. */

import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import type { ThreadGroup } from '../component/component.ts'
import type { DrivenGroup, LoadModel, ScenarioDocument } from '../scenario/scenario.ts'
import { constant } from './constant.ts'
import { type LoadModelDefinition, type LoadProblem, loadProblem } from './load-model.ts'

export type ThreadGroups = Extract<LoadModel, { kind: 'threadGroups' }>
type Constant = Extract<LoadModel, { kind: 'constant' }>

/** One group by itself; its time begins when its start delay is over. */
export const constantOf = ({ threads, rampUpSeconds, durationSeconds, loops }: DrivenGroup): Constant => ({
  kind: 'constant',
  users: threads,
  rampUpSeconds,
  durationSeconds,
  loops,
})

/** A component's thread group as what drives it. */
export const groupOf = (name: string, threadGroup: ThreadGroup): DrivenGroup => {
  const { threads, rampUpSeconds, loops, durationSeconds, startDelaySeconds } = threadGroup
  return { name, threads, rampUpSeconds, loops, durationSeconds, startDelaySeconds }
}

/** The groups of the bound components, changed as a task wants it. */
function withGroups(model: ThreadGroups, groups: readonly DrivenGroup[]): ThreadGroups {
  const { loadPercent, durationSeconds } = model
  const threadsOf = (threads: number) =>
    Math.min(maxUsersPerScenario, Math.max(1, Math.round((threads * loadPercent) / 100)))
  return {
    ...model,
    groups: groups.map(group => {
      const scaled = { ...group, threads: threadsOf(group.threads) }
      if (durationSeconds === null) return scaled
      const ownSeconds = Math.max(1, durationSeconds - group.startDelaySeconds)
      const rampUpSeconds = Math.min(group.rampUpSeconds, ownSeconds)
      return { ...scaled, durationSeconds: ownSeconds, rampUpSeconds }
    }),
  }
}

/** A scenario with the thread groups that drive it, where that is its load model. */
export const withLoadOf = (document: ScenarioDocument, groups: readonly DrivenGroup[]): ScenarioDocument =>
  document.loadModel.kind === 'threadGroups'
    ? { ...document, loadModel: withGroups(document.loadModel, groups) }
    : document

const delayMsOf = ({ startDelaySeconds }: DrivenGroup): number => startDelaySeconds * 1_000
const endMsOf = (group: DrivenGroup): number | null => {
  const ownMs = constant.plannedDurationMs(constantOf(group))
  return ownMs === null ? null : delayMsOf(group) + ownMs
}
const bendsOf = (group: DrivenGroup): number[] =>
  [0, ...constant.bendsMs(constantOf(group), 2)].map(ms => delayMsOf(group) + ms)
const allBends = ({ groups }: ThreadGroups): number[] =>
  [...new Set(groups.flatMap(bendsOf))].sort((a, b) => a - b)

const justBeforeMs = 1e-6
/** The curve climbs evenly or jumps, so that it is highest at a bend or right before one. */
const highestAround = (model: ThreadGroups, ms: number): number =>
  Math.max(threadGroups.targetAt(model, ms), threadGroups.targetAt(model, ms - justBeforeMs))

export const threadGroups: LoadModelDefinition<ThreadGroups> = {
  title: { zh: '按组件线程组', en: 'Thread groups of the components' },
  description: {
    zh: '每个组件由自己的线程组施压：线程数、爬坡时间、循环次数、调度时长和启动延迟都取自组件，执行开始时读取',
    en: 'Each component uses its own thread group: threads, ramp-up, loops, duration and start delay are read from the component when the run starts',
  },
  targetAt({ groups }, elapsedMs) {
    return groups.reduce(
      (sum, group) => sum + constant.targetAt(constantOf(group), elapsedMs - delayMsOf(group)),
      0,
    )
  },
  plannedDurationMs({ groups }) {
    let longestMs = 0
    for (const group of groups) {
      const endMs = endMsOf(group)
      if (endMs === null) return null
      longestMs = Math.max(longestMs, endMs)
    }
    return groups.length === 0 ? null : longestMs
  },
  rampUpEndMs(model) {
    const peak = threadGroups.peak(model)
    return allBends(model).find(ms => highestAround(model, ms) >= peak - 1e-6) ?? 0
  },
  peak(model) {
    return Math.max(0, ...allBends(model).map(ms => highestAround(model, ms)))
  },
  bendsMs(model, limit) {
    return allBends(model).slice(0, limit)
  },
  problemsOf({ groups }) {
    return groups.flatMap((group, index): LoadProblem[] => {
      const { name, durationSeconds } = group
      return constant.problemsOf(constantOf(group)).map(({ path, code }) =>
        code === 'endless'
          ? loadProblem(
              `groups.${index}.${path}`,
              code,
              {
                zh: '“{name}”的线程组永远循环又没有调度时长，执行不会结束；请在组件中填写调度时长或循环次数',
                en: 'The thread group of “{name}” loops forever and has no duration, so the run never ends. Enter a duration or a number of loops in the component',
              },
              { name },
            )
          : loadProblem(
              `groups.${index}.${path}`,
              code,
              {
                zh: '“{name}”的线程组爬坡时间不能超过调度时长（{limit} 秒）',
                en: 'The ramp-up of the thread group of “{name}” must not be longer than its duration ({limit} s)',
              },
              { name, limit: durationSeconds },
            ),
      )
    })
  },
}
