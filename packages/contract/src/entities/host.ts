/** Hosts that Pone deploys to, the tools on them, and the operations that change these. */

import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { absolutePathPattern, maxSecretLength } from '@pone/schema/limits.ts'
import { isHostAddress } from '@pone/schema/network-address.ts'
import { z } from 'zod'

export const tools = ['PR', 'JMeter', 'Agent', 'Arthas'] as const
export const toolSchema = z.enum(tools)
export type Tool = z.infer<typeof toolSchema>

/** What tells the tools apart. */
export const toolTraits: Readonly<
  Record<
    Tool,
    {
      /** It is written in Java, which must be on the machine. */
      readonly needsJava: boolean
      /** It is used only once one of its versions has been started. */
      readonly hasStartedVersion: boolean
    }
  >
> = {
  PR: { needsJava: false, hasStartedVersion: false },
  JMeter: { needsJava: true, hasStartedVersion: true },
  Agent: { needsJava: false, hasStartedVersion: false },
  Arthas: { needsJava: true, hasStartedVersion: false },
}

/** `push` only brings the package to the machine, so that an installation later takes no time. */
export const operationKinds = ['install', 'uninstall', 'start', 'stop', 'push'] as const
export const operationKindSchema = z.enum(operationKinds)
export type OperationKind = z.infer<typeof operationKindSchema>

export const operationStates = ['waiting', 'executing', 'successful', 'failed', 'cancelled'] as const
export const operationStateSchema = z.enum(operationStates)
export type OperationState = z.infer<typeof operationStateSchema>
export const isOperationOver = (state: OperationState): boolean =>
  state !== 'waiting' && state !== 'executing'

/** State of one tool on one host: `processing` waits in the queue, `offline` cannot be known because its agent is away. */
export const toolStates = [
  'absent',
  'processing',
  'pushing',
  'installing',
  'uninstalling',
  'starting',
  'stopping',
  'installed',
  'stopped',
  'offline',
] as const
export const toolStateSchema = z.enum(toolStates)
export type ToolState = z.infer<typeof toolStateSchema>

/** State of what was asked of several hosts at once. */
export const groupStates = ['processing', 'successful', 'partialSuccess', 'failed', 'cancelled'] as const
export const groupStateSchema = z.enum(groupStates)
export type GroupState = z.infer<typeof groupStateSchema>

/** Why an operation or a contact with a host did not succeed. */
export const hostProblems = [
  'nameUnknown',
  'noRoute',
  'refused',
  'sshTimeout',
  'wrongCredential',
  'badKey',
  'credentialLost',
  'hostKeyNew',
  'hostKeyChanged',
  'sshBroken',
  'noSsh',
  'sudoRefused',
  'systemFolder',
  'foreignFolder',
  'folderNotWritable',
  'sameMachine',
  'tokenRefused',
  'agentOffline',
  'agentMissing',
  'neverJoined',
  'noPackage',
  'noJava',
  'notInstalled',
  'noProcess',
  'otherAccount',
  'unsupportedSystem',
  'diskFull',
  'download',
  'checksum',
  'badPackage',
  'health',
  'script',
  'timeout',
  'inUse',
  'cancelled',
  'interrupted',
  'unexpected',
] as const
export const hostProblemSchema = z.enum(hostProblems)
export type HostProblem = z.infer<typeof hostProblemSchema>

/** A problem and what the machine said about it, as it said it. */
export const problemSchema = z.object({ code: hostProblemSchema, detail: z.string() })
export type Problem = z.infer<typeof problemSchema>

export const hostAddressSchema = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(253, { abort: true })
  .refine(isHostAddress, 'notHostAddress')
/** '' = a folder of its own under the agent's data. */
const folderSchema = z.string().trim().max(200).regex(absolutePathPattern).or(z.literal('')).default('')

/** Under which address a machine reaches this server; '' = the one by which the server knows itself. */
const serverUrlSchema = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .or(z.literal(''))
  .default('')

/** What the page of an agent's settings holds. */
export const hostSettingsSchema = z.object({
  serverUrl: serverUrlSchema,
  /** The machine's address in its own network, shown in clusters; '' = where its line comes from, which behind NAT is the router. */
  localIp: z.union([z.ipv4(), z.ipv6(), z.literal('')]).default(''),
  /** Port under which the machine can be reached, shown in clusters; null = that of its line. */
  openPort: z.int().min(1).max(65_535).nullable().default(null),
  /** Account that runs the agent when root installs it; '' = one of its own. Arthas attaches only to processes of this account. */
  agentUser: z
    .string()
    .trim()
    .regex(/^([a-z_][a-z0-9_-]{0,31})?$/)
    .default(''),
  agentInstallPath: folderSchema,
  /** Used by the next installation; '' = beside its data, or the journal. */
  agentLogPath: folderSchema,
  prInstallPath: folderSchema,
  prLogPath: folderSchema,
  jmeterInstallPath: folderSchema,
  jmeterLogPath: folderSchema,
  arthasInstallPath: folderSchema,
  /** How often the agent reports the machine's load. */
  statusEverySeconds: z.int().min(1).max(60).default(2),
})
export type HostSettings = z.infer<typeof hostSettingsSchema>

