/** JMeter: it must be installed on the machines besides the agent. */
import type { EngineDefinition } from './engine.ts'

export const jmeter = {
  displayName: 'JMeter',
  // Machines of both types take it where it is installed.
  clusterTypes: ['pr', 'jmeter'],
  hasPodsOnDemand: false,
  changesLoad: false,
  // As long as one sample may take, and what its end takes.
  stopGraceSeconds: 65,
  // It would have to begin its plan anew.
  continuesShares: false,
  usesAllCores: true,
  // Its Synchronizing Timer knows the users of its own process alone.
  meetsAcrossMachines: false,
  // Samplers may be named by variables.
  knowsLabels: false,
  countsConnections: false,
  phases: 'onDemand',
  // Its report is made of the rows.
  sampleLog: 'jtl',
  // Its results do not tell the headers of a request.
  traces: false,
  hasOwnReport: true,
} as const satisfies EngineDefinition
