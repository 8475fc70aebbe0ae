/** Monitoring links: a drawn topology of what is watched, its state, its sessions and its live values. */

import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { z } from 'zod'
import {
  counterNameSchema,
  monitorKeySchema,
  monitorProblemSchema,
  monitorStateSchema,
  monitorStates,
} from './monitor.ts'

/** In one project. */
export const maxMonitorLinks = 500
export const maxLinkNodes = 1_000
export const maxLinkEdges = 4_000
/** That one node or edge shows. */
export const maxShownCounters = 6
/** Of a picture behind the nodes; in one project, and the longest side of one. */
export const maxLinkPictureBytes = 2 * 1024 * 1024
export const maxLinkPictures = 100
export const maxLinkPictureSide = 8_192
export const linkPictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
const maxTopics = 50
const maxProperties = 50
/** Of the canvas, px. */
const coordinateSchema = z.number().min(-200_000).max(200_000)
const lengthSchema = z.number().min(20).max(20_000)

/** Chosen by the editor; unique among the nodes, or the edges, of a topology. */
const partIdSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w-]+$/)

export const linkNodeKinds = ['monitor', 'host', 'external', 'machine', 'group'] as const
export type LinkNodeKind = (typeof linkNodeKinds)[number]

/** `none`: as the page. */
export const linkColors = ['none', 'grey', 'blue', 'green', 'amber', 'red', 'purple'] as const
export type LinkColor = (typeof linkColors)[number]

/** A counter that a node shows, of its own monitor. */
export const shownCounterSchema = z.object({ section: monitorKeySchema, counter: counterNameSchema })
export type ShownCounter = z.infer<typeof shownCounterSchema>

export const linkNodeSchema = z.object({
  id: partIdSchema,
  kind: z.enum(linkNodeKinds),
  /** Unique among the nodes. May be empty while it is drawn, see `linkProblems`. */
  alias: z.string().trim().max(maxNameLength),
  /** Of the upper left corner; of a node in a group relative to that of the group. */
  x: coordinateSchema,
  y: coordinateSchema,
  width: lengthSchema,
  height: lengthSchema,
  color: z.enum(linkColors),
  /** The group that holds it. */
  groupId: partIdSchema.nullable(),
  /** Of kinds `monitor` and `host`. */
  monitorId: idSchema.nullable(),
  /** Load machine, of kind `machine`. */
  machineId: idSchema.nullable(),
  /** Name of the monitor or machine, and type of the monitor, when the topology was saved last; '' = none. */
  targetName: z.string().max(200),
  targetType: z.string().max(80),
  /** Of a host or external system; '' = not said. */
  address: z.string().trim().max(500),
  note: z.string().trim().max(500),
  counters: z.array(shownCounterSchema).max(maxShownCounters),
})
export type LinkNode = z.infer<typeof linkNodeSchema>

export const linkProtocols = [
  'http',
  'grpc',
  'webSocket',
  'tcp',
  'udp',
  'sql',
  'redis',
  'mongodb',
  'dubbo',
  'kafka',
  'rabbitmq',
  'rocketmq',
  'activemq',
  'pulsar',
  'mqtt',
  'other',
] as const
export type LinkProtocol = (typeof linkProtocols)[number]
/** Those that carry topics. */
export const messageProtocols: readonly LinkProtocol[] = [
  'kafka',
  'rabbitmq',
  'rocketmq',
  'activemq',
  'pulsar',
  'mqtt',
]

const linkEdgeSchema = z.object({
  id: partIdSchema,
  /** The caller and what it calls; ids of nodes. */
  from: partIdSchema,
  to: partIdSchema,
  /** Unique among the edges. */
  alias: z.string().trim().max(maxNameLength),
  /** null: not chosen yet. */
  protocol: z.enum(linkProtocols).nullable(),
  /** Topics of message protocols; '' as queue = none. */
  topics: z
    .array(z.object({ name: z.string().trim().max(249), queue: z.string().trim().max(249) }))
    .max(maxTopics),
  properties: z
    .array(z.object({ name: z.string().trim().max(100), value: z.string().trim().max(500) }))
    .max(maxProperties),
  /** Of the monitors of its two nodes. */
  counters: z.array(shownCounterSchema.extend({ nodeId: partIdSchema })).max(maxShownCounters),
})
export type LinkEdge = z.infer<typeof linkEdgeSchema>

