/** Tells browsers that watch monitors what is new, at most once a second: the newest rows of a monitor, and which monitors of a project have any. */
import type { MonitorLatest } from '@pone/contract/entities/monitor.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { LiveMessage } from '@pone/contract/live.ts'
import type { SampleBatch, TimeSeries } from '../../adapters/time-series/time-series.ts'

/** Part of the live stream of all servers that monitoring uses. */
export interface MonitorAudience {
  /** Whether a browser of any server watches the topic. */
  isWatched(topic: 'monitor' | 'monitors', projectId: string, id: string): boolean
  publish(topic: 'monitor' | 'monitors', projectId: string, id: string, message: LiveMessage): void
}

export interface MonitorNewsDeps {
  readonly audience: MonitorAudience
  /** Newest values of all counters. */
  readonly latest: (projectId: string, ids: readonly string[]) => Promise<MonitorLatest[]>
  readonly warn: (text: string, cause?: unknown) => void
}

const everyMs = 1_000
/** More monitors than these are not named: then any may have news. */
const maxNamed = 2_000

interface ProjectNews {
  readonly monitorIds: Set<string>
  hasStates: boolean
  hasLog: boolean
}

export class MonitorNews {
  readonly #deps: MonitorNewsDeps
  #projects = new Map<string, ProjectNews>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: MonitorNewsDeps) {
    this.#deps = deps
  }

  /** What was stored. */
  stored({ rows, texts = [], states = [] }: SampleBatch): void {
    for (const { layout } of rows) this.#of(layout.projectId).monitorIds.add(layout.monitorId)
    for (const { projectId, monitorId } of texts) this.#of(projectId).monitorIds.add(monitorId)
    for (const { projectId, monitorId } of states) {
      const news = this.#of(projectId)
      news.monitorIds.add(monitorId)
      news.hasStates = true
    }
  }

  /** Lines of collectors of these projects were stored. */
  logged(projectIds: Iterable<string>): void {
    for (const projectId of projectIds) this.#of(projectId).hasLog = true
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#projects.clear()
  }

  #of(projectId: string): ProjectNews {
    const known = this.#projects.get(projectId)
    if (known !== undefined) return known
    const news: ProjectNews = { monitorIds: new Set(), hasStates: false, hasLog: false }
    this.#projects.set(projectId, news)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const projects = this.#projects
      this.#projects = new Map()
      this.#tell(projects).catch((cause: unknown) =>
        this.#deps.warn('the newest values of monitors could not be told to browsers', cause),
      )
    }, everyMs)
    return news
  }

  async #tell(projects: ReadonlyMap<string, ProjectNews>): Promise<void> {
    const { audience, latest } = this.#deps
    for (const [projectId, { monitorIds, hasStates, hasLog }] of projects) {
      if (audience.isWatched('monitors', projectId, projectId))
        audience.publish('monitors', projectId, projectId, {
          kind: 'monitorsNews',
          projectId,
          monitorIds: monitorIds.size > maxNamed ? null : [...monitorIds],
          hasStates,
          hasLog,
        })
      const watched = [...monitorIds].filter(id => audience.isWatched('monitor', projectId, id))
      for (const newest of watched.length === 0 ? [] : await latest(projectId, watched))
        audience.publish('monitor', projectId, newest.monitorId, {
          kind: 'monitorNews',
          projectId,
          latest: newest,
        })
    }
  }
}

/** The storage, of which every batch is told to browsers once it is stored. */
export const withNews = (series: TimeSeries, news: MonitorNews): TimeSeries => ({
  ...series,
  write: async (batch, alongside) => {
    const outcome = await series.write(batch, alongside)
    news.stored(batch)
    return outcome
  },
})

/** The newest values of a monitor, for a browser that begins to watch it; throws AppError `NotFound`. */
export const monitorSnapshot =
  (newest: MonitorNewsDeps['latest']) =>
  async (projectId: string, id: string): Promise<LiveMessage> => {
    const [latest] = await newest(projectId, [id])
    if (latest === undefined) throw new AppError('NotFound', { what: 'monitor' })
    return { kind: 'monitorNews', projectId, latest }
  }
