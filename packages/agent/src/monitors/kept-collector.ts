/** A collector process that is started when it is needed, and again, with growing pauses, when it has ended by itself. */
import type { CollectorOrder, CollectorReport } from '../collector/protocol.ts'
import { CollectorProcess, type CollectorProcessOptions, type CollectorWalls } from './collector-process.ts'

const firstPauseMs = 250
const maxPauseMs = 30_000
/** A process that lived this long has nothing to do with the ones before. */
const longLifeMs = 60_000

export interface KeptCollectorOptions extends Pick<CollectorProcessOptions, 'bytesPerSecond' | 'program'> {
  /** Of the next process. */
  readonly walls: () => CollectorWalls
  readonly onReport: (report: CollectorReport) => void
  /** Called for each new process; what is sent then is what it gets first. */
  readonly onStart: () => void
  /** Called when it ended by itself or by force. */
  readonly onDeath: (how: string) => void
}

export class KeptCollector {
  readonly #options: KeptCollectorOptions
  #process: CollectorProcess | undefined
  /** Until the process before has ended in order: two never collect at once. */
  #ending: Promise<void> = Promise.resolve()
  #isEnding = false
  #isNeeded = false
  #startedAt = 0
  #deaths = 0
  #restart: NodeJS.Timeout | undefined

  constructor(options: KeptCollectorOptions) {
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Starts it if it does not run or wait to be started. */
  need(): void {
    if (this.#isNeeded) return
    this.#isNeeded = true
    if (this.#isEnding) void this.#ending.then(() => this.#start())
    else this.#start()
  }

  /** False when there is no process; a new one is told everything. */
  send(order: CollectorOrder): boolean {
    this.#process?.send(order)
    return this.#process !== undefined
  }

  /** Ends it in order: what it has collected is still reported. */
  async release(): Promise<void> {
    this.#isNeeded = false
    clearTimeout(this.#restart)
    const ending = this.#process
    this.#process = undefined
    if (ending === undefined) return this.#ending
    this.#isEnding = true
    this.#ending = ending.end().then(() => {
      this.#isEnding = false
    })
    return this.#ending
  }

  #start(): void {
    if (!this.#isNeeded || this.#process !== undefined || this.#isEnding) return
    this.#startedAt = performance.now()
    const { onReport, bytesPerSecond, program, walls } = this.#options
    const started = new CollectorProcess({
      onReport,
      bytesPerSecond,
      ...(program === undefined ? {} : { program }),
      walls: walls(),
      onEnd: how => this.#ended(started, how),
    })
    this.#process = started
    this.#options.onStart()
  }

  #ended(ended: CollectorProcess, how: string): void {
    if (this.#process !== ended) return
    this.#process = undefined
    if (performance.now() - this.#startedAt > longLifeMs) this.#deaths = 0
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** this.#deaths++)
    this.#restart = setTimeout(() => this.#start(), pauseMs)
    this.#options.onDeath(how)
  }
}
