/** Full link: from a label of a run to the nodes of monitoring links that serve its requests, and what they showed during the run. */
import { engineSchema } from '@pone/plan/engines/schema.ts'
import { runLabelSchema } from '@pone/plan/scenario/run-label.ts'
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { runStateSchema } from '../state-schemas.ts'
import { flowHealthSchema } from './flow-report.ts'
import { linkTopologySchema } from './monitor-link.ts'
import { runMonitoringSchema } from './run-monitoring.ts'

/** Nodes of one path that are shown. */
export const maxPathNodes = 200
/** Links beside those of the run that are searched, those changed last. */
export const maxSearchedLinks = 100

/** Where addresses come from. imported: results measured elsewhere, whose plan is not known. unreadable: the test plan cannot be read. */
export const fullLinkSources = ['plan', 'imported', 'unreadable'] as const

export const fullLinkRunSchema = z.object({
  run: z.object({
    id: idSchema,
    number: z.int(),
    scenarioName: z.string(),
    engine: engineSchema,
    state: runStateSchema,
    startedAt: instantSchema.nullable(),
    endedAt: instantSchema.nullable(),
  }),
  source: z.enum(fullLinkSources),
  /** In the order of the plan, each with the addresses that its requests go to. */
  labels: z.array(z.object({ label: runLabelSchema, addresses: z.array(z.string()) })),
})
export type FullLinkRun = z.infer<typeof fullLinkRunSchema>

/**
 * How a node was found for an address. address: it has that address. settings: the component's settings give that address for
 * the name. dns: this server finds that address for one of the names. loadMachine: the address means the load machine itself,
 * on which the node is. alias: the node is called like the host. machine: the node is the machine, not the service on it.
 */
export const entryReasons = ['address', 'settings', 'dns', 'loadMachine', 'alias', 'machine'] as const
export type EntryReason = (typeof entryReasons)[number]

const pathEntrySchema = z.object({
  linkId: idSchema,
  nodeId: z.string(),
  by: z.enum(entryReasons),
  /** The address, name or machine by which the node was found. */
  detail: z.string(),
})
export type PathEntry = z.infer<typeof pathEntrySchema>

const pathTargetSchema = z.object({
  /** `host:port`, or as designed where part of it comes to be in the run only. */
  address: z.string(),
  isComputed: z.boolean(),
  /** Nodes that serve it; empty: no link knows it. */
  entries: z.array(pathEntrySchema),
})
export type PathTarget = z.infer<typeof pathTargetSchema>

const pathLinkSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** It belonged to the run, and is shown as it was then; else it is shown as it is drawn now. */
  isOfRun: z.boolean(),
  /** What is reached from the entries, with the groups around it. */
  topology: linkTopologySchema,
  /** By node: calls between an entry and it, 0 for an entry. */
  depths: z.record(z.string(), z.int()),
  /** Nodes of the path beyond `maxPathNodes`. */
  omittedNodes: z.int(),
})
export type PathLink = z.infer<typeof pathLinkSchema>

export const fullLinkPathSchema = z.object({
  label: runLabelSchema,
  targets: z.array(pathTargetSchema),
  links: z.array(pathLinkSchema),
  /** Links of the run, other links that were searched because none of them knows an address, and those beyond the limit. */
  searched: z.object({
    ofRun: z.int(),
    others: z.int(),
    omitted: z.int(),
    /** The caller may not view monitors, so that other links were not searched. */
    isHidden: z.boolean(),
  }),
  /** ms from the start of the run to its end, or to now; 0: it has not started. */
  lengthMs: z.number().min(0),
  /** Of the monitors on the path, on the run's time axis. */
  monitoring: runMonitoringSchema,
  health: z.array(flowHealthSchema),
})
export type FullLinkPath = z.infer<typeof fullLinkPathSchema>
