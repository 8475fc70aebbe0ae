/** Calls of chart groups. */
import type { chartGroupCalls } from '@pone/contract/calls/chart-group.ts'
import type { ChartGroup } from '@pone/contract/entities/chart-group.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { ChartFiguresService } from '../monitor/chart-figures.service.ts'
import type { ChartGroupService } from './chart-group.service.ts'

export interface ChartGroupApiDeps {
  readonly groups: ChartGroupService
  readonly figures: ChartFiguresService
}

export function chartGroupApi({ groups, figures }: ChartGroupApiDeps): Handlers<typeof chartGroupCalls> {
  return {
    list: input => groups.list(input),
    names: ({ projectId }) => groups.names(projectId),
    get: ({ projectId, id }) => groups.get(projectId, id),
    save: async ({ projectId, ...group }, { audit, user }) => {
      audit.target(group.name)
      const { before, after } = await groups.save(projectId, user.account, group)
      if (before !== null) audit.before(recorded(before))
      audit.after(recorded(after))
      return after
    },
    copy: async ({ projectId, id }, { audit, user }) => {
      const copy = await groups.copy(projectId, user.account, id)
      audit.target(copy.name)
      return copy
    },
    delete: async ({ projectId, ids }, { audit }) => {
      audit.target((await groups.delete(projectId, ids)).join(', '))
      return {}
    },
    figures: input => figures.charts(input),
    labelValues: ({ projectId, monitorIds, labels }) => figures.labelValues(projectId, monitorIds, labels),
    runs: ({ projectId, from, to }) => groups.runs(projectId, { from, to }),
  }
}

/** What an operation record shows of a group. */
const recorded = ({ name, style, charts, variables }: ChartGroup) => ({
  name,
  style,
  charts: charts.map(({ title, counters }) => title || counters.map(({ counter }) => counter).join(', ')),
  variables: variables.map(variable => variable.name),
})
