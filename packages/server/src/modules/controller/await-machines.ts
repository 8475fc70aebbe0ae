/** The time of a run before it has machines: they are made, it tells how far they are, and then it is prepared on them. */

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

/** Beyond what making them may take by itself, for Kubernetes to answer. */
const marginMs = 30_000

export function awaitMachines(
  run: ActiveRun,
  order: {
    runs: Pick<RunRepository, 'saveMachine'>
    clusters: Pick<ClusterService, 'release'>
    plan: RunPlan
    mending: MakeMachines
    reserve: () => Promise<Reservation>
    /** In which a failure is told. */
    language: Language
    onFailure: (what: string, cause: unknown) => void
  },
): MachineWait {
  const { runs, clusters, plan, mending, reserve, language } = order
  const runId = run.record.id
  const abort = new AbortController()
  run.awaitMachines(mending.patienceMs + marginMs)

  let told = ''
  const tell = ({ joined, wanted, problem }: MachineProgress) => {
    const text = JSON.stringify([joined, wanted, problem])
    if (text === told || !run.isActive) return
    told = text
    run.machinesAwaited({ joined, wanted, problem })
  }
  const begin = async () => {
    const { machines } = await mending.make({ runId, language, signal: abort.signal, reserve, tell })
    const parts = partsOf(runId, machines)
    for (const part of parts) await runs.saveMachine(runId, part)
    // Stopped, or gone to another server, in between: what was reserved is given back.
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
