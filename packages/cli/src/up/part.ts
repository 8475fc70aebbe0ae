/** One part of a running installation (database, server, agent, shop): starts it, and restarts it when it dies. */

import { setTimeout as wait } from 'node:timers/promises'
import { errorText } from '@pone/schema/error-text.ts'
import { CommandError } from '../exit-codes.ts'

/** One process of a part, from its start to its end. */
export interface Life {
  readonly pid: number
  /** Settles when the process has ended, with how, e.g. `killed by SIGKILL`. */
  readonly ended: Promise<string>
  /** Ends it in order; resolves when it has ended. */
  stop(): Promise<void>
}

export interface PartOptions {
  readonly name: string
  /** Resolves when the part is ready. @throws CommandError when it cannot start */
  start(): Promise<Life>
  /** Called for each death and each failed start, with a sentence. */
  readonly report: (sentence: string) => void
  /** Waits; tests pass their own clock. */
  readonly pause?: (durationMs: number, signal: AbortSignal) => Promise<unknown>
}

export interface Part {
  /** Settles with the reason when the part has failed to start several times in a row and is not restarted any more. */
  readonly givenUp: Promise<CommandError>
  /** Id of the present process; undefined between two processes. */
  pid(): number | undefined
  stop(): Promise<void>
}

const longestPauseMs = 30_000
/** A process that has lasted this long counts as healthy, and the next pause is short again. */
const healthyLifeMs = 60_000
const failedStartsMax = 5

/** Pause before the n-th restart in a row (from 1): 1, 2, 4 … 30 seconds. */
export function restartPauseMs(restart: number): number {
  return Math.min(longestPauseMs, 1000 * 2 ** (restart - 1))
}

/** Resolves after the first start. @throws what the first start throws */
export async function runPart(options: PartOptions): Promise<Part> {
  const pause = options.pause ?? ((durationMs, signal) => wait(durationMs, undefined, { signal }))
  const stopping = new AbortController()
  let life: Life | undefined = await options.start()
  let giveUp: (reason: CommandError) => void = () => undefined
  const givenUp = new Promise<CommandError>(resolve => {
    giveUp = resolve
  })

  async function keepAlive(): Promise<void> {
    let restarts = 0
    let failedStarts = 0
    while (!stopping.signal.aborted) {
      if (life !== undefined) {
        const since = performance.now()
        const how = await life.ended
        life = undefined
        if (stopping.signal.aborted) return
        if (performance.now() - since > healthyLifeMs) restarts = 0
        options.report(`The ${options.name} ended (${how}) and is started again.`)
      }
      restarts += 1
      await pause(restartPauseMs(restarts), stopping.signal).catch(() => undefined)
      if (stopping.signal.aborted) return
      try {
        life = await options.start()
        failedStarts = 0
      } catch (cause) {
        const reason = asCommandError(options.name, cause)
        options.report(reason.message)
        failedStarts += 1
        if (failedStarts >= failedStartsMax) {
          giveUp(reason)
          return
        }
      }
    }
  }

  const loop = keepAlive()
  return {
    givenUp,
    pid: () => life?.pid,
    stop: async () => {
      stopping.abort()
      await life?.stop()
      await loop
      // A start that was in progress at `stop` has ended by now.
      await life?.stop()
    },
  }
}

function asCommandError(name: string, cause: unknown): CommandError {
  if (cause instanceof CommandError) return cause
  const said = errorText(cause)
  return new CommandError('partFailed', `The ${name} did not start: ${said}`, { cause })
}
