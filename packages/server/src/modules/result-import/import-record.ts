/** The execution record of imported results: initial values, results of the first reading, and its log. */
import type { ImportOutcome } from '@pone/contract/entities/jtl.ts'
import type { LogLine } from '@pone/contract/entities/run.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import {
  type LoadModel,
  type ScenarioDocument,
  scenarioDocumentSchema,
} from '@pone/plan/scenario/scenario.ts'
import type { NewRun } from '@pone/results/run-record.ts'
import { importedClusterId, type RunMachine } from '@pone/results/run-record.ts'
import { nothingYet } from '@pone/run-control/new-run.ts'
import { maxRunDurationMs, maxUsersPerScenario } from '@pone/schema/limits.ts'

/** Shown instead of a cluster name. */
const clusterName = 'JTL'
const logSource = 'import'

/** Scenario of results with this duration. */
export function scenarioOver(durationMs: number): ScenarioDocument {
  const loadModel: LoadModel = {
    kind: 'constant',
    users: 1,
    rampUpSeconds: 0,
    durationSeconds: Math.max(1, Math.min(maxRunDurationMs, durationMs) / 1_000),
    loops: 0,
  }
  return scenarioDocumentSchema.parse({ engine: 'jmeter', loadModel, sampleLog: 'jtl' })
}

/** Stored before the file is read; state `new` until the import has ended. */
export function newImportedRun(of: {
  readonly runId: string
  readonly projectId: string
  readonly name: string
  readonly by: string
  readonly at: number
  readonly agentId: string
  readonly fileName: string
}): { run: NewRun; plan: RunPlan; machines: RunMachine[] } {
  const { runId, projectId, name, by, at, agentId, fileName } = of
  const scenario = scenarioOver(0)
  const run: NewRun = {
    id: runId,
    projectId,
    scenarioId: null,
    scenarioName: name,
    clusterId: importedClusterId,
    clusterName,
    scenario,
    labels: [],
    startedBy: by,
    createdAt: at,
    plannedDurationMs: null,
    rampUpEndMs: 0,
    ...nothingYet(),
    sla: 'none',
  }
  const plan: RunPlan = {
    runId,
    components: [],
    labels: [],
    drive: 'users',
    maxUsers: maxUsersPerScenario,
    loadModel: scenario.loadModel,
    sampleLog: 'jtl',
    files: [],
  }
  const ended = { shares: [], startSkewMs: null, endCause: 'planned', endDetail: '' }
  return { run, plan, machines: [{ agentId, name: fileName, from01: 0, to01: 1, ...ended }] }
}

/** Writes to the run's log what was read and what was skipped. */
export function logOf(
  name: string,
  { rows, skips, leftOut, isCutOff }: ImportOutcome,
  at: number,
): LogLine[] {
  const line = (level: 'info' | 'warn', message: string) => ({ at, level, source: logSource, message })
  return [
    line('info', `${name}: ${rows} rows read, ${leftOut} of them parts of others or empty transactions`),
    ...skips.map(({ reason, count, firstLines }) =>
      line(
        'warn',
        `${name}: ${count} lines left out for their ${reason}, the first ones: ${firstLines.join(', ')}`,
      ),
    ),
    ...(isCutOff ? [line('warn', `${name}: the last row is cut off and does not count`)] : []),
  ]
}
