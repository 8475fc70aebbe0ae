/** Stores what an agent delivers in the database; what is stored is passed on to the live figures. */

import type { Batch, LabelName } from '@pone/contract/link/batch.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import type { BatchCompany } from '@pone/results/batches/batch-company.ts'
import { placeLabels, relabelled } from '@pone/results/batches/label-places.ts'
import { storableText } from '@pone/results/batches/storable.ts'
import { type StoredBatch, toStoredBatch } from '@pone/results/batches/stored-batch.ts'
import type { BatchStore, StoreErrors } from './run-store.ts'
import { validateBatch } from './validate-batch.ts'

/** Log lines kept per run; further ones of a script are dropped, without affecting the run. */
export const maxLogLines = 100_000

export type IncomingBatch = StoredBatch & BatchCompany

/**
 * `onDamage` is called for batches, and for their samples and log lines, that could not be stored: the counts then do
 * not reconcile any more, and show it.
 */
export function createBatchIntake(deps: {
  readonly batches: BatchStore
  readonly storeErrors: StoreErrors
  /** Adds the names to the run's labels and returns all of these, including those that another server has added since. */
  readonly addLabels: (runId: string, names: readonly LabelName[]) => Promise<readonly RunLabel[]>
  readonly onDamage: (what: string, cause: unknown) => void
}) {
  const decoded = new DecodedCounts()
  /** Batches as they are stored; damaged ones are left out. */
  const read = (
    labels: readonly RunLabel[],
    placeOf: (name: LabelName) => number,
    batches: readonly Batch[],
    isLogFull: boolean,
  ): IncomingBatch[] =>
    batches.flatMap(received => {
      try {
        validateBatch(received)
        const batch = relabelled(received, placeOf)
        const stored = toStoredBatch(batch, label => labels[label]?.kind === 'request', decoded)
        const samples = batch.errors.flatMap(({ label, code, message, sample }) =>
          sample === null
            ? []
            : [{ label, code: storableText(code), message: storableText(message).slice(0, 500), sample }],
        )
        return [{ ...stored, samples, log: isLogFull ? [] : batch.log }]
      } catch (cause) {
        deps.onDamage(`batch ${received.seq} of ${received.workerId}`, cause)
        return []
      }
    })

  /** Maps the batches' own labels to the run's; missing ones are added to `labels`. */
  const place = async (runId: string, labels: RunLabel[], batches: readonly Batch[]) => {
    const names = batches.flatMap(batch => batch.names ?? [])
    if (names.length > 0 && placeLabels(labels, names).missing.length > 0) {
      const all = await deps.addLabels(runId, names)
      labels.push(...all.slice(labels.length))
    }
    return placeLabels(labels, names).placeOf
  }

  return {
    /**
     * New labels are added to `labels`, which is the run's own list. Returns the batches that are stored now, whichever
     * server stored them; none when the run has been deleted meanwhile.
     * @throws the store's error while it cannot be reached
     */
    async store(input: {
      runId: string
      labels: RunLabel[]
      batches: readonly Batch[]
      isLogFull: boolean
    }): Promise<IncomingBatch[]> {
      const placeOf = await place(input.runId, input.labels, input.batches)
      const incoming = read(input.labels, placeOf, input.batches, input.isLogFull)
      if (incoming.length === 0) return []
      try {
        await deps.batches.store(input.runId, incoming)
        return incoming
      } catch (cause) {
        if (deps.storeErrors.isRunDeleted(cause)) return []
        if (deps.storeErrors.isUnavailable(cause)) throw cause
        // Samples and log lines contain what the target sent; the figures must not be lost with them.
        deps.onDamage(`samples and log of run ${input.runId}`, cause)
        const bare = incoming.map(batch => ({ ...batch, samples: [], log: [] }))
        await deps.batches.store(input.runId, bare)
        return bare
      }
    },
  }
}
export type BatchIntake = ReturnType<typeof createBatchIntake>
