/** Waits for on-demand machines of a run, records the progress, and then prepares the run on them. */

import { AppError, appErrorText } from '@pone/contract/errors.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { ActiveRun } from '@pone/run-control/active-run.ts'
import { partsOf, sharesOf } from '@pone/run-control/run-parts.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { ClusterService, Reservation } from '../cluster/cluster.service.ts'
import type { MachineProgress } from '../pod-pool/pod-maker.ts'
import type { MakeMachines } from '../pod-pool/pod-pool.service.ts'
import type { RunRepository } from '../run/run.repository.ts'

export interface MachineWait {
  cancel(): void
  /** Never rejects. */
  readonly settled: Promise<void>
}

/** Added to the time limit of machine creation, for the responses of Kubernetes. */
const marginMs = 30_000

export function awaitMachines(
  run: ActiveRun,
  order: {
    runs: Pick<RunRepository, 'saveMachine'>
    clusters: Pick<ClusterService, 'release'>
    plan: RunPlan
    provisioning: MakeMachines
    reserve: () => Promise<Reservation>
    /** Language of the failure text. */
    language: Language
    onFailure: (what: string, cause: unknown) => void
  },
): MachineWait {
  const { runs, clusters, plan, provisioning, reserve, language } = order
  const runId = run.record.id
  const abort = new AbortController()
  run.awaitMachines(provisioning.patienceMs + marginMs)

  let reported = ''
  const onProgress = ({ joined, wanted, problem }: MachineProgress) => {
    const text = JSON.stringify([joined, wanted, problem])
    if (text === reported || !run.isActive) return
    reported = text
    run.machinesAwaited({ joined, wanted, problem })
  }
  const begin = async () => {
    const { machines } = await provisioning.make({
      runId,
      language,
      signal: abort.signal,
      reserve,
      onProgress,
    })
    const parts = partsOf(runId, machines)
    for (const part of parts) await runs.saveMachine(runId, part)
    // The run was stopped or taken over by another server meanwhile, so the reservation is released.
    if (!run.isActive || abort.signal.aborted) return clusters.release(runId)
    run.machines.add(parts)
    run.prepare(plan, sharesOf(parts))
  }
  const settled = begin().catch((cause: unknown) => {
    if (abort.signal.aborted) return
    if (!(cause instanceof AppError)) order.onFailure(`machines for run ${runId}`, cause)
    const text =
      cause instanceof AppError ? appErrorText(cause.code, cause.params, language) : errorText(cause)
    run.failToStart(text)
  })
  return { cancel: () => abort.abort(), settled }
}
