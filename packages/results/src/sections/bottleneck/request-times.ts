/** Where the requests of a run spent their time, second by second, from the phases in its batches. Pure. */
import type { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { PhaseSums } from '@pone/metrics/phases.ts'
import { decodeLabels } from '../../batches/label-codec.ts'
import type { PhaseTimes } from '../../monitoring/observation.ts'
import type { PartsMs } from '../../verdict/observation.ts'

/** More requests than this share without a first byte, such as timed out ones: then their rest is no work of the generator. */
const maxUnanswered01 = 0.01

/** µs of all requests of a second. */
interface Sums {
  /** Requests that told phases, and how many of them had a first byte. */
  told: number
  answered: number
  toldUs: number
  networkUs: number
  waitingUs: number
  /** Of all requests, also those without phases. */
  count: number
  totalUs: number
}

const nothing = (): Sums => ({
  told: 0,
  answered: 0,
  toldUs: 0,
  networkUs: 0,
  waitingUs: 0,
  count: 0,
  totalUs: 0,
})

export class RequestTimes implements PhaseTimes {
  readonly #seconds = new Map<number, Sums>()

  /** Takes the labels of a batch; `isRequest` tells them from transactions. */
  add(
    { second, labels }: { readonly second: number; readonly labels: Buffer },
    isRequest: (label: number) => boolean,
    decoded: DecodedCounts,
  ): void {
    let sums = this.#seconds.get(second)
    if (sums === undefined) this.#seconds.set(second, (sums = nothing()))
    for (const counters of decodeLabels(labels, decoded)) {
      if (!isRequest(counters.label)) continue
      const count = counters.passed + counters.failed
      sums.count += count
      sums.totalUs += counters.sumUs
      const into: { phases: PhaseSums | null } = { phases: null }
      counters.addPhases(into)
      if (into.phases === null) continue
      sums.told += count
      sums.toldUs += counters.sumUs
      const wire = into.phases.toWire() ?? {}
      for (const key of ['dns', 'connect', 'tls', 'transfer']) sums.networkUs += wire[key]?.sumUs ?? 0
      sums.waitingUs += wire['firstByte']?.sumUs ?? 0
      sums.answered += wire['firstByte']?.count ?? 0
    }
  }

  /** Means of the requests that ended in these seconds, both included; null where none told its phases. */
  between(fromSecond: number, toSecond: number): Omit<PartsMs, 'database'> | null {
    const all = nothing()
    for (let second = fromSecond; second <= toSecond; second++) {
      const sums = this.#seconds.get(second)
      if (sums === undefined) continue
      all.told += sums.told
      all.answered += sums.answered
      all.toldUs += sums.toldUs
      all.networkUs += sums.networkUs
      all.waitingUs += sums.waitingUs
      all.count += sums.count
      all.totalUs += sums.totalUs
    }
    if (all.told === 0 || all.answered === 0) return null
    const restUs = Math.max(0, all.toldUs - all.networkUs - all.waitingUs)
    const isOwn = all.answered >= (1 - maxUnanswered01) * all.told
    const untoldUs = all.totalUs - all.toldUs + (isOwn ? 0 : restUs)
    const ms = (us: number): number => us / all.count / 1_000
    return {
      generator: isOwn ? ms(restUs) : 0,
      network: ms(all.networkUs),
      waiting: ms(all.waitingUs),
      unknown: ms(untoldUs),
    }
  }
}