/** A picture behind the nodes, such as a plan of data centres. */
const linkBackgroundSchema = z.object({
  pictureId: idSchema,
  x: coordinateSchema,
  y: coordinateSchema,
  width: lengthSchema,
  height: lengthSchema,
  opacity01: z.number().min(0.05).max(1),
})
export type LinkBackground = z.infer<typeof linkBackgroundSchema>

/** Its bytes are asked for by themselves. */
export const linkPictureSchema = z.object({
  id: idSchema,
  mediaType: z.enum(linkPictureTypes),
  /** px */
  width: z.int(),
  height: z.int(),
  sizeBytes: z.int(),
})
export type LinkPicture = z.infer<typeof linkPictureSchema>

export const linkTopologySchema = z.object({
  nodes: z.array(linkNodeSchema).max(maxLinkNodes),
  edges: z.array(linkEdgeSchema).max(maxLinkEdges),
  /** Left out: no picture. */
  background: linkBackgroundSchema.optional(),
})
export type LinkTopology = z.infer<typeof linkTopologySchema>

/** What is now known of a monitor that a node names. */
const linkedMonitorSchema = z.object({
  id: idSchema,
  name: z.string(),
  type: z.string(),
  isRunning: z.boolean(),
  state: monitorStateSchema,
})
export type LinkedMonitor = z.infer<typeof linkedMonitorSchema>

export const monitorLinkRowSchema = z.object({
  id: idSchema,
  name: nameSchema,
  nodes: z.int(),
  edges: z.int(),
  /** Different monitors that its nodes name and that exist. */
  monitors: z.int(),
  /** Numbers of these monitors by their present state. */
  byState: z.record(z.enum(monitorStates), z.int()),
  isRunning: z.boolean(),
  /** When it was started or stopped last; null: never started. */
  runningSince: instantSchema.nullable(),
  /** Scenarios that it is bound to, by name; names are empty for callers who may not view scenarios. */
  scenarios: z.array(z.object({ id: idSchema, name: z.string() })),
  /** Whether its monitors are collected each second while a load test of these scenarios lasts. */
  collectsEachSecond: z.boolean(),
  revision: z.int().min(1),
  createdBy: z.string(),
  createdAt: instantSchema,
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type MonitorLinkRow = z.infer<typeof monitorLinkRowSchema>

export const monitorLinkSchema = monitorLinkRowSchema.extend({
  topology: linkTopologySchema,
  /** Those of `topology` that exist; a node whose monitor is not among them has lost it. */
  linked: z.array(linkedMonitorSchema),
})
export type MonitorLink = z.infer<typeof monitorLinkSchema>

/** From the start of a link to its stop. */
export const monitorLinkSessionSchema = z.object({
  id: idSchema,
  linkId: idSchema,
  linkName: z.string(),
  startedAt: instantSchema,
  startedBy: z.string(),
  /** null: it runs. */
  stoppedAt: instantSchema.nullable(),
  stoppedBy: z.string(),
  /** Of the topology that it was started with. */
  nodes: z.int(),
  edges: z.int(),
  isLinkDeleted: z.boolean(),
})
export type MonitorLinkSession = z.infer<typeof monitorLinkSessionSchema>

/** Newest values of what the nodes of a link show. */
export const linkLiveSchema = z.object({
  isRunning: z.boolean(),
  monitors: z.array(
    z.object({
      monitorId: idSchema,
      state: monitorStateSchema,
      problem: monitorProblemSchema.nullable(),
      lastAt: instantSchema.nullable(),
      values: z.array(
        shownCounterSchema.extend({
          /** Of several series the highest one; null: unknown. */
          value: z.union([z.number(), z.string()]).nullable(),
          /** Series of this counter, as one per disk. */
          series: z.int(),
        }),
      ),
    }),
  ),
  /** Load machines of the project by id: whether their agent is connected. */
  machines: z.array(z.object({ id: idSchema, isOnline: z.boolean() })),
})
export type LinkLive = z.infer<typeof linkLiveSchema>
