/** Tells browsers how many incidents of their project are open, at most once a second per project. */
import type { OpenAlerts } from '@pone/contract/entities/alert.ts'
import type { LiveMessage } from '@pone/contract/live.ts'

/** Part of the live stream of all servers that alerts use. */
export interface AlertAudience {
  /** Whether a browser of any server watches the topic. */
  isWatched(topic: 'alerts', projectId: string, id: string): boolean
  publish(topic: 'alerts', projectId: string, id: string, message: LiveMessage): void
}

export interface AlertNewsDeps {
  readonly audience: AlertAudience
  readonly openCounts: (projectId: string) => Promise<OpenAlerts>
  readonly warn: (text: string, cause?: unknown) => void
}

const everyMs = 1_000

export class AlertNews {
  readonly #deps: AlertNewsDeps
  #changed = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: AlertNewsDeps) {
    this.#deps = deps
  }

  /** What a browser gets that begins to watch. */
  async snapshot(projectId: string): Promise<LiveMessage> {
    return { kind: 'alertNews', projectId, open: await this.#deps.openCounts(projectId) }
  }

  changed(projectIds: Iterable<string>): void {
    for (const projectId of projectIds) this.#changed.add(projectId)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const projectIdsNow = this.#changed
      this.#changed = new Set()
      this.#tell(projectIdsNow).catch((cause: unknown) =>
        this.#deps.warn('open incidents could not be told to browsers', cause),
      )
    }, everyMs)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#changed.clear()
  }

  async #tell(projectIds: ReadonlySet<string>): Promise<void> {
    const { audience } = this.#deps
    for (const projectId of projectIds)
      if (audience.isWatched('alerts', projectId, projectId))
        audience.publish('alerts', projectId, projectId, await this.snapshot(projectId))
  }
}
