/** Who collects a monitor: the chosen agent, else the one that collects now, else the nearest. Pure. */

export interface CandidateAgent {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly address: string
}

export interface MonitorToAssign {
  readonly monitorId: string
  /** The agent that its form names. */
  readonly chosenId: string | null
  /** Who collects it now. */
  readonly currentId: string | null
  /** Only an agent on the target's own machine can collect it. */
  readonly isBound: boolean
  /** Where the target is; '' where the type has no such parameter. */
  readonly host: string
}

export interface Candidates {
  /** Online ones that the project may use. */
  readonly agents: readonly CandidateAgent[]
  /** Whether an agent is away for so long that others take its monitors. */
  readonly isLost: (agentId: string) => boolean
  /** Online for long enough to get its monitors back. */
  readonly isSteady: (agentId: string) => boolean
  /** Monitors that an agent collects now. */
  readonly load: ReadonlyMap<string, number>
}

/** The agent's id; null: none can. An agent that is lost keeps what nobody else can collect. */
export function collectorOf(monitor: MonitorToAssign, candidates: Candidates): string | null {
  const { chosenId, currentId, isBound } = monitor
  const { agents, isLost, isSteady } = candidates
  const isThere = (id: string | null): boolean => agents.some(agent => agent.id === id)
  if (currentId !== null && !isLost(currentId)) {
    const isBack = chosenId !== null && chosenId !== currentId && isThere(chosenId) && isSteady(chosenId)
    return isBack ? chosenId : currentId
  }
  if (isThere(chosenId)) return chosenId
  if (isBound) return currentId ?? (chosenId === null ? nearest(monitor, candidates) : null)
  return nearest(monitor, candidates) ?? currentId
}

/** The agent on the target's host, else the one with the fewest monitors. */
function nearest({ host }: MonitorToAssign, { agents, load }: Candidates): string | null {
  const wanted = host.toLowerCase()
  const there = agents.find(agent =>
    [agent.host, agent.address, agent.name].some(place => place !== '' && place.toLowerCase() === wanted),
  )
  if (there !== undefined) return there.id
  const loadOf = (id: string): number => load.get(id) ?? 0
  return agents.toSorted((a, b) => loadOf(a.id) - loadOf(b.id) || (a.id < b.id ? -1 : 1)).at(0)?.id ?? null
}
