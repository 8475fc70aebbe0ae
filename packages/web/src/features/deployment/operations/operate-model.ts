/** What the question before an operation on hosts asks for: which hosts it goes to, what is chosen, and what is in its way; pure. */
import type { OperationKind, Tool } from '@pone/contract/entities/host.ts'

interface CheckedHost {
  readonly hostId: string
  readonly versions: readonly string[]
  /** Why the operation can only fail there; null when it can go ahead. */
  readonly problem: { readonly code: string } | null
}

export interface OperationPlan<R extends CheckedHost> {
  readonly blocked: readonly R[]
  readonly ready: readonly R[]
  /** Blocked by a key that a person has to confirm first. */
  readonly unconfirmed: readonly R[]
  /** Hosts that the operation would be sent to. */
  readonly asks: readonly R[]
  /** All that any of the hosts offers, each once. */
  readonly versions: readonly string[]
}

/** `leavesOut`: hosts where it could only fail are left out, unless there are no others. */
export function planOperation<R extends CheckedHost>(
  rows: readonly R[],
  leavesOut: boolean,
): OperationPlan<R> {
  const ready = rows.filter(row => row.problem === null)
  return {
    ready,
    blocked: rows.filter(row => row.problem !== null),
    unconfirmed: rows.filter(row => row.problem?.code === 'hostKeyNew'),
    asks: leavesOut && ready.length > 0 ? ready : rows,
    versions: [...new Set(rows.flatMap(row => row.versions))],
  }
}

/** Arthas attaches to a process of the host, which a person chooses. */
export const needsProcess = (tool: Tool, kind: OperationKind): boolean =>
  tool === 'Arthas' && kind === 'start'

/** An agent has one version at a time: only its installation offers a choice. */
export const offersVersion = (tool: Tool, kind: OperationKind): boolean =>
  tool !== 'Agent' || kind === 'install'

/** What the choice of no version means: a fresh installation takes the newest, anything else what is there. */
export const versionByDefault = (kind: OperationKind): 'newest' | 'current' =>
  kind === 'install' || kind === 'push' ? 'newest' : 'current'

/** The effect that the operation's name does not tell, as the end of a text's key; null when there is none. */
export function explanationOf(
  tool: Tool,
  kind: OperationKind,
): 'PR.start' | 'PR.stop' | 'Agent.uninstall' | null {
  if (tool === 'PR' && kind === 'start') return 'PR.start'
  if (tool === 'PR' && kind === 'stop') return 'PR.stop'
  return tool === 'Agent' && kind === 'uninstall' ? 'Agent.uninstall' : null
}
