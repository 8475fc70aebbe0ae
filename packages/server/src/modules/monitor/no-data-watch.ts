/** Finds monitors whose agent is connected but sends no values for twice their receive interval; their sections are marked until values arrive. */
import { cadenceOf } from '@pone/monitors/type.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { IntakeRepository, IntakeRight } from './intake.repository.ts'

const passEveryMs = 2_000
/** What gathering, sending and storing may take besides, ms. */
const transferMs = 3_000

/** Values and states of a monitor that were stored. */
export interface StoredPart {
  readonly right: IntakeRight
  /** Newest slot of its values, epoch ms; null: only states. */
  readonly slot: number | null
}

export interface NoDataWatchDeps {
  readonly repository: Pick<IntakeRepository, 'answeringSections' | 'markSilent'>
  readonly series: Pick<TimeSeries, 'write'>
  readonly types: Pick<MonitorTypes, 'of'>
  /** Whether batches of the agent wait to be stored. */
  readonly isStoring: (agentId: string) => boolean
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

interface Watched {
  readonly agentId: string
  /** When values were stored last, or when the watch began. */
  readonly storedAt: number
  readonly lastSlot: number | null
  /** Twice the longer one of its intervals. */
  readonly limitMs: number
}

export class NoDataWatch {
  readonly #deps: NoDataWatchDeps
  readonly #monitors = new Map<string, Watched>()
  #timer: NodeJS.Timeout | undefined
  #pass = Promise.resolve()

  constructor(deps: NoDataWatchDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#pass = this.#pass
        .then(() => this.check())
        .catch((cause: unknown) => this.#deps.warn('monitors without data could not be found', cause))
    }, passEveryMs)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#pass
  }

  stored(agentId: string, parts: readonly StoredPart[]): void {
    for (const { right, slot } of parts) {
      const known = this.#monitors.get(right.monitor_id)
      if (slot === null && known?.agentId === agentId) continue
      this.#monitors.set(right.monitor_id, {
        agentId,
        storedAt: this.#deps.now(),
        lastSlot: slot,
        limitMs: 2 * Math.max(right.receive_interval_ms, right.send_interval_ms),
      })
    }
  }

  /** Monitors of an agent without a connection have another cause. */
  forget(agentId: string): void {
    for (const [monitorId, watched] of this.#monitors)
      if (watched.agentId === agentId) this.#monitors.delete(monitorId)
  }

  /** Marks what is silent for too long; a section that is collected less often than values are expected has its own time. */
  async check(): Promise<void> {
    const { repository, series, types, now } = this.#deps
    const late = this.#late(watched => watched.limitMs)
    if (late.length === 0) return
    const sections = await repository.answeringSections(late)
    const typeOf = await types.of(sections)
    const cadences = new Map<string, number>()
    for (const answering of sections) {
      const { monitor_id: id, section, frequency_in_force_ms: frequencyMs } = answering
      const definition = typeOf(answering)?.sections.find(each => each.key === section)
      if (definition === undefined) continue
      const cadenceMs = cadenceOf(definition, frequencyMs)
      cadences.set(id, Math.min(cadences.get(id) ?? cadenceMs, cadenceMs))
    }
    // A monitor that no longer answers, runs, or is the agent's is watched again when values of it are stored.
    for (const { monitorId } of late) if (!cadences.has(monitorId)) this.#monitors.delete(monitorId)
    const silent = this.#late((watched, id) => Math.max(watched.limitMs, 2 * (cadences.get(id) ?? 0))).filter(
      ({ monitorId }) => cadences.has(monitorId),
    )
    if (silent.length === 0) return
    for (const { monitorId } of silent) this.#monitors.delete(monitorId)
    const since = silent.map(({ monitorId, agentId, lastSlot, storedAt }) => ({
      monitorId,
      agentId,
      since: Math.min(lastSlot ?? storedAt, now()),
    }))
    const marked = await repository.markSilent(since)
    await series.write({
      rows: [],
      states: marked.map(row => ({
        monitorId: row.monitor_id,
        projectId: row.project_id,
        section: row.section,
        atMs: row.since,
        cause: 'noData',
        detail: '',
      })),
    })
  }

  #late(limitOf: (watched: Watched, monitorId: string) => number): ({ monitorId: string } & Watched)[] {
    const { now, isStoring } = this.#deps
    return [...this.#monitors].flatMap(([monitorId, watched]) => {
      const isLate = now() - watched.storedAt > limitOf(watched, monitorId) + transferMs
      return isLate && !isStoring(watched.agentId) ? [{ monitorId, ...watched }] : []
    })
  }
}
