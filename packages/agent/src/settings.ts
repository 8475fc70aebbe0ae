/** The agent's settings, read once from the environment. */
import { hostname } from 'node:os'
import { isAbsolute, normalize, resolve } from 'node:path'
import { captureRights } from '@pone/contract/entities/capture.ts'
import { type MachineLimits, usualLimits } from '@pone/monitors/transports/machine-limits.ts'
import { z } from 'zod'

const optional = z
  .string()
  .optional()
  .transform(text => (text === '' ? undefined : text))

/** Absolute paths, separated by colons; others are left out, and so is the root of the file system. */
const pathList = z
  .string()
  .optional()
  .transform(text =>
    text
      ?.split(':')
      .map(path => path.replace(/\/+$/, ''))
      .filter(path => isAbsolute(path) && normalize(path) === path),
  )

/** Of a port or a range; of more than can be meant the first ones and one too many. */
function portsOf(text: string): number[] {
  if (text === '') return []
  const [first = 0, last = first] = text.split('-').map(Number)
  return Array.from({ length: Math.min(101, Math.max(0, last - first + 1)) }, (_, at) => first + at)
}

/** What is not set is as usual. */
function limitsOf(
  set: { readonly [Key in keyof MachineLimits]: MachineLimits[Key] | undefined },
): MachineLimits {
  const usual = usualLimits()
  return {
    slowLogFolders: set.slowLogFolders ?? usual.slowLogFolders,
    databaseSockets: set.databaseSockets ?? usual.databaseSockets,
    containerSockets: set.containerSockets ?? usual.containerSockets,
    jvmAccounts: set.jvmAccounts ?? usual.jvmAccounts,
  }
}

const settingsSchema = z
  .object({
    /** Addresses of the server or servers, http(s), separated by commas; the link uses the same host over ws(s). */
    PONE_SERVER_URL: z
      .string()
      .transform(text => text.split(',').map(url => url.trim()))
      .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1)),
    /** Join token; needed until the agent has its own key. */
    PONE_AGENT_TOKEN: z.string().min(1).optional(),
    PONE_AGENT_DATA: z.string().min(1),
    PONE_AGENT_NAME: z.string().trim().min(1).max(64).optional(),
    /** PEM file of authority certificates for the server's certificate, besides those of this machine. */
    PONE_AGENT_CA: optional,
    /** SHA-256 of a certificate, of the server or of its authority, that is trusted in place of them. */
    PONE_AGENT_PIN: optional.pipe(
      z
        .string()
        .regex(
          /^(sha256:)?([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i,
          'has to be a SHA-256 fingerprint, 64 hexadecimal digits',
        )
        .optional(),
    ),
    /** Path of its log, when it is not beside its data. */
    PONE_AGENT_LOG: z.string().min(1).optional(),
    /** Overrides how many workers a run gets on this machine. */
    PONE_AGENT_WORKERS: z.coerce.number().int().min(1).max(512).optional(),
    /** Engine processes that are kept ready between runs, about 60 MB each. */
    PONE_AGENT_READY_WORKERS: z.coerce.number().int().min(0).max(16).default(1),
    /** Folder with one JMeter per subfolder, besides those that the server has installed. */
    PONE_AGENT_JMETERS: z.string().min(1).optional(),
    /** Folder with one async-profiler per subfolder, besides that of an Arthas that the server has installed. */
    PONE_AGENT_ASYNC_PROFILERS: z.string().min(1).optional(),
    /** Bytes on disk for values of monitors that the server has not stored yet; above it the oldest are dropped. */
    PONE_AGENT_MONITOR_SPOOL_BYTES: z.coerce
      .number()
      .int()
      .min(65_536)
      .max(2 ** 40)
      .default(512 * 1024 ** 2),
    /**
     * What monitors of any project may read of this machine, each a list that replaces the usual one; empty = nothing.
     * Folders whose logs of slow operations are read, separated by colons.
     */
    PONE_AGENT_SLOW_LOGS: pathList,
    /** Folders whose sockets of databases are used, separated by colons; usually none. */
    PONE_AGENT_DATABASE_SOCKETS: pathList,
    /** Sockets of container engines that are used, separated by colons; usually those of the machine and of the agent's account. */
    PONE_AGENT_CONTAINER_SOCKETS: pathList,
    /** Accounts whose JVMs are read, by name or number, separated by commas; usually the agent's own; `*` = all. */
    PONE_AGENT_JVM_ACCOUNTS: z
      .string()
      .optional()
      .transform(text => text?.split(',').map(account => account.trim()))
      .transform(accounts => accounts?.filter(account => account !== '')),
    /** Who may have packets of this machine captured: nobody, projects that have it for themselves, all that may use it. */
    PONE_AGENT_CAPTURES: optional.pipe(z.enum(captureRights).default('own')),
    /** Whether engine processes warm up before the first user starts; they read it for themselves. */
    PONE_AGENT_WARM_UP: optional.pipe(z.enum(['on', 'off']).default('off')),
    /**
     * Folders whose access logs may be counted for production mixes, separated by colons, for all projects that may use
     * this machine; not set: the usual ones, for projects that have it for themselves; empty: none.
     */
    PONE_AGENT_ACCESS_LOGS: pathList,
    /** Ports of this machine that recording proxies may listen on, such as 8640-8649; none: there are none. */
    PONE_AGENT_RECORDING_PORTS: z
      .string()
      .regex(/^(\d{1,5}(-\d{1,5})?)?$/, 'has to name ports, e.g. 8640-8649')
      .default('')
      .transform(portsOf)
      .pipe(z.array(z.int().min(1).max(65_535)).max(100)),
  })
  .transform(env => ({
    serverUrls: env.PONE_SERVER_URL.map(url => url.replace(/\/+$/, '')),
    joinToken: env.PONE_AGENT_TOKEN,
    dataFolder: resolve(env.PONE_AGENT_DATA),
    caFile: env.PONE_AGENT_CA === undefined ? null : resolve(env.PONE_AGENT_CA),
    pin: env.PONE_AGENT_PIN ?? null,
    name: env.PONE_AGENT_NAME ?? hostname().slice(0, 64),
    logFile: env.PONE_AGENT_LOG === undefined ? null : resolve(env.PONE_AGENT_LOG),
    workers: env.PONE_AGENT_WORKERS,
    readyWorkers: env.PONE_AGENT_READY_WORKERS,
    monitorSpoolBytes: env.PONE_AGENT_MONITOR_SPOOL_BYTES,
    limits: limitsOf({
      slowLogFolders: env.PONE_AGENT_SLOW_LOGS,
      databaseSockets: env.PONE_AGENT_DATABASE_SOCKETS,
      containerSockets: env.PONE_AGENT_CONTAINER_SOCKETS,
      jvmAccounts: env.PONE_AGENT_JVM_ACCOUNTS,
    }),
    captures: env.PONE_AGENT_CAPTURES,
    /** null: not set. */
    accessLogFolders: env.PONE_AGENT_ACCESS_LOGS ?? null,
    recordingPorts: env.PONE_AGENT_RECORDING_PORTS,
    profilerFolder:
      env.PONE_AGENT_ASYNC_PROFILERS === undefined ? null : resolve(env.PONE_AGENT_ASYNC_PROFILERS),
    jmeterFolder: env.PONE_AGENT_JMETERS === undefined ? null : resolve(env.PONE_AGENT_JMETERS),
  }))
export type Settings = z.infer<typeof settingsSchema>

/** @throws Error with one sentence that names every variable that is missing or wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = settingsSchema.safeParse(env)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`The agent cannot start: ${faults.join('; ')}`)
}
