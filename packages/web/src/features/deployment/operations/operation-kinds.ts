/** Tools and their operations, in display order. */
import type { OperationKind, Tool } from '@pone/contract/entities/host.ts'

/** The agent comes first, because it installs the others. */
export const toolOrder = ['Agent', 'PR', 'JMeter', 'Arthas'] as const satisfies readonly Tool[]

/** The agent is part of its own installation and is not pushed. */
export const kindsOf = (tool: Tool): readonly OperationKind[] =>
  tool === 'Agent'
    ? ['install', 'start', 'stop', 'uninstall']
    : ['install', 'start', 'stop', 'push', 'uninstall']
