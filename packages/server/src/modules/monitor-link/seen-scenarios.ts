/** Who reads names of scenarios on monitoring links. */
import type { MonitorLinkRow } from '@pone/contract/entities/monitor-link.ts'
import type { ProjectCaller } from '../../calls/handler.ts'

/** The link with its scenarios; for callers who may not view scenarios, without their names. */
export const seenBy = <Link extends Pick<MonitorLinkRow, 'scenarios'>>(
  { functions }: ProjectCaller['project'],
  link: Link,
): Link =>
  functions.has('scenario.view')
    ? link
    : { ...link, scenarios: link.scenarios.map(scenario => ({ ...scenario, name: '' })) }
