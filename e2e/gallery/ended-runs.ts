/** Runs of the cast with their reports. */
import { calls } from '@pone/contract/calls/registry.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { Workspace } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'

/** Runs the scenario of the workspace, or another one of its project, and waits for the report. */
export async function runToEnd(
  { api, projectId, scenarioId: own }: Workspace,
  scenarioId = own,
): Promise<string> {
  const { id } = await api.send(calls.run.start, { projectId, scenarioId })
  await eventually({
    what: 'the end of the run and its report',
    patienceMs: 120_000,
    look: async () => {
      const run = await api.send(calls.run.get, { projectId, id })
      if (isActiveRun(run.state)) return undefined
      const [report] = await api.send(calls.report.list, { projectId, runId: id })
      return report && report.state !== 'generating' ? true : undefined
    },
  })
  return id
}

/** A report of a part of a run. */
export async function reportPart(
  { api, projectId }: Workspace,
  part: { readonly runId: string; readonly fromMs: number; readonly toMs: number },
): Promise<string> {
  const { id } = await api.send(calls.report.generate, { projectId, ...part })
  await eventually({
    what: 'the report of a part',
    look: async () =>
      (await api.send(calls.report.get, { projectId, id })).state === 'generating' ? undefined : true,
  })
  return id
}
