/** Compiles the components of a run's plan for one worker: with its share, its part of the shared resources, and the run's mark on every request. */
import type { RunPlan, Share } from '@pone/contract/link/plan.ts'
import { CauseError } from '@pone/contract/told-cause.ts'
import { peak } from '@pone/plan/load-models/registry.ts'
import type { LabelTable } from '@pone/plan/scenario/labels.ts'
import { SharedMemory } from '@pone/protocols/wire/shared-memory.ts'
import { type CompiledComponent, compileComponent } from '../compile-component.ts'
import type { RowDesk } from '../parameters/row-desk.ts'
import type { Tables } from '../parameters/table.ts'
import { maxNumberingWorkers, UniqueNumbers, workerNumberOf } from '../parameters/unique-numbers.ts'
import type { RunRecorder } from '../recording/run-recorder.ts'
import type { Redactor } from '../redactor.ts'
import { traceMaker } from './traces.ts'

/** Header that marks the requests of one run at the target. */
const runHeader = 'x-pone-run'

/** Options for compiling a plan. */
interface PlanOptions {
  readonly plan: RunPlan
  readonly share: Share
  readonly filePaths: Readonly<Record<string, string>>
  readonly tables?: Tables | undefined
}

interface CompileParts extends LabelTable {
  readonly recorder: RunRecorder
  readonly redactor: Redactor
  readonly rows: RowDesk
}

/** Compiles. @throws Error with a sentence for the user when the plan cannot run here */
export function compilePlan(
  { plan, share, filePaths, tables }: PlanOptions,
  { labels, indexByStep, recorder, redactor, rows }: CompileParts,
): CompiledComponent[] {
  if (labels.some((label, index) => label.name !== plan.labels[index]?.name)) {
    throw new CauseError('planReadDifferently')
  }
  const shared = new SharedMemory()
  const uniqueNumbers = uniqueNumbersOf(plan, rows)
  const share01 = share.to01 - share.from01
  const newTrace = plan.traces === true ? traceMaker() : undefined
  return plan.components.map(({ name, document, percentage }, position) =>
    compileComponent({
      shared,
      uniqueNumbers,
      redactor,
      rows,
      position,
      users: usersOf(plan, position, percentage) * share01,
      name,
      document,
      share,
      filePaths,
      tables,
      labelOf: stepId => labels[indexByStep[position]?.get(stepId) ?? -1],
      extraHeaders: [[runHeader, plan.runId]],
      newTrace,
      log: (level, source, message) => recorder.log(level, source, message),
    }),
  )
}

/** Users of the component at that position in the whole run, at its peak. */
function usersOf({ drive, maxUsers, loadModel }: RunPlan, position: number, percentage: number): number {
  if (loadModel.kind === 'threadGroups') return loadModel.groups[position]?.threads ?? 0
  return ((drive === 'arrivals' ? maxUsers : peak(loadModel)) * percentage) / 100
}

function uniqueNumbersOf({ components }: RunPlan, rows: RowDesk): UniqueNumbers {
  const isNumbering = components.some(({ document }) =>
    document.parameters.some(parameter => parameter.kind === 'uniqueId' && parameter.form === 'number'),
  )
  if (!isNumbering) return new UniqueNumbers(() => 0)
  const rowCount = maxNumberingWorkers
  const wanted = { key: 'worker', rowCount, users: 1, share01: 0, isReusable: false, asksAhead: false }
  return new UniqueNumbers(workerNumberOf(rows.open(wanted)))
}
