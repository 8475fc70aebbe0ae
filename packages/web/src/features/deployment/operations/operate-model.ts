/** The content of the confirmation before an operation: target hosts, options, and problems; pure. */
import type { OperationKind, Tool } from '@pone/contract/entities/host.ts'

interface CheckedHost {
  readonly hostId: string
  readonly versions: readonly string[]
  /** Why the operation would fail there; null when nothing prevents it. */
  readonly problem: { readonly code: string } | null
}

export interface OperationPlan<R extends CheckedHost> {
  readonly blocked: readonly R[]
  readonly ready: readonly R[]
  /** Blocked by a host key that must be confirmed first. */
  readonly unconfirmed: readonly R[]
  /** Hosts that the operation is sent to. */
  readonly asks: readonly R[]
  /** The versions that any of the hosts offers, without duplicates. */
  readonly versions: readonly string[]
}

/** `leavesOut`: hosts on which the operation would fail are skipped, unless there are no others. */
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

/** Arthas attaches to a process of the host, which the user selects. */
export const needsProcess = (tool: Tool, kind: OperationKind): boolean =>
  tool === 'Arthas' && kind === 'start'

/** An agent has one version at a time, so only its installation offers a choice. */
export const offersVersion = (tool: Tool, kind: OperationKind): boolean =>
  tool !== 'Agent' || kind === 'install'

/** The version used when none is selected: an installation takes the newest one, other operations the current one. */
export const versionByDefault = (kind: OperationKind): 'newest' | 'current' =>
  kind === 'install' || kind === 'push' ? 'newest' : 'current'

/** End of the message key that explains an effect not obvious from the operation's name; null when there is none. */
export function explanationOf(
  tool: Tool,
  kind: OperationKind,
): 'PR.start' | 'PR.stop' | 'Agent.uninstall' | null {
  if (tool === 'PR' && kind === 'start') return 'PR.start'
  if (tool === 'PR' && kind === 'stop') return 'PR.stop'
  return tool === 'Agent' && kind === 'uninstall' ? 'Agent.uninstall' : null
}
