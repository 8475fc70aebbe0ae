/** What a load engine is to everything that plans, starts, shows and exports its runs: names, and what it can, as data. */

/** The load engines, by the one name they have in documents, calls, database and links. */
export const engineNames = ['pr', 'jmeter'] as const
export type Engine = (typeof engineNames)[number]

/** What an engine is called and can do; code asks for an ability, never for the engine's name. */
export interface EngineDefinition {
  /** As pages, exports and addresses of pages write it, alike in all languages. */
  readonly displayName: string
  /** Types of the clusters whose machines take its runs. */
  readonly clusterTypes: readonly Engine[]
  /** A cluster of its type can make machines as pods when a run lacks them. */
  readonly hasPodsOnDemand: boolean
  /** The load of a run can be changed by hand while it runs. */
  readonly changesLoad: boolean
  /** How long a stop waits for requests under way before it cuts them off, s. */
  readonly stopGraceSeconds: number
  /** What a lost machine or worker had to drive is driven on by others. */
  readonly continuesShares: boolean
  /** One worker uses all cores of a machine; false: a worker per core or so. */
  readonly usesAllCores: boolean
  /** Users of a concurrency load meet over all machines; false: only on one, which then takes the whole run. */
  readonly meetsAcrossMachines: boolean
  /** All labels are known before the start, so that rules on them are checked and places of batches are fixed. */
  readonly knowsLabels: boolean
  /** Open connections are counted. */
  readonly countsConnections: boolean
  /** always: of what parts a response time is made is measured for each request; onDemand: where the component asks for it. */
  readonly phases: 'always' | 'onDemand'
  /** The format in which sample logs are written whatever the scenario chooses; null: as it chooses. */
  readonly sampleLog: 'jtl' | null
  /** Its requests can carry the ids of traces, and its samples tell them. */
  readonly traces: boolean
  /** Its runs have a report in the engine's own form besides the general one, and a log of the engine's process. */
  readonly hasOwnReport: boolean
}
