/**
 * Tests that this agent can work on this machine: its files are unchanged, and it can start both kinds of engine
 * processes.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runPlanSchema } from '@pone/contract/link/plan.ts'
import { CauseError } from '@pone/contract/told-cause.ts'
import { type WorkerCommand, type WorkerReport, workerEntry } from '@pone/engine/worker/protocol.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { plainDebugLoad } from '@pone/plan/component/debug-load.ts'
import { startDebugProcess } from '../debug/debug-process.ts'
import { forkEnclosed } from '../processes/enclosed-fork.ts'
import { checkBundle } from './bundle-check.ts'

/** `bundle` null: a checkout, whose files have no manifest. @throws CauseError that says what does not work. */
export async function selfTest(bundle: string | null): Promise<void> {
  if (bundle !== null) await checkBundle(bundle)
  await tryDebug()
  await tryWorker()
}

async function tryDebug(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  startDebugProcess({
    command: {
      kind: 'startDebug',
      id: randomUUID(),
      debugId: randomUUID(),
      name: 'self-test',
      document: componentDocumentSchema.parse({}),
      files: [],
      ...plainDebugLoad(1, 1),
    },
    filePaths: {},
    onEvent: event => {
      if (event.kind !== 'ended') return
      if (event.cause === 'finished') resolve()
      else
        reject(new CauseError('selfTestExecutionFailed', { reason: `${event.cause} ${event.detail}`.trim() }))
    },
    onExit: how => reject(new CauseError('selfTestExecutionFailed', { reason: how })),
  })
  await promise
}

async function tryWorker(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-self-test-'))
  const child = forkEnclosed({ program: fileURLToPath(workerEntry), output: 'ignore' })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('exit', code => reject(new CauseError('selfTestWorkerEnded', { code: String(code) })))
  child.once('error', reject)
  child.on('message', (report: WorkerReport) => {
    if (report.kind !== 'prepared') return
    if (report.error === null) resolve()
    else reject(new CauseError('selfTestWorkerFailed', { reason: report.error }))
  })
  const command: WorkerCommand = {
    kind: 'prepare',
    plan: runPlanSchema.parse({
      runId: randomUUID(),
      components: [
        { id: 'c', name: 'self-test', percentage: 100, document: componentDocumentSchema.parse({}) },
      ],
      labels: [],
      drive: 'users',
      maxUsers: 1,
      loadModel: { kind: 'constant', users: 1, rampUpSeconds: 0, durationSeconds: 1 },
      files: [],
    }),
    share: { from01: 0, to01: 1 },
    workerId: 'self-test',
    spoolPath: join(folder, 'spool'),
    journalPath: join(folder, 'journal'),
    filePaths: {},
  }
  child.send(command, () => undefined)
  try {
    await promise
  } finally {
    child.removeAllListeners('exit')
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}
