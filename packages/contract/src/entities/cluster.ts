/** Clusters, their load machines, controllers and join tokens, as testers and administrators see them. */

import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { engineSchema } from '@pone/plan/engines/schema.ts'
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import {
  defaultTokenDays,
  maxClusterMachines,
  maxScriptsPerMachine,
  maxTokenDays,
  maxTokenUses,
  maxUsersPerMachine,
} from '@pone/schema/limits.ts'
import { z } from 'zod'
import { engineMachineShape } from '../engines/parts.ts'
import { calibrationSchema } from './calibration.ts'

/** A thing and its name, for lists and choices. */
export const namedSchema = z.object({ id: idSchema, name: z.string() })
export type Named = z.infer<typeof namedSchema>

/** What an active run takes of a machine. */
export const machineRunSchema = z.object({
  /** null when the run belongs to another project, or has only just reserved its machines. */
  run: z
    .object({ id: idSchema, number: z.int(), scenarioName: z.string(), projectName: z.string() })
    .nullable(),
  users: z.int(),
  scripts: z.int(),
  /** When the run's plan ends; null when it has no end of its own. */
  releaseAt: instantSchema.nullable(),
})
export type MachineRun = z.infer<typeof machineRunSchema>

/** Room on the file system of the agent's folder. */
export const machineDiskSchema = z.object({ freeBytes: z.number().min(0), totalBytes: z.number().min(0) })

export const loadMachineSchema = z.object({
  id: idSchema,
  name: nameSchema,
  host: z.string(),
  /** From where its line comes, as the server sees it; '' before the first one. */
  address: z.string(),
  /** Of the machine's end of the line. */
  port: z.int().nullable(),
  /** Of the server's end of the line. */
  socketPort: z.int().nullable(),
  isOnline: z.boolean(),
  /** Out of service it gets no new runs; those under way go on. */
  isInService: z.boolean(),
  /** Its key has been revoked: it is refused until it joins anew. */
  isRevoked: z.boolean(),
  /** Last time that its line was closed because it flooded the server; left out when it never was. */
  floodedAt: instantSchema.optional(),
  /** Since when the present state lasts. */
  since: instantSchema,
  system: z.string(),
  architecture: z.string(),
  version: z.string(),
  cores: z.int(),
  memoryBytes: z.int(),
  /** Share of all cores in use, 0 to 1; null while unknown. */
  cpu01: z.number().nullable(),
  memoryUsedBytes: z.int().nullable(),
  /** Left out while the machine has not told it. */
  disk: machineDiskSchema.optional(),
  /** What it has for engines that must be installed, under their names; left out while it has not told it. */
  ...engineMachineShape,
  maxUsers: z.int(),
  remainingUsers: z.int(),
  maxScripts: z.int(),
  remainingScripts: z.int(),
  runs: z.array(machineRunSchema),
  /** When all of its runs are over by plan; null when it drives none, or one without an end. */
  releaseAt: instantSchema.nullable(),
})
export type LoadMachine = z.infer<typeof loadMachineSchema>

export const clusterSchema = z.object({
  id: idSchema,
  name: nameSchema,
  engine: engineSchema,
  /** At least one of its machines is online. */
  isOnline: z.boolean(),
  /** Sums over the machines that can take a run now, or what the licence grants and has left when that is less. */
  maxUsers: z.int(),
  remainingUsers: z.int(),
  /** Users that the licence has left for all clusters together. */
  licensedUsers: z.int(),
  /** Users that it grants; 0 while it cannot be used. Left out by servers of versions before 0.9, like the next. */
  licensedTotal: z.int().optional(),
  /** What the machines alone have left, without regard to the licence. */
  machinesRemainingUsers: z.int().optional(),
  /** Machines that a run lacks are made when it starts. */
  makesMachines: z.boolean(),
  releaseAt: instantSchema.nullable(),
  isPublic: z.boolean(),
  /** Made by the project itself, which may edit and delete it. */
  isOwn: z.boolean(),
  machines: z.array(loadMachineSchema),
})
export type Cluster = z.infer<typeof clusterSchema>

