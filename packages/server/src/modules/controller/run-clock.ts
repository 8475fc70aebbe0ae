/** Ticks of the active runs: once a second, and as soon as all machines have reported a second. */
import { publishTick } from '@pone/run-control/live-publisher.ts'
import type { ControllerDeps } from './controller-deps.ts'
import type { HeldRun, HeldRuns } from './held-runs.ts'

const tickMs = 1_000
const lookMs = 200

export class RunClock {
  readonly #held: HeldRuns
  readonly #deps: Pick<ControllerDeps, 'hub' | 'link' | 'now' | 'ownership'>
  #timer: NodeJS.Timeout | null = null

  constructor(held: HeldRuns, deps: Pick<ControllerDeps, 'hub' | 'link' | 'now' | 'ownership'>) {
    this.#held = held
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), lookMs)
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Runs a tick of every active run now. */
  tick(): void {
    for (const held of this.#held.all()) if (held.run.isActive) this.#tickOne(held)
  }

  #look(): void {
    const { ownership, now } = this.#deps
    if (!ownership.mayDrive()) return
    for (const held of this.#held.all()) {
      if (!held.run.isActive) continue
      if (now() - held.tickedAt >= tickMs - lookMs / 2 || held.run.hasNews()) this.#tickOne(held)
    }
  }

  #tickOne(held: HeldRun): void {
    const { hub, link, now } = this.#deps
    const { run } = held
    held.tickedAt = now()
    run.tick()
    if (run.isActive) publishTick(hub, run, agentId => link.isOnline(agentId), now())
  }
}
