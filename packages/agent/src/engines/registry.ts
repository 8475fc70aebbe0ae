/** The engines of load machines; a name without its entry does not compile. */
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import { type Engine, engineNames } from '@pone/plan/engines/engine.ts'
import { jmeter } from './jmeter.ts'
import { pr } from './pr.ts'
import type { EngineTool, RunEngine, ToolPlaces, WorkerFiles } from './run-engine.ts'

export const runEngines: Readonly<Record<Engine, RunEngine>> = { pr, jmeter }

/**
 * Finds the programs on this machine that an engine needs; an empty list for an engine that needs none. Never rejects.
 */
export type FindTools = (engine: Engine) => Promise<EngineTool[]>

export const createToolSearch =
  (places: ToolPlaces): FindTools =>
  async engine =>
    (await runEngines[engine].findTools?.(places)) ?? []

/** The machine's status for all engines. */
export async function statusOfEngines(findTools: FindTools): Promise<Partial<AgentStatus>> {
  const statuses = await Promise.all(
    engineNames.map(async name => runEngines[name].status?.(await findTools(name)) ?? {}),
  )
  return Object.assign({}, ...statuses) as Partial<AgentStatus>
}

/** @see RunEngine.takeLeftBehind */
export function takeLeftBehind(files: WorkerFiles): number | null {
  const counts = engineNames.map(name => runEngines[name].takeLeftBehind?.(files) ?? null)
  return counts.find(sent => sent !== null) ?? null
}
