/** Chart groups: boards of charts over several monitors. */
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import type { ChartFiguresService } from '../monitor/chart-figures.service.ts'
import { chartGroupApi } from './chart-group.api.ts'
import { createChartGroupRepository } from './chart-group.repository.ts'
import { createChartGroupService } from './chart-group.service.ts'

export const chartGroupNouns: Nouns = {
  chartGroup: { zh: '图表分组', en: 'The chart group' },
}

export interface ChartGroupModuleDeps extends Pick<ModuleBase, 'database' | 'clock'> {
  readonly chartFigures: ChartFiguresService
}

export function chartGroupModule({ database, clock: now, chartFigures: figures }: ChartGroupModuleDeps) {
  const groups = createChartGroupService({
    groups: createChartGroupRepository(database),
    monitorNames: (projectId, ids) => figures.names(projectId, ids),
    now,
  })
  return { handlers: { chartGroup: chartGroupApi({ groups, figures }) }, services: {} }
}
