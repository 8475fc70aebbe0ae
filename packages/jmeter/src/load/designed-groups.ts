/** The thread groups of a plan as the load of a run that leaves them as they are designed; browser-safe. */
import type { DrivenGroup } from '@pone/plan/scenario/scenario.ts'
import { type JmxNode, type JmxPlan, propertyValue } from '../jmx/plan.ts'
import { designedUsers, loadGroups, plainNumber, readThreadGroup } from './thread-group.ts'

/** One per enabled thread group with load. An expression, or a schedule of its own kind, counts as ending by itself; groups that run one after another wait for those before them. */
export function designedGroups(plan: JmxPlan): DrivenGroup[] {
  const groups = loadGroups(plan).map(designedGroup)
  if (!plan.roots.some(root => propertyValue(root, ['TestPlan.serialize_threadgroups']) === 'true'))
    return groups
  let endSeconds = 0
  return groups.map(group => {
    const startDelaySeconds = endSeconds + group.startDelaySeconds
    endSeconds = startDelaySeconds + group.durationSeconds
    return { ...group, startDelaySeconds }
  })
}

function designedGroup(node: JmxNode): DrivenGroup {
  const fields = readThreadGroup(node)
  const numberOf = (text: string | undefined) => Math.max(0, plainNumber(text) ?? 0)
  const isForever = fields?.isForever === true
  const durationSeconds = numberOf(fields?.durationSeconds)
  const rampUpSeconds = numberOf(fields?.rampUpSeconds)
  return {
    name: node.testname,
    threads: Math.max(1, Math.ceil(designedUsers(node))),
    // JMeter ends a group in the middle of its ramp-up.
    rampUpSeconds: durationSeconds > 0 ? Math.min(rampUpSeconds, durationSeconds) : rampUpSeconds,
    loops: isForever ? 0 : Math.max(1, Math.floor(numberOf(fields?.loops ?? '1'))),
    durationSeconds,
    startDelaySeconds: numberOf(fields?.delaySeconds),
  }
}