/** How a host is reached for the first time; secrets travel only towards the server. */
export const hostAccessSchema = z.object({
  address: hostAddressSchema,
  /** False: there is no way by SSH, everything goes through an agent that is there already. */
  hasSsh: z.boolean().default(true),
  sshPort: z.int().min(1).max(65_535).default(22),
  sshUser: z.string().trim().max(64).default('root'),
  auth: z.enum(['password', 'key']).default('password'),
  /** '' keeps what is stored. */
  password: z.string().max(256).default(''),
  privateKey: z.string().max(maxSecretLength).default(''),
  passphrase: z.string().max(256).default(''),
  usesSudo: z.boolean().default(false),
})
export type HostAccess = z.infer<typeof hostAccessSchema>

/** What the form of a host holds. */
export const hostFieldsSchema = hostAccessSchema.extend({
  name: nameSchema,
  projectIds: z.array(idSchema).max(200).default([]),
  /** An agent that has joined by itself. */
  agentId: idSchema.nullable().default(null),
  serverUrl: serverUrlSchema,
})
export type HostFields = z.infer<typeof hostFieldsSchema>

/** What a machine says of itself. */
export const machineFactsSchema = z.object({
  system: z.string(),
  architecture: z.string(),
  cores: z.int(),
  memoryBytes: z.int(),
  diskFreeBytes: z.int(),
  diskTotalBytes: z.int(),
  /** null: there is no Java. */
  javaVersion: z.string().nullable(),
})

/** The same with the instant at which it said so. */
export const hostFactsSchema = machineFactsSchema.extend({ at: instantSchema })
export type HostFacts = z.infer<typeof hostFactsSchema>

export const toolVersionSchema = z.object({
  version: z.string(),
  path: z.string(),
  isStarted: z.boolean(),
  installedAt: instantSchema,
})

export const hostToolSchema = z.object({
  tool: toolSchema,
  state: toolStateSchema,
  /** Newest installation first. */
  versions: z.array(toolVersionSchema),
  /** The operation that executes or waits, or the last one that failed since; null otherwise. */
  operationId: idSchema.nullable(),
  progress01: z.number().min(0).max(1).nullable(),
  problem: problemSchema.nullable(),
})
export type HostTool = z.infer<typeof hostToolSchema>

export const hostSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string(),
  hasSsh: z.boolean(),
  sshPort: z.int(),
  sshUser: z.string(),
  auth: z.enum(['password', 'key']),
  hasCredential: z.boolean(),
  usesSudo: z.boolean(),
  /** SHA-256 of the host key that was confirmed; null before the first contact. */
  fingerprint: z.string().nullable(),
  projects: z.array(z.object({ id: idSchema, name: z.string() })),
  agent: z
    .object({ id: idSchema, isOnline: z.boolean(), since: instantSchema, version: z.string() })
    .nullable(),
  facts: hostFactsSchema.nullable(),
  settings: hostSettingsSchema,
  tools: z.array(hostToolSchema),
  createdAt: instantSchema,
})
export type Host = z.infer<typeof hostSchema>

export const hostOperationSchema = z.object({
  id: idSchema,
  groupId: idSchema,
  hostId: idSchema,
  hostName: z.string(),
  tool: toolSchema,
  kind: operationKindSchema,
  version: z.string().nullable(),
  state: operationStateSchema,
  /** Place among the waiting ones of its host, from 1; null when it does not wait. */
  position: z.int().nullable(),
  isCancelling: z.boolean(),
  step: z.string(),
  progress01: z.number().min(0).max(1).nullable(),
  problem: problemSchema.nullable(),
  /** What a successful one has to say, e.g. that nothing had to be done. */
  note: z.string(),
  createdBy: z.string(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
})
export type HostOperation = z.infer<typeof hostOperationSchema>

/** What was asked of one or several hosts at once: how far it is, and what went wrong on how many. */
export const operationGroupSchema = z.object({
  id: idSchema,
  tool: toolSchema,
  kind: operationKindSchema,
  version: z.string().nullable(),
  state: groupStateSchema,
  hosts: z.int(),
  counts: z.object({
    waiting: z.int(),
    executing: z.int(),
    successful: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  }),
  /** Most frequent first. */
  problems: z.array(z.object({ code: hostProblemSchema, hosts: z.int() })),
  /** The operation itself where it is of one host. */
  only: hostOperationSchema.nullable(),
  createdBy: z.string(),
  createdAt: instantSchema,
})
export type OperationGroup = z.infer<typeof operationGroupSchema>

export const operationLineSchema = z.object({
  seq: z.int(),
  at: instantSchema,
  level: z.enum(['info', 'warn', 'error']),
  text: z.string(),
})
export type OperationLine = z.infer<typeof operationLineSchema>

export const machineFileSchema = z.object({
  path: z.string(),
  tool: toolSchema,
  version: z.string(),
  sizeBytes: z.int(),
  changedAt: instantSchema,
})
export type MachineFile = z.infer<typeof machineFileSchema>

export const javaProcessSchema = z.object({ pid: z.int(), name: z.string(), user: z.string() })
