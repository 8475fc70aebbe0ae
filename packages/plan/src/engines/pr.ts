/** The platform's own engine. */
import type { EngineDefinition } from './engine.ts'

export const pr = {
  displayName: 'PR',
  clusterTypes: ['pr'],
  hasPodsOnDemand: true,
  changesLoad: true,
  continuesShares: true,
  usesAllCores: false,
  meetsAcrossMachines: true,
  adaptsThreadGroups: true,
  knowsLabels: true,
  countsConnections: true,
  phases: 'always',
  sampleLog: null,
  hasOwnReport: false,
  importsResults: false,
  longestSampleMs: null,
} as const satisfies EngineDefinition