/** A load machine as the administrator sees it. */
export const adminMachineSchema = loadMachineSchema.extend({
  clusters: z.array(namedSchema),
  /** Every project may put it in clusters of its own. */
  isPublic: z.boolean(),
  /** Projects that may put it in clusters of their own. */
  projects: z.array(namedSchema),
  joinedAt: instantSchema,
  keyChangedAt: instantSchema,
  /** What it last measured of itself; null before that. */
  calibration: calibrationSchema.nullable().default(null),
  /** It is measuring now, as far as the server that answers knows. */
  isCalibrating: z.boolean().default(false),
  /** A new key has been sent that the machine has not confirmed yet. */
  isKeyChanging: z.boolean(),
})
export type AdminMachine = z.infer<typeof adminMachineSchema>

export const assignments = ['public', 'assigned', 'unassigned'] as const

/** A cluster as the administrator sees it. */
export const adminClusterSchema = clusterSchema.omit({ machines: true, isOwn: true }).extend({
  assignment: z.enum(assignments),
  projects: z.array(namedSchema),
  /** The project that made it; null for the administrator's clusters. */
  owner: namedSchema.nullable(),
  /** The one that runs start on when it is there; null = any. */
  controller: z.object({ id: z.string(), name: z.string(), isOnline: z.boolean() }).nullable(),
  machines: z.array(namedSchema.extend({ isOnline: z.boolean() })),
  onlineMachines: z.int(),
  activeRuns: z.int(),
  /** Made by the first start; the agent that is started together with the server stands in it. */
  isLocal: z.boolean(),
  createdAt: instantSchema,
})
export type AdminCluster = z.infer<typeof adminClusterSchema>

const machineIds = z.array(idSchema).max(maxClusterMachines).default([])

/** Of a cluster that is edited: the machines that its form was opened with; machines that have joined since then stay. */
export const seenMachineIdsSchema = z.array(idSchema).max(maxClusterMachines).optional()

/** What the administrator's form of a cluster holds. */
export const clusterFieldsSchema = z.object({
  name: nameSchema,
  engine: engineSchema.default(defaultEngine),
  isPublic: z.boolean().default(false),
  /** Without meaning for a public cluster. */
  projectIds: z.array(idSchema).max(maxClusterMachines).default([]),
  machineIds,
  controllerId: z.string().max(128).nullable().default(null),
})
export type ClusterFields = z.infer<typeof clusterFieldsSchema>

/** What a project's form of a cluster of its own holds. */
export const projectClusterFieldsSchema = z.object({
  name: nameSchema,
  engine: engineSchema.default(defaultEngine),
  machineIds,
})
export type ProjectClusterFields = z.infer<typeof projectClusterFieldsSchema>

/** What the form of a load machine holds. */
export const machineFieldsSchema = z.object({
  name: nameSchema,
  maxUsers: z.int().min(1).max(maxUsersPerMachine),
  maxScripts: z.int().min(1).max(maxScriptsPerMachine),
  /** Among the administrator's clusters. Left out, it stays in those it is in. */
  clusterIds: z.array(idSchema).max(maxClusterMachines).optional(),
  /** Left out, it stays as public as it is. */
  isPublic: z.boolean().optional(),
  /** Left out, they stay. */
  projectIds: z.array(idSchema).max(maxClusterMachines).optional(),
})
export type MachineFields = z.infer<typeof machineFieldsSchema>

/** A server process, which owns runs. */
export const controllerSchema = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  port: z.int().nullable(),
  socketPort: z.int().nullable(),
  isOnline: z.boolean(),
  startedAt: instantSchema,
  seenAt: instantSchema,
  activeRuns: z.int(),
  /** It keeps uploads in another folder than the server that answers: files of one cannot be found by the other. */
  hasOtherFiles: z.boolean(),
})
export type ControllerInfo = z.infer<typeof controllerSchema>

export const joinTokenStates = ['valid', 'usedUp', 'expired', 'revoked'] as const
export const joinTokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  cluster: namedSchema,
  state: z.enum(joinTokenStates),
  createdAt: instantSchema,
  createdBy: z.string(),
  /** null = never. */
  expiresAt: instantSchema.nullable(),
  lastUsedAt: instantSchema.nullable(),
  /** How many machines have joined by it. */
  uses: z.int(),
  /** How many machines may; null = any number. */
  maxUses: z.int().nullable(),
})
export type JoinToken = z.infer<typeof joinTokenSchema>

export const joinTokenFieldsSchema = z.object({
  name: nameSchema,
  clusterId: idSchema,
  /** Days that it is valid; null = for ever. */
  days: z.int().min(1).max(maxTokenDays).nullable().default(defaultTokenDays),
  /** Machines that may join by it; null = any number. */
  maxUses: z.int().min(1).max(maxTokenUses).nullable().default(1),
})
