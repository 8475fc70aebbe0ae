/** Topics of the live stream, and the project function that each requires. */
import { inProject } from '@pone/contract/call.ts'
import type { LiveRequest } from '@pone/contract/live.ts'
import type { Permission } from '@pone/contract/permissions.ts'

export type LiveTopic = Extract<LiveRequest, { kind: 'subscribe' }>['topic']

export const topicPermissions: Readonly<Record<LiveTopic, Permission>> = {
  run: inProject('run.view'),
  debug: inProject('component.debug'),
  projectRuns: inProject('run.view'),
  monitor: inProject('monitor.view'),
  monitors: inProject('monitor.view'),
  alerts: inProject('monitor.view'),
}

/** Whether any server may tell of the topic: of what is in the database. */
export const isToldByAll = (topic: LiveTopic): boolean =>
  topic === 'monitor' || topic === 'monitors' || topic === 'alerts'
