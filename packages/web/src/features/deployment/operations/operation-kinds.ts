/** Tools and the operations that each knows, in the order in which they are offered. */
import type { OperationKind, Tool } from '@pone/contract/entities/host.ts'

/** The agent first: it brings the others. */
export const toolOrder = ['Agent', 'PR', 'JMeter', 'Arthas'] as const satisfies readonly Tool[]

/** The agent comes with its own installation and is not pushed. */
export const kindsOf = (tool: Tool): readonly OperationKind[] =>
  tool === 'Agent'
    ? ['install', 'start', 'stop', 'uninstall']
    : ['install', 'start', 'stop', 'push', 'uninstall']
