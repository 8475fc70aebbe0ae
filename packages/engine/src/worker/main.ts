/** The load worker process: forked by the agent, drives its share of a run, spools a batch per second, and ends by itself when the agent is gone. */
import type { Batch } from '@pone/contract/link/batch.ts'
import { createWire } from '@pone/protocols/http/wire.ts'
import { JournalWriter } from '../spool/journal.ts'
import { SpoolWriter } from '../spool/spool.ts'
import { LoadRun, shortDrainMs } from './load-run.ts'
import { type WorkerCommand, type WorkerReport, workerCommandSchema } from './protocol.ts'
import { StartableClock } from './run-clock.ts'

/** Longest wait for the first unique rows. */
const readyTimeoutMs = 30_000

let run: LoadRun | null = null

/** Tells the agent; `then` runs when the message is out, or at once when nobody is there. */
function report(message: WorkerReport, then?: () => void): void {
  if (process.connected && process.send !== undefined) process.send(message, undefined, {}, () => then?.())
  else then?.()
}

function prepare(command: Extract<WorkerCommand, { kind: 'prepare' }>): void {
  if (run !== null) return
  try {
    const spool = new SpoolWriter(command.spoolPath)
    const journal = new JournalWriter(command.journalPath)
    const clock = new StartableClock()
    const wire = createWire({
      beforeFlush: sent => journal.write(sent, Math.max(0, Math.floor(clock.elapsedMs() / 1_000))),
    })
    const onBatch = (batch: Batch) => {
      keep(spool, batch)
      report({ kind: 'flushed', seq: batch.seq })
      if (batch.end !== null)
        report({ kind: 'ended', cause: batch.end.cause, detail: batch.end.detail }, leave)
    }
    const onStarted = (at: number) => report({ kind: 'started', at })
    const onHeld = (fromSecond: number, toSecond: number) => report({ kind: 'held', fromSecond, toSecond })
    run = new LoadRun({ ...command, wire, clock, onBatch, onStarted, onHeld, onCoordination: report })
    const patience = setTimeout(() => {
      report({ kind: 'prepared', error: 'no rows came for the parameters with unique values' }, leave)
    }, readyTimeoutMs)
    void run.ready().then(() => {
      clearTimeout(patience)
      report({ kind: 'prepared', error: null })
    })
  } catch (error) {
    report({ kind: 'prepared', error: error instanceof Error ? error.message : String(error) }, leave)
  }
}

/** A batch that cannot be kept ends the process at once: what it counted is then lost, and the journal tells how much that is. */
function keep(spool: SpoolWriter, batch: Batch): void {
  try {
    spool.append(batch)
  } catch (error) {
    giveUp(error)
  }
}

function leave(): void {
  process.exit(0)
}

function obey(command: WorkerCommand): void {
  if (command.kind === 'prepare') prepare(command)
  else if (command.kind === 'start') run?.start(command.startAt)
  else if (command.kind === 'changeLoad') run?.changeLoad(command.load)
  else if (command.kind === 'lease') run?.renewLease(command.remainingMs)
  else if (command.kind === 'release') run?.release(command.key, command.upTo)
  else if (command.kind === 'beginRound') run?.beginRound(command.round)
  else if (command.kind === 'grantRows') run?.grantRows(command)
  else stop('stopped', '', { force: command.force })
}

function stop(
  cause: 'stopped' | 'agentLost',
  detail: string,
  options: { force: boolean; drainMs?: number },
): void {
  if (run === null) leave()
  else run.stop({ cause, detail, ...options })
}

/** Ends the run orderly where that is still possible. */
function onFault(error: unknown): void {
  try {
    if (run === null) throw error
    run.fault(error)
  } catch (hopeless) {
    giveUp(hopeless)
  }
}

function giveUp(error: unknown): never {
  process.stderr.write(`load worker: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

process.on('message', message => {
  const command = workerCommandSchema.safeParse(message)
  if (command.success) obey(command.data)
  else report({ kind: 'prepared', error: `message not understood: ${command.error.message}` })
})
process.on('disconnect', () => stop('agentLost', '', { force: false, drainMs: shortDrainMs }))
process.on('SIGTERM', () => stop('stopped', 'terminated', { force: false, drainMs: shortDrainMs }))
// Ctrl-C in a terminal reaches every process of the group; the agent ends its workers in order.
process.on('SIGINT', () => undefined)
process.on('uncaughtException', onFault)
process.on('unhandledRejection', onFault)
