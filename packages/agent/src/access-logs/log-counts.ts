/** The access log that this agent counts for a project: one at a time, forgotten when nobody asks for it any more. */
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  type LogCount,
  type LogFile,
  type LogOrder,
  logCountLeaseMs,
  logCountSchema,
  maxLogCountMs,
} from '@pone/contract/entities/log-count.ts'
import { CauseError, toldCause } from '@pone/contract/told-cause.ts'
import { TargetFault } from '@pone/monitors/target-fault.ts'
import { openLogFile } from '@pone/monitors/transports/slow-log/log-file.ts'
import { forkEnclosed } from '../processes/enclosed-fork.ts'
import { listAccessLogs, usualAccessLogFolders } from './log-files.ts'
import { countEntry } from './messages.ts'

const setting = 'PONE_AGENT_ACCESS_LOGS'
/** What a mix needs, many times over. */
const memoryBytes = 1024 ** 3
const hourMs = 3_600_000

export interface LogCountsOptions {
  /** As the owner of the machine has listed them; null: not at all. */
  readonly folders: readonly string[] | null
  /** Whether work is under way that must not be disturbed. */
  readonly isBusy: () => boolean
  readonly program?: URL
  readonly leaseMs?: number
  readonly limitMs?: number
}

interface CountId {
  readonly countId: string
  readonly projectId: string
}

interface Held extends CountId {
  count: LogCount
  child: ChildProcess | null
}

export class LogCounts {
  readonly #options: LogCountsOptions
  #held: Held | null = null
  #lease: NodeJS.Timeout | undefined
  #limit: NodeJS.Timeout | undefined

  constructor(options: LogCountsOptions) {
    this.#options = options
  }

  get isCounting(): boolean {
    return this.#held?.count.state === 'counting'
  }

  /** @param isOwn no other project may use the machine @throws CauseError */
  async files(isOwn: boolean): Promise<LogFile[]> {
    return listAccessLogs(this.#folders(isOwn))
  }

  /** One that is known is not begun again. @throws CauseError */
  async start(of: CountId, order: LogOrder, isOwn: boolean): Promise<void> {
    if (this.#held?.countId === of.countId) return
    const folders = this.#folders(isOwn)
    if (this.isCounting) throw new CauseError('logBusy')
    if (this.#options.isBusy()) throw new CauseError('logMachineBusy')
    this.close()
    const held: Held = { ...of, count: { state: 'counting', readBytes: 0, sizeBytes: 0 }, child: null }
    this.#held = held
    try {
      const file = await openLogFile(order.path, folders, setting)
      try {
        // It may have been cancelled, or given way to a run, meanwhile.
        if (this.#held === held && this.isCounting) this.#fork(held, file.handle.fd, order)
      } finally {
        // The process has its own descriptor.
        await file.handle.close()
      }
    } catch (error) {
      if (this.#held === held) this.close()
      throw causeOf(error)
    }
    if (this.#held === held) this.#renew()
  }

  /** null if there is no such count of the project; asking keeps it. */
  state({ countId, projectId }: CountId): LogCount | null {
    const held = this.#held
    if (held?.countId !== countId || held.projectId !== projectId) return null
    this.#renew()
    return held.count
  }

  end({ countId, projectId }: CountId): void {
    if (this.#held?.countId === countId && this.#held.projectId === projectId) this.close()
  }

  /** Ends a count for work that it would disturb; who asks for it learns why. */
  giveWay(): void {
    if (this.#held !== null && this.isCounting)
      this.#settle(this.#held, { state: 'failed', cause: toldCause('logMachineBusy') })
  }

  /** Ends and forgets what is counted. */
  close(): void {
    clearTimeout(this.#lease)
    clearTimeout(this.#limit)
    this.#held?.child?.kill('SIGKILL')
    this.#held = null
  }

  /** @throws CauseError */
  #folders(isOwn: boolean): readonly string[] {
    const { folders } = this.#options
    if (folders !== null && folders.length === 0) throw new CauseError('logsOff')
    if (folders === null && !isOwn) throw new CauseError('logsShared')
    return folders ?? usualAccessLogFolders
  }

  #fork(held: Held, input: number, { path, logFormat, hours }: LogOrder): void {
    const { program = countEntry, limitMs = maxLogCountMs } = this.#options
    const child = forkEnclosed({ program: fileURLToPath(program), input, output: 'ignore', memoryBytes })
    held.child = child
    child.on('message', message => {
      // It reads what others wrote: only what is a count is believed.
      const count = logCountSchema.safeParse(message)
      if (held.count.state !== 'counting') return
      if (!count.success) return this.#settle(held, ended())
      if (count.data.state === 'counting') held.count = count.data
      else this.#settle(held, count.data)
    })
    child.once('error', () => this.#settle(held, ended()))
    child.once('close', () => this.#settle(held, ended()))
    child.send(
      { path, logFormat, fromMs: hours === null ? null : Date.now() - hours * hourMs },
      () => undefined,
    )
    this.#limit = setTimeout(() => {
      const minutes = Math.round(limitMs / 60_000)
      this.#settle(held, { state: 'failed', cause: toldCause('logTooLong', { minutes }) })
    }, limitMs)
  }

  /** The first end counts. */
  #settle(held: Held, count: LogCount): void {
    if (held.count.state !== 'counting') return
    held.count = count
    held.child?.kill('SIGKILL')
    if (this.#held === held) clearTimeout(this.#limit)
  }

  #renew(): void {
    clearTimeout(this.#lease)
    this.#lease = setTimeout(() => this.close(), this.#options.leaseMs ?? logCountLeaseMs)
  }
}

const ended = (): LogCount => ({ state: 'failed', cause: toldCause('logProgramEnded') })

function causeOf(error: unknown): unknown {
  if (!(error instanceof TargetFault)) return error
  const { setting: allowed = '', grant = '' } = error.params
  switch (error.code) {
    case 'notAllowed':
      return new CauseError('logNotAllowed', { setting: allowed })
    case 'missingRight':
      return new CauseError('logNoRight', { grant })
    default:
      return new CauseError('logNotThere', {}, error.details)
  }
}
