/** The platform's own engine. */
import type { EngineDefinition } from './engine.ts'

export const pr = {
  displayName: 'PR',
  clusterTypes: ['pr'],
  hasPodsOnDemand: true,
  changesLoad: true,
  stopGraceSeconds: 30,
  continuesShares: true,
  usesAllCores: false,
  meetsAcrossMachines: true,
  knowsLabels: true,
  countsConnections: true,
  phases: 'always',
  sampleLog: null,
  traces: true,
  hasOwnReport: false,
} as const satisfies EngineDefinition
