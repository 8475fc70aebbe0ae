/** Refuses for a minute an agent whose connection was closed for flooding, or that connects too often, before its identity is looked up in the database. */
import { TokenBucket } from '../sockets/token-bucket.ts'

/** The agent itself waits for the same time, ms. */
const blockMs = 60_000
const hellosPerSecond = 1
const hellosAtOnce = 30
const maxAgents = 10_000

interface Watched {
  readonly hellos: TokenBucket
  blockedUntil: number
}

export class FloodGuard {
  readonly #agents = new Map<string, Watched>()

  /** Instants are epoch ms. */
  isBlocked(agentId: string, at: number): boolean {
    return at < (this.#agents.get(agentId)?.blockedUntil ?? 0)
  }

  /** Counts a hello of an authenticated agent; false when there were too many. */
  admits(agentId: string, at: number): boolean {
    return this.#watched(agentId).hellos.tryTake(at)
  }

  block(agentId: string, at: number): void {
    this.#watched(agentId).blockedUntil = at + blockMs
  }

  #watched(agentId: string): Watched {
    const watched = this.#agents.get(agentId) ?? {
      hellos: new TokenBucket(hellosPerSecond, hellosAtOnce),
      blockedUntil: 0,
    }
    this.#agents.delete(agentId)
    this.#agents.set(agentId, watched)
    for (const oldest of this.#agents.keys()) {
      if (this.#agents.size <= maxAgents) break
      this.#agents.delete(oldest)
    }
    return watched
  }
}
