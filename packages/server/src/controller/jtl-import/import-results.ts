/** Takes results of JMeter that were measured elsewhere in as an execution record, with figures, log and samples like those of a run of ours. */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { RunDetail } from '@pone/contract/entities/run.ts'
import { type LoadModel, scenarioDocumentSchema } from '@pone/contract/entities/scenario.ts'
import { maxRunDurationMs, maxUsersPerScenario } from '@pone/contract/limits.ts'
import type { Skip } from '@pone/jmeter/jtl/findings.ts'
import type { NewRun, RunRepository } from '../../modules/run/run.repository.ts'
import type { RunBatchRepository } from '../../modules/run/run-batch.repository.ts'
import { importedClusterId, type RunRecord, toRunDetail } from '../../modules/run/run-record.ts'
import { createBatchIntake } from '../batch-intake.ts'
import { recount } from '../rebuild.ts'
import { storeResults } from './result-batches.ts'
import { type Survey, surveyResults } from './survey.ts'

/** Shown in place of a cluster's name. */
const clusterName = 'JTL'
const worker = '1.1'
const logSource = 'import'

export interface ImportDeps {
  readonly runs: RunRepository
  readonly batches: RunBatchRepository
  readonly makeReport: (record: RunRecord) => Promise<void>
  /** Keeps the samples with the run, compressed as machines hand them over. */
  readonly keepSamples: (
    upload: { runId: string; agentId: string; worker: string; body: Readable },
    dates: Pick<ImportInput, 'utcOffsetMinutes' | 'dateOrder'>,
  ) => Promise<unknown>
  readonly now: () => number
  readonly newId: () => string
  readonly onFailure: (what: string, cause: unknown) => void
}

export interface ImportInput {
  readonly projectId: string
  /** Of the execution record. */
  readonly name: string
  readonly by: string
  readonly upload: { readonly name: string; readonly path: string }
  readonly utcOffsetMinutes: number
  readonly dateOrder: 'dayFirst' | 'monthFirst' | null
  readonly countsSubSamples: boolean
}

/** What became of the file. */
export interface ImportedRun {
  readonly run: RunDetail
  readonly rows: number
  /** Rows that count as nothing: parts of other samples, empty transactions. */
  readonly leftOut: number
  readonly skips: readonly Skip[]
  /** The last row was cut off and is not counted. */
  readonly isCutOff: boolean
}

export type ResultsImport = ReturnType<typeof createResultsImport>

/** Imports wait for each other: each costs the server time and memory. */
export function createResultsImport(deps: ImportDeps) {
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous, ResultsBroken */
    add(input: ImportInput): Promise<ImportedRun> {
      const result = last.then(() => importResults(input, deps))
      last = result.catch(() => undefined)
      return result
    },
  }
}

async function importResults(input: ImportInput, deps: ImportDeps): Promise<ImportedRun> {
  const { runs, batches, now } = deps
  const { upload, countsSubSamples } = input
  const reading = {
    utcOffsetMinutes: input.utcOffsetMinutes,
    ...(input.dateOrder === null ? {} : { dateOrder: input.dateOrder }),
  }
  const survey = await surveyResults(upload.path, reading)
  const agentId = deps.newId()
  const record = await insertRun(input, survey, agentId, deps)
  const runId = record.id
  try {
    const intake = createBatchIntake({
      batches,
      addLabels: (id, names) => runs.addLabels(id, names),
      onDamage: (what, cause) => {
        throw new Error(`${what} of an import cannot be stored`, { cause })
      },
    })
    const leftOut = await storeResults({
      path: upload.path,
      runId,
      workerId: `${agentId}/${worker}`,
      component: input.name,
      survey,
      reading,
      countsSubSamples,
      store: async told => {
        await intake.store({ runId, labels: record.labels, batches: told, isLogFull: false })
      },
    })
    await batches.addLog(runId, logOf(upload.name, survey, leftOut, now()))
    record.state = 'complete'
    record.cause = 'planned'
    await recount(record, { runs, batches })
    await runs.update(runId, { state: record.state, cause: record.cause })
    await keep({ runId, agentId }, input, deps)
    await deps.makeReport(record)
    const { rows, skips, lastLine } = survey
    return { run: toRunDetail(record, now()), rows, leftOut, skips, isCutOff: lastLine === 'half' }
  } catch (cause) {
    await runs.delete(input.projectId, [runId])
    throw cause
  }
}

/** Until all is stored the record says that it failed, which it has if the server dies meanwhile. */
async function insertRun(
  input: ImportInput,
  { startMs, endMs }: Survey,
  agentId: string,
  deps: ImportDeps,
): Promise<RunRecord> {
  const runId = deps.newId()
  const loadModel: LoadModel = {
    kind: 'constant',
    users: 1,
    rampUpSeconds: 0,
    durationSeconds: Math.min(maxRunDurationMs, endMs - startMs) / 1_000,
    loops: 0,
  }
  const sampleLog = 'jtl'
  const run: NewRun = {
    id: runId,
    projectId: input.projectId,
    scenarioId: null,
    scenarioName: input.name,
    clusterId: importedClusterId,
    clusterName,
    scenario: scenarioDocumentSchema.parse({ engine: 'jmeter', loadModel, sampleLog }),
    labels: [],
    startedBy: input.by,
    createdAt: deps.now(),
    plannedDurationMs: null,
    rampUpEndMs: 0,
    state: 'failed',
    cause: 'serverRestart',
    causeDetail: '',
    stopCause: null,
    manualLoad: null,
    startedAt: startMs,
    endedAt: endMs,
    peakUsers: 0,
    requests: 0,
    failed: 0,
    requestsPerSecond: 0,
    p95Ms: null,
    sla: 'none',
    slaResults: [],
    suspect: [],
  }
  const plan = {
    runId,
    components: [],
    labels: [],
    drive: 'users' as const,
    maxUsers: maxUsersPerScenario,
    loadModel,
    sampleLog: 'jtl' as const,
    files: [],
  }
  const ended = { shares: [], startSkewMs: null, endCause: 'planned', endDetail: '' }
  return deps.runs.insert(run, plan, [{ agentId, name: input.upload.name, from01: 0, to01: 1, ...ended }])
}

function logOf(name: string, { rows, skips, lastLine }: Survey, leftOut: number, at: number) {
  const line = (level: 'info' | 'warn', message: string) => ({ at, level, source: logSource, message })
  return [
    line('info', `${name}: ${rows} rows read, ${leftOut} of them parts of others or empty transactions`),
    ...skips.map(({ reason, count, firstLines }) =>
      line(
        'warn',
        `${name}: ${count} lines left out for their ${reason}, the first ones: ${firstLines.join(', ')}`,
      ),
    ),
    ...(lastLine === 'half' ? [line('warn', `${name}: the last row is cut off and does not count`)] : []),
  ]
}

/** The figures stand without them. */
async function keep(
  { runId, agentId }: { runId: string; agentId: string },
  { upload, utcOffsetMinutes, dateOrder }: ImportInput,
  { keepSamples, onFailure }: ImportDeps,
): Promise<void> {
  try {
    const body = createReadStream(upload.path).pipe(createGzip())
    await keepSamples({ runId, agentId, worker, body }, { utcOffsetMinutes, dateOrder })
  } catch (cause) {
    onFailure(`samples of imported run ${runId}`, cause)
  }
}
