/** Standalone executions on this machine: each is a process of its own whose events are relayed in small groups. */

import type { DebugEvent } from '@pone/contract/link/debug.ts'
import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { PlanFiles } from '../downloads/plan-files.ts'
import type { Log } from '../log.ts'
import type { DebugProcess, startDebugProcess } from './debug-process.ts'

/** A command that starts a standalone execution. */
export type StartCommand = Extract<ServerMessage, { debugId: string; files: unknown }>
type Ended = Extract<DebugEvent, { kind: 'ended' }>

const groupEveryMs = 100
/** Events that may wait for their group; at this number they are sent immediately. */
const maxGroup = 50
const timeoutMs = 10 * 60_000
/** A process that was asked to stop is killed after this, ms. */
const stopTimeoutMs = 5_000
const maxAtOnce = 20

type Listener = Pick<Parameters<typeof startDebugProcess>[0], 'onEvent' | 'onExit'>

/** Starts what a command asks for, with its files by id. */
export type Starter<Command extends StartCommand> = (
  command: Command,
  filePaths: Record<string, string>,
  listener: Listener,
) => Promise<DebugProcess>

export interface DebugRegistry {
  start<Command extends StartCommand>(command: Command, begin: Starter<Command>): Promise<void>
  stop(debugId: string): void
  /** Ends all of them immediately. */
  close(): void
}

type Begin = (filePaths: Record<string, string>, listener: Listener) => Promise<DebugProcess>

interface RegistryOptions {
  readonly files: Pick<PlanFiles, 'fetchAll'>
  readonly send: (message: AgentMessage) => boolean
  readonly log: Log
}

export const createDebugRegistry = (options: RegistryOptions): DebugRegistry => new Debugs(options)

class Debugs implements DebugRegistry {
  readonly #options: RegistryOptions
  readonly #running = new Map<string, DebugExecution>()

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  async start<Command extends StartCommand>(command: Command, begin: Starter<Command>): Promise<void> {
    const { send, log } = this.#options
    const { debugId } = command
    if (this.#running.has(debugId)) return
    if (this.#running.size >= maxAtOnce) {
      const detail = `${maxAtOnce} standalone executions are running on this machine already`
      send({ kind: 'debug', debugId, events: [{ kind: 'ended', cause: 'failed', detail }] })
      return
    }
    const execution = new DebugExecution(
      command,
      (filePaths, listener) => begin(command, filePaths, listener),
      this.#options,
    )
    this.#running.set(debugId, execution)
    void execution
      .run()
      .catch((cause: unknown) => log(`standalone execution: ${errorText(cause)}`))
      .finally(() => this.#running.delete(debugId))
  }

  stop(debugId: string): void {
    this.#running.get(debugId)?.stop()
  }

  close(): void {
    for (const execution of this.#running.values()) execution.kill()
  }
}

/** One standalone execution, from fetching its files to its last event. */
class DebugExecution {
  readonly #command: StartCommand
  readonly #begin: Begin
  readonly #options: RegistryOptions
  readonly #ended = Promise.withResolvers<Ended>()
  #process: DebugProcess | null = null
  #isStopped = false
  #killTimer: NodeJS.Timeout | undefined

  constructor(command: StartCommand, begin: Begin, options: RegistryOptions) {
    this.#command = command
    this.#begin = begin
    this.#options = options
  }

  /** Resolves when its process has ended and everything is reported. */
  async run(): Promise<void> {
    const { files, send } = this.#options
    const { debugId } = this.#command
    const group = createGroup(events => send({ kind: 'debug', debugId, events }))
    const timer = setTimeout(() => this.#end('timeout'), timeoutMs)
    try {
      const filePaths = await files.fetchAll(this.#command.files)
      if (this.#isStopped) return this.#end('stopped')
      this.#process = await this.#begin(filePaths, {
        onEvent: event => (event.kind === 'ended' ? this.#ended.resolve(event) : group.add(event)),
        onExit: how => this.#end(this.#isStopped ? 'stopped' : 'failed', how),
      })
      await this.#ended.promise
    } catch (cause) {
      this.#end('failed', errorText(cause))
    } finally {
      clearTimeout(timer)
      clearTimeout(this.#killTimer)
      this.kill()
      group.add(await this.#ended.promise)
      group.close()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#process?.stop()
    this.#killTimer = setTimeout(() => this.#end('stopped'), stopTimeoutMs)
  }

  kill(): void {
    this.#process?.kill()
  }

  #end(cause: Ended['cause'], detail = ''): void {
    this.#ended.resolve({ kind: 'ended', cause, detail })
  }
}

/** Collects events for a tenth of a second. */
function createGroup(send: (events: DebugEvent[]) => void) {
  let events: DebugEvent[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (events.length === 0) return
    const group = events
    events = []
    send(group)
  }
  return {
    add: (event: DebugEvent) => {
      events.push(event)
      if (events.length >= maxGroup) flush()
      else timer ??= setTimeout(flush, groupEveryMs)
    },
    close: flush,
  }
}
