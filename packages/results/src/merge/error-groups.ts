/** Errors of a run by label, code and message, with one full sample each. */
import type { ErrorGroup, Exchange } from '@pone/contract/entities/run.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { BatchError } from '../batches/stored-batch.ts'

/** Groups kept apart; the messages of further ones are merged per label and code. */
const maxGroups = 300
const otherMessages = '…'
/** Labels and codes kept apart beyond that; an engine knows far fewer. */
const maxMergedGroups = 2_000
const restKey = `-1\n${otherMessages}\n${otherMessages}`

export class ErrorGroups {
  readonly #labels: readonly RunLabel[]
  readonly #groups = new Map<string, ErrorGroup>()
  readonly #changed = new Set<string>()

  constructor(labels: readonly RunLabel[]) {
    this.#labels = labels
  }

  /** Counts what one batch tells. */
  add({ label, code, message, count, at }: BatchError): void {
    const key = this.#keyFor(label, code, message)
    this.#changed.add(key)
    const known = this.#groups.get(key)
    if (known === undefined) {
      const isRest = key === restKey
      const name = isRest ? '' : (this.#labels[label]?.name ?? '')
      const shown = key.endsWith(`\n${otherMessages}`) ? otherMessages : message
      this.#groups.set(key, {
        label: name,
        code: isRest ? otherMessages : code,
        message: shown,
        count,
        firstAt: at,
        lastAt: at,
        sample: null,
      })
      return
    }
    known.count += count
    known.firstAt = Math.min(known.firstAt, at)
    known.lastAt = Math.max(known.lastAt, at)
  }

  /** Gives a group its sample; true when it had none. */
  setSample(label: number, code: string, message: string, sample: Exchange): boolean {
    const key = this.#keyFor(label, code, message)
    const group = this.#groups.get(key)
    if (group === undefined || group.sample !== null) return false
    group.sample = sample
    this.#changed.add(key)
    return true
  }

  /** All groups, the most frequent first. */
  all(): ErrorGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count)
  }

  /** Groups that changed since the last call. */
  takeChanged(): ErrorGroup[] {
    const changed = [...this.#changed].flatMap(key => this.#groups.get(key) ?? [])
    this.#changed.clear()
    return changed
  }

  #keyFor(label: number, code: string, message: string): string {
    const key = `${label}\n${code}\n${message}`
    if (this.#groups.has(key) || this.#groups.size < maxGroups) return key
    const merged = `${label}\n${code}\n${otherMessages}`
    if (this.#groups.has(merged) || this.#groups.size < maxMergedGroups) return merged
    return restKey
  }
}
