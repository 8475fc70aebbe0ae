/** The answer to a question about connections that was not answered by a look. */
import type { MonitorProblem } from '@pone/contract/entities/monitor.ts'
import type { ConnectionAnswer } from '@pone/contract/entities/seen-connection.ts'

export const noConnections = (problem: MonitorProblem): ConnectionAnswer => ({
  from: Date.now(),
  to: Date.now(),
  looks: 0,
  seen: [],
  own: [],
  isCut: false,
  hidden: 0,
  isContained: false,
  unresolved: 0,
  problem,
})
