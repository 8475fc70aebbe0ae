/** Server module of scenario execution: controller, stored runs, reports, and imported results. */
import type { Nouns } from '../../calls/nouns.ts'
import type { ModuleBase } from '../module.ts'
import { type FlameDiagramsOf, reportApi } from '../report/report.api.ts'
import { createReportRepository } from '../report/report.repository.ts'
import { createReportNoteRepository } from '../report/report-note.repository.ts'
import { createReportNoteService } from '../report/report-note.service.ts'
import { importApi } from '../result-import/import.api.ts'
import { runApi } from '../run/run.api.ts'
import type { RunMonitoringService } from '../run-monitoring/run-monitoring.service.ts'
import type { SampleLogService } from '../sample-log/sample-log.service.ts'
import { createExecution, type ExecutionDeps } from './execution.ts'

export const runNouns: Nouns = {
  run: { zh: '执行记录', en: 'The execution record' },
  report: { zh: '报告', en: 'The report' },
  reportNote: { zh: '备注', en: 'The note' },
}

export interface ControllerModuleDeps
  extends ModuleBase,
    Omit<
      ExecutionDeps,
      'now' | 'monitoring' | 'beforeDelete' | 'keepSamples' | 'forgetSamples' | 'onSamples' | keyof ModuleBase
    > {
  readonly sampleLogs: SampleLogService
  readonly runMonitoring: RunMonitoringService
  readonly flameDiagramsOf: FlameDiagramsOf
  readonly samplesCame: ExecutionDeps['onSamples']
}

export function controllerModule(deps: ControllerModuleDeps) {
  const { clock, sampleLogs, samplesCame } = deps
  const execution = createExecution({
    ...deps,
    monitoring: deps.runMonitoring,
    beforeDelete: ids => sampleLogs.deleteAll(ids),
    keepSamples: upload => sampleLogs.take(upload),
    forgetSamples: ids => sampleLogs.deleteAll(ids),
    onSamples: samplesCame,
    now: clock,
  })
  const { runs, reports, imports, controller } = execution
  const notes = createReportNoteService({
    notes: createReportNoteRepository(deps.database),
    reports: createReportRepository(deps.database),
    now: clock,
  })
  return {
    handlers: {
      run: { ...runApi(runs, sampleLogs, imports), ...importApi(imports, clock) },
      report: reportApi(reports, notes, deps.flameDiagramsOf),
    },
    services: { execution, runs, reports, imports, controller },
    close: () => execution.close(),
  }
}
