/** Calls of data-flow reports. */
import type { flowReportCalls } from '@pone/contract/calls/flow-report.ts'
import type { FlowComparison, FlowReport } from '@pone/contract/entities/flow-report.ts'
import { comparisonTables } from '@pone/results/flow-report/comparison-tables.ts'
import { flowReportHtml } from '@pone/results/flow-report/html.ts'
import { flowCsv, flowTables } from '@pone/results/flow-report/tables.ts'
import { flowTexts } from '@pone/results/flow-report/texts.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { dayOf, exportFileName } from '@pone/schema/file-name.ts'
import type { Handlers, ProjectCaller } from '../../calls/handler.ts'
import type { PictureService } from '../monitor-link/pictures/picture.service.ts'
import type { FlowReportService, FlowViewer } from './flow-report.service.ts'
import { flowWorkbook } from './flow-workbook.ts'

const csvType = 'text/csv; charset=utf-8'
const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function flowReportApi(
  service: FlowReportService,
  pictures: Pick<PictureService, 'dataUrl'>,
): Handlers<typeof flowReportCalls> {
  return {
    get: ({ projectId, id }, caller) => service.get(projectId, id, seen(caller)),
    delete: async ({ projectId, ids }, { audit }) => {
      audit.target((await service.delete(projectId, ids)).join(', '))
      return {}
    },
    compare: input => service.compare(input),
    exportComparisonCsv: async ({ language, ...compared }) => {
      const comparison = await service.compare(compared)
      return {
        name: comparisonFileName(comparison, language, 'csv'),
        contentType: csvType,
        body: flowCsv(comparisonTables(comparison, language)),
      }
    },
    exportComparisonExcel: async ({ language, ...compared }) => {
      const comparison = await service.compare(compared)
      return {
        name: comparisonFileName(comparison, language, 'xlsx'),
        contentType: excelType,
        body: await flowWorkbook(comparisonTables(comparison, language)),
      }
    },
    exportHtml: async ({ projectId, id, language }, caller) => {
      const report = await service.get(projectId, id, seen(caller))
      const picture = await pictures.dataUrl(projectId, report.topology)
      return {
        name: fileName(report, language, 'html'),
        contentType: 'text/html; charset=utf-8',
        body: flowReportHtml(report, { language, projectName: caller.project.name, picture }),
      }
    },
    exportCsv: async ({ projectId, id, language }, caller) => {
      const report = await service.get(projectId, id, seen(caller))
      return {
        name: fileName(report, language, 'csv'),
        contentType: csvType,
        body: flowCsv(flowTables(report, language)),
      }
    },
    exportExcel: async ({ projectId, id, language }, caller) => {
      const report = await service.get(projectId, id, seen(caller))
      return {
        name: fileName(report, language, 'xlsx'),
        contentType: excelType,
        body: await flowWorkbook(flowTables(report, language)),
      }
    },
  }
}

/** Names of load tests are told only to those who may view executions. */
const seen = ({ project }: Pick<ProjectCaller, 'project'>): FlowViewer => ({
  seesRuns: project.functions.has('run.view'),
})

const fileName = ({ session }: FlowReport, language: Language, ending: string): string =>
  exportFileName([session.linkName, flowTexts.title[language], dayOf(session.startedAt)], ending)

const comparisonFileName = ({ base }: FlowComparison, language: Language, ending: string): string =>
  exportFileName([base.linkName, flowTexts.comparison[language], dayOf(base.startedAt)], ending)
