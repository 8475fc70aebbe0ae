/** To which part of a system a monitor belongs: by its category, and of a host by what runs on it. Pure. */
import type { RunMonitor, RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import type { Tier } from '../verdict/observation.ts'

const tiers: Readonly<Record<string, Tier>> = { database: 'database', cache: 'database', queue: 'downstream' }

/**
 * A host belongs to the application when any of it runs there, else to what does: monitors whose targets are on the same
 * machine, or whose nodes call that of the host. When nothing of the system is known to run there and it is one of
 * `loadAgents`' machines, it is a load machine.
 */
export function tierOf(
  monitor: RunMonitor | undefined,
  { monitors, edges }: Pick<RunMonitoring, 'monitors' | 'edges'>,
  loadAgents: readonly string[],
): Tier {
  if (monitor?.category !== 'host') return tiers[monitor?.category ?? ''] ?? 'application'
  const callers = new Set(edges.filter(({ to }) => monitor.nodes.includes(to)).map(({ from }) => from))
  const onIt = monitors.filter(
    other =>
      other.category !== 'host' &&
      ((monitor.machine !== undefined && other.machine === monitor.machine) ||
        other.nodes.some(node => callers.has(node))),
  )
  const found = new Set(onIt.map(({ category }) => tiers[category] ?? 'application'))
  if (found.size === 1) return [...found][0] ?? 'application'
  if (found.size > 1) return 'application'
  return monitor.agents?.some(agent => loadAgents.includes(agent)) === true ? 'generator' : 'application'
}
