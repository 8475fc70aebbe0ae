/** Which monitors need which: callers what they call by the drawn links, and targets the host that they run on; pure. */

export interface DependencyMonitor {
  readonly id: string
  readonly name: string
  /** Whether it tells that a machine is alive. */
  readonly isHost: boolean
  /** Name or address of the machine of its target, lower case; '' = not known. */
  readonly machine: string
}

interface DrawnLink {
  readonly nodes: readonly { readonly id: string; readonly monitorId: string | null }[]
  readonly edges: readonly { readonly from: string; readonly to: string }[]
}

export class DependencyGraph {
  readonly #needs = new Map<string, Set<string>>()
  readonly #names: ReadonlyMap<string, string>

  constructor(monitors: readonly DependencyMonitor[], links: readonly DrawnLink[]) {
    this.#names = new Map(monitors.map(({ id, name }) => [id, name]))
    const hosts = new Map<string, string[]>()
    for (const { id, isHost, machine } of monitors)
      if (isHost && machine !== '') hosts.set(machine, [...(hosts.get(machine) ?? []), id])
    for (const { id, isHost, machine } of monitors)
      if (!isHost) for (const host of hosts.get(machine) ?? []) this.#add(id, host)
    for (const { nodes, edges } of links) {
      const monitorOf = new Map(nodes.map(node => [node.id, node.monitorId]))
      for (const { from, to } of edges) this.#add(monitorOf.get(from) ?? null, monitorOf.get(to) ?? null)
    }
  }

  #add(from: string | null, to: string | null): void {
    if (from === null || to === null || from === to) return
    this.#needs.set(from, (this.#needs.get(from) ?? new Set()).add(to))
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? ''
  }

  /** All that the monitor needs, directly or through others. */
  #needed(id: string): ReadonlySet<string> {
    const found = new Set<string>()
    const open = [id]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const needed of this.#needs.get(next) ?? [])
        if (!found.has(needed)) {
          found.add(needed)
          open.push(needed)
        }
    return found
  }

  /** Of the monitors that do not answer those that this one needs. Two that need each other do not silence each other. */
  blockersOf(id: string, down: ReadonlySet<string>): string[] {
    return [...this.#needed(id)].filter(each => each !== id && down.has(each) && !this.#needed(each).has(id))
  }

  /** Monitors that need this one, and that it does not need. */
  dependentsOf(id: string): string[] {
    const needed = this.#needed(id)
    return [...this.#names.keys()].filter(
      each => each !== id && !needed.has(each) && this.#needed(each).has(id),
    )
  }
}
