/** Which servers have a connection of each agent: pure. A server that was paused may still list old connections, so the latest one counts. */

export class AgentHomes {
  /** Agent → servers with the times their connections opened, the latest last. */
  readonly #homes = new Map<string, { readonly home: string; readonly since: number }[]>()

  has(agentId: string): boolean {
    return this.#homes.has(agentId)
  }

  /** The server with the agent's latest connection. */
  of(agentId: string): string | undefined {
    return this.#homes.get(agentId)?.at(-1)?.home
  }

  arrive(agentId: string, home: string, since: number): void {
    const all = [...this.#without(agentId, home), { home, since }]
    this.#homes.set(
      agentId,
      all.toSorted((one, other) => one.since - other.since),
    )
  }

  /** True when it was the agent's last connection. */
  depart(agentId: string, home: string): boolean {
    const rest = this.#without(agentId, home)
    if (rest.length === 0) return this.#homes.delete(agentId)
    this.#homes.set(agentId, rest)
    return false
  }

  #without(agentId: string, home: string): { readonly home: string; readonly since: number }[] {
    return (this.#homes.get(agentId) ?? []).filter(each => each.home !== home)
  }
}
