/** Dumps the threads of JVMs of this machine, once or several times at an interval; each dump is reported as it is taken. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  type DumpedJvm,
  maxPackedThreadBytes,
  threadDumpLimitMs,
} from '@pone/contract/entities/thread-series.ts'
import type { ReportOf } from '@pone/contract/link/messages.ts'
import type { ThreadOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { TargetFault } from '@pone/monitors/target-fault.ts'
import { assertSame, chooseJvm } from '@pone/monitors/transports/jvm/allowed-jvms.ts'
import { attach } from '@pone/monitors/transports/jvm/attach.ts'
import { dumpThreadsOf } from '@pone/monitors/transports/jvm/dump-threads.ts'
import { waitFor } from '@pone/monitors/transports/jvm/flight-recording.ts'
import { jvmFault } from '@pone/monitors/transports/jvm/jvm-fault.ts'
import { type JvmProcess, mainOf } from '@pone/monitors/transports/jvm/processes.ts'
import { javaVersion } from '@pone/monitors/transports/jvm/recording-settings.ts'
import { ThreadTable } from '@pone/monitors/transports/jvm/thread-table.ts'
import { jvmCause } from './jvm-cause.ts'
import { NotTaken } from './not-taken.ts'
import { RunningTakes } from './running-takes.ts'

const packed = promisify(gzip)

type Report = ReportOf<'threadsDumped' | 'threadDumpsEnded'>

type Outcome = Pick<ReportOf<'threadDumpsEnded'>, 'state' | 'cause'>

export class ThreadTakes {
  readonly #accounts: readonly string[]
  readonly #send: (message: Report) => boolean
  readonly #running = new RunningTakes()

  /** `accounts`: whose JVMs the owner of this machine lets be read. */
  constructor(accounts: readonly string[], send: (message: Report) => boolean) {
    this.#accounts = accounts
    this.#send = send
  }

  /** Reports every dump, and the end once. */
  start(order: ThreadOrder): void {
    const { seriesId } = order
    const end = (outcome: Outcome) => void this.#send({ kind: 'threadDumpsEnded', seriesId, ...outcome })
    const { isFull, limit } = this.#running
    if (isFull) end({ state: 'failed', cause: toldCause('threadsTooMany', { limit }) })
    else this.#running.start(seriesId, signal => this.#outcome(order, signal), end)
  }

  cancel(seriesId: string): void {
    this.#running.cancel(seriesId)
  }

  close(): Promise<void> {
    return this.#running.close()
  }

  async #outcome(order: ThreadOrder, signal: AbortSignal): Promise<Outcome> {
    try {
      await this.#take(order, signal)
      return { state: 'complete', cause: '' }
    } catch (error) {
      return signal.aborted ? { state: 'cancelled', cause: '' } : { state: 'failed', cause: causeOf(error) }
    }
  }

  async #take({ seriesId, process, dumps, seconds }: ThreadOrder, signal: AbortSignal): Promise<void> {
    const jvm = await chooseJvm(process, this.#accounts)
    const facts = await factsOf(jvm, signal)
    const beganAt = performance.now()
    for (let number = 1; number <= dumps; number++) {
      const dueMs = beganAt + (number - 1) * seconds * 1_000
      await waitFor(jvm, Math.max(0, dueMs - performance.now()) / 1_000, signal)
      const { tookMs, threads } = await dump(jvm, signal)
      this.#send({
        kind: 'threadsDumped',
        seriesId,
        number,
        at: Date.now(),
        tookMs,
        jvm: facts,
        threads: threads.toString('base64'),
      })
    }
  }
}

async function factsOf(jvm: JvmProcess, signal: AbortSignal): Promise<DumpedJvm> {
  const told = await asked(jvm, signal, limit => attach(jvm, ['jcmd', 'VM.version'], limit))
  return {
    process: mainOf(jvm.command).slice(0, 2_000),
    pid: jvm.pid,
    startedAt: jvm.startedAt.slice(0, 40),
    runtime: (javaVersion(told)?.text ?? '').slice(0, 200),
  }
}

async function dump(jvm: JvmProcess, signal: AbortSignal) {
  await assertSame(jvm)
  const table = new ThreadTable()
  const beganAt = performance.now()
  const deadlocked = await asked(jvm, signal, limit =>
    dumpThreadsOf(jvm, 'Thread.print', { signal: limit, onThread: thread => table.add(thread) }),
  )
  const tookMs = Math.round(performance.now() - beganAt)
  const threads = await packed(JSON.stringify(table.stored(deadlocked)))
  if (threads.length > maxPackedThreadBytes) throw new NotTaken(toldCause('threadsTooLarge'))
  return { tookMs, threads }
}

/** @throws NotTaken when the JVM does not answer in time, TargetFault; the signal's reason when it is aborted */
async function asked<Answer>(
  jvm: JvmProcess,
  signal: AbortSignal,
  ask: (limit: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limit = AbortSignal.timeout(threadDumpLimitMs)
  try {
    return await ask(AbortSignal.any([signal, limit]))
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted)
      throw new NotTaken(toldCause('profileTimedOut', { seconds: threadDumpLimitMs / 1_000 }))
    throw jvmFault(error, jvm)
  }
}

function causeOf(error: unknown): string {
  if (error instanceof NotTaken) return error.message
  if (!(error instanceof TargetFault)) return jvmCause(error)
  if (error.code === 'tooLarge') return toldCause('threadsTooLarge')
  return error.code === 'targetClosed' ? toldCause('threadsJvmEnded', {}, error.details) : jvmCause(error)
}
