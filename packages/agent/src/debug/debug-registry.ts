/** Standalone executions on this machine: each is a process of its own whose events are relayed in small groups. */

import { join } from 'node:path'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'
import { readTables } from '@pone/engine/parameters/read-tables.ts'
import { startTrial } from '@pone/jmeter/trial/trial.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type Log } from '../log.ts'
import { nextAccount } from '../runs/enclosed-fork.ts'
import type { FindJmeters } from '../runs/jmeter-search.ts'
import type { PlanFiles } from '../runs/plan-files.ts'
import { type DebugProcess, startDebugProcess } from './debug-process.ts'

type StartDebug = Extract<ServerMessage, { kind: 'startDebug' }>
type StartTrial = Extract<ServerMessage, { kind: 'startJmeterTrial' }>
type Ended = Extract<DebugEvent, { kind: 'ended' }>

const groupEveryMs = 100
/** Events that wait for their group; more are sent at once. */
const maxGroup = 50
const timeoutMs = 10 * 60_000
/** A process that was asked to stop is ended after this, ms. */
const stopTimeoutMs = 5_000
const maxAtOnce = 20

type Listener = Pick<Parameters<typeof startDebugProcess>[0], 'onEvent' | 'onExit'>

export interface DebugRegistry {
  start(command: StartDebug | StartTrial): Promise<void>
  stop(debugId: string): void
  /** Ends all of them at once. */
  close(): void
}

export function createDebugRegistry(options: {
  files: Pick<PlanFiles, 'fetchAll'>
  jmeters: FindJmeters
  /** Of this registry alone. */
  folder: string
  send: (message: AgentMessage) => boolean
  log: Log
}): DebugRegistry {
  const { files, send, log } = options
  const running = new Map<string, { stop(): void; kill(): void }>()

  const begin = async (
    command: StartDebug | StartTrial,
    filePaths: Record<string, string>,
    listener: Listener,
  ) => {
    if (command.kind === 'startDebug') {
      const tables = await readTables([command], filePaths)
      return startDebugProcess({ command, filePaths, tables, ...listener })
    }
    const trial = startTrial({
      folder: join(options.folder, command.debugId),
      text: command.text,
      files: command.files.flatMap(({ id, name }) => {
        const path = filePaths[id]
        return path === undefined ? [] : [{ name, path }]
      }),
      jmeters: await options.jmeters(),
      account: nextAccount(),
      onEvent: listener.onEvent,
    })
    void trial.ended.then(listener.onEvent) // It never rejects.
    return trial
  }

  const run = async (command: StartDebug | StartTrial) => {
    const { debugId } = command
    const group = createGroup(events => send({ kind: 'debug', debugId, events }))
    let child: DebugProcess | null = null
    let isStopped = false
    let killTimer: NodeJS.Timeout | undefined
    const { promise: ended, resolve: end } = Promise.withResolvers<Ended>()
    running.set(debugId, {
      stop: () => {
        isStopped = true
        child?.stop()
        killTimer = setTimeout(() => {
          end({ kind: 'ended', cause: 'stopped', detail: '' })
        }, stopTimeoutMs)
      },
      kill: () => child?.kill(),
    })
    const timer = setTimeout(() => end({ kind: 'ended', cause: 'timeout', detail: '' }), timeoutMs)
    try {
      const filePaths = await files.fetchAll(command.files)
      if (isStopped) return end({ kind: 'ended', cause: 'stopped', detail: '' })
      child = await begin(command, filePaths, {
        onEvent: event => (event.kind === 'ended' ? end(event) : group.add(event)),
        onExit: how => end({ kind: 'ended', cause: isStopped ? 'stopped' : 'failed', detail: how }),
      })
      await ended
    } catch (cause) {
      end({ kind: 'ended', cause: 'failed', detail: errorText(cause) })
    } finally {
      clearTimeout(timer)
      clearTimeout(killTimer)
      running.delete(debugId)
      child?.kill()
      group.add(await ended)
      group.close()
    }
  }

  return {
    start: async command => {
      if (running.has(command.debugId)) return
      if (running.size >= maxAtOnce) {
        const detail = `${maxAtOnce} standalone executions are running on this machine already`
        send({
          kind: 'debug',
          debugId: command.debugId,
          events: [{ kind: 'ended', cause: 'failed', detail }],
        })
        return
      }
      void run(command).catch((cause: unknown) => log(`standalone execution: ${errorText(cause)}`))
    },
    stop: debugId => running.get(debugId)?.stop(),
    close: () => {
      for (const each of running.values()) each.kill()
    },
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
