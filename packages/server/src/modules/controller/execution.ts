/** Wires the execution of scenarios: the controller, stored runs, and their reports. */
import { randomUUID } from 'node:crypto'
import { errorsOf, validateComponent } from '@pone/plan/check/validate.ts'
import type { Database } from '../../adapters/database/database.ts'
import { createShareMove } from '../cluster/share-move.ts'
import { createReportRepository } from '../report/report.repository.ts'
import { createReportService, type ReportService } from '../report/report.service.ts'
import type { ReportMakingDeps } from '../report/report-making.ts'
import type { ImportDeps } from '../result-import/import-deps.ts'
import { createResultsImports, type ResultsImports } from '../result-import/import-results.ts'
import { createResultImportRepository } from '../result-import/result-import.repository.ts'
import { createCondensedRunRepository } from '../run/condensed-run.repository.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createRunService, type RunControl, type RunService } from '../run/run.service.ts'
import { createRunBatchRepository } from '../run/run-batch.repository.ts'
import type { RunNotices } from '../run/run-notices.ts'
import { type RunOwnership, soleOwner } from '../run/run-ownership.ts'
import { type Controller, createController } from './controller.ts'
import type { ControllerDeps } from './controller-deps.ts'
import { createRowLeaseRepository } from './coordination/row-lease.repository.ts'

export interface Execution {
  readonly controller: Controller
  readonly runs: RunService
  readonly reports: ReportService
  readonly imports: ResultsImports
  /** Whether any server drives a run of these scenarios. */
  isAnyActive(projectId: string, scenarioIds: readonly string[]): Promise<boolean>
  /** Restores all runs of the previous server process, or only these; call before agents can connect. */
  start(runIds?: readonly string[] | null): Promise<void>
  /** Runs continue on their machines and are restored at the next start. */
  close(): Promise<void>
}

export type ExecutionDeps = Pick<
  ControllerDeps,
  | 'link'
  | 'clusters'
  | 'licence'
  | 'onDemand'
  | 'scenario'
  | 'components'
  | 'file'
  | 'counterProblems'
  | 'hub'
  | 'monitoring'
  | 'now'
  | 'onFailure'
> & {
  readonly database: Database
  /** Set when several servers share the database. */
  readonly ownership?: RunOwnership | undefined
  /** Told of failed runs and of rules that are not met; undefined: nobody is. */
  readonly runNotices?: RunNotices | undefined
  /** The production mix that a run is compared with; absent where there are none. */
  readonly mixOf?: ReportMakingDeps['mixOf']
  /** Builds the run control across all servers from that of this server. */
  readonly controlOf?: ((local: RunControl) => RunControl) | undefined
  readonly beforeDelete: (ids: readonly string[]) => Promise<void>
} & Pick<ImportDeps, 'files' | 'keepSamples' | 'onSamples' | 'forgetSamples'>

export function createExecution(deps: ExecutionDeps): Execution {
  const { database, now, onFailure, ownership = soleOwner } = deps
  const runs = createRunRepository(database, ownership, deps.runNotices)
  const batches = createRunBatchRepository(database)
  const condensed = createCondensedRunRepository(database, batches)
  const reports = createReportService({
    reports: createReportRepository(database),
    runs,
    batches,
    monitoring: deps.monitoring,
    mixOf: deps.mixOf,
    afterwards: runId => condensed.ensure(runId),
    now,
    onFailure,
  })
  const controller = createController({
    ...deps,
    shares: createShareMove({ database, link: deps.link, now, ownership }),
    ownership,
    runs,
    batches,
    leases: createRowLeaseRepository(database, ownership),
    makeReport: record => reports.makeAutomatic(record),
    problemsOfComponent: document => errorsOf(validateComponent(document)).map(problem => problem.text),
  })
  const imports = createResultsImports({
    ...deps,
    imports: createResultImportRepository(database, ownership),
    runs,
    batches,
    makeReport: record => reports.makeAutomatic(record),
    own: runId => ownership.begin(runId),
    newId: randomUUID,
  })
  return {
    controller: {
      ...controller,
      takeUp: async id => {
        const record = await runs.findById(id)
        if (record === null || !(await imports.takeUp(record))) await controller.takeUp(id)
      },
      drop: id => {
        imports.drop(id)
        return controller.drop(id)
      },
    },
    imports,
    reports,
    runs: createRunService({
      runs,
      batches,
      control: deps.controlOf?.(controller) ?? controller,
      beforeDelete: async ids => {
        await deps.beforeDelete(ids)
        await imports.deleteFiles({ runIds: ids })
      },
      now,
    }),
    isAnyActive: (projectId, scenarioIds) => runs.isAnyActive(projectId, scenarioIds),
    start: async (runIds = null) => {
      await controller.start(runIds)
      await reports.resume()
      await imports.resume(runIds)
    },
    close: async () => {
      await controller.close()
      await imports.close()
      await reports.idle()
    },
  }
}
