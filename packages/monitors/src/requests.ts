/** What a section may ask of its transport: a schema per transport, a line each. Browser-safe. */
import { z } from 'zod'

/** Readers of a Linux host's figures; what each returns stands in `transports/procfs`. */
export const hostReaders = [
  'cpu',
  'load',
  'memory',
  'swap',
  'disks',
  'filesystems',
  'network',
  'tcp',
  'tcpStates',
  'kernel',
  'pressure',
  'processes',
  'processCount',
  'system',
] as const
export type HostReader = (typeof hostReaders)[number]

const hostRequest = z.strictObject({
  reader: z.enum(hostReaders),
  /** Rows that a table of processes keeps. */
  limit: z.int().min(1).max(200).optional(),
})

/** `name`, `name{label="value",…}`, or one of them in `count(…)`: the number of samples. */
export const selectorPattern = /^(?:(count)\()?([a-zA-Z_:][\w:]*)(?:\{((?:\w+="[^"]*",?)+)\})?\)?$/

/** Fields of a row by name; each a path inside the row. */
const jsonFields = z.record(z.string().max(100), z.string().max(300))

/**
 * An HTTP request and how its answer becomes records. In `path`, `headers` and `body`, `{name}` stands for a parameter
 * of the monitor, encoded in the query of a path; a header with one that has no value is not sent.
 */
export const httpRequestSchema = z.strictObject({
  path: z.string().max(2_000),
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: z.record(z.string(), z.string().max(2_000)).default({}),
  body: z.string().max(20_000).optional(),
  /** Text that the answer must contain; an answer without it is from another product. */
  mustContain: z.string().max(200).optional(),
  /** What grants the right that an answer of status 403 says is missing. */
  grant: z.string().max(500).optional(),
  /** How the target is set up to give what is asked, where an answer of status 400 or without rows means that it is not. */
  setUp: z.string().max(500).optional(),
  answer: z.discriminatedUnion('format', [
    z.strictObject({
      format: z.literal('json'),
      /** Path to the row or the array of rows; '' is the whole answer. */
      rows: z.string().max(300).default(''),
      /** The path leads to an object whose values are the rows. */
      isEntries: z.boolean().default(false),
      /** Path to the number of rows that exist, where the answer holds a part of them. */
      total: z.string().max(300).optional(),
      fields: jsonFields,
    }),
    z.strictObject({
      format: z.literal('prometheus'),
      /** Only metrics whose name begins so. */
      prefix: z.string().max(200).default(''),
    }),
    z.strictObject({
      format: z.literal('metrics'),
      /** Labels whose values tell rows apart; without them, all samples of a field are added up. */
      labels: z.array(z.string().max(100)).max(10).default([]),
      /** Metrics by field, e.g. `cpu_time_total{mode="idle"}`; of several the first that the answer has. */
      fields: z.record(
        z.string().max(100),
        z.array(z.string().max(300).regex(selectorPattern)).min(1).max(5),
      ),
      /** Fields that hold a label of a metric that only informs. */
      texts: z
        .record(
          z.string().max(100),
          z.strictObject({ metric: z.string().max(200), label: z.string().max(100) }),
        )
        .default({}),
    }),
    z.strictObject({
      format: z.literal('text'),
      /** A record of the named groups of every match. */
      expression: z.string().max(2_000),
    }),
    z.strictObject({
      format: z.literal('jmx'),
      /** Names of the key properties of the beans' names that become fields. */
      properties: z.array(z.string().max(100)).max(10),
    }),
    z.strictObject({
      format: z.literal('jolokia'),
      /** Attributes by field; parts of composite ones as `attribute.part`. */
      fields: jsonFields,
      /** Key properties of the beans' names by field. */
      properties: jsonFields.default({}),
      /** Beans whose key property begins so are left out. */
      omit: z.strictObject({ property: z.string().max(100), prefix: z.string().min(1).max(100) }).optional(),
      /** Whether a target without such a bean is another product. */
      isRequired: z.boolean().default(false),
    }),
  ]),
})
export type HttpRequest = z.infer<typeof httpRequestSchema>

const reachRequest = z.strictObject({ protocol: z.enum(['http', 'tcp', 'icmp']) })

/** Commands of Redis that read; the others do not exist for a monitor. */
export const redisRequestSchema = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('INFO'),
    /** Of the answer, as `commandstats`; '' = what the server shows without one. */
    part: z.string().max(40).default(''),
    /** A record per field whose name begins with `prefix`; what follows it is the field `label` of the record. */
    rows: z.strictObject({ prefix: z.string().min(1).max(40), label: z.string().min(1).max(40) }).optional(),
  }),
  z.strictObject({ command: z.literal('SLOWLOG GET'), limit: z.int().min(1).max(128) }),
  z.strictObject({ command: z.literal('LATENCY LATEST') }),
  /** What `LATENCY LATEST` tells of, each time that it happened. */
  z.strictObject({ command: z.literal('LATENCY HISTORY'), limit: z.int().min(1).max(200) }),
  z.strictObject({ command: z.literal('CONFIG GET'), names: z.array(z.string().max(100)).min(1).max(50) }),
])
export type RedisRequest = z.infer<typeof redisRequestSchema>

const statement = z.string().min(1).max(10_000)

/** Statements of a section; they run in sessions that only read. `{user}` in grants stands for the account. */
export const sqlRequestSchema = z.strictObject({
  /** The first that the server's version understands. */
  statements: z.array(statement).min(1).max(5),
  /** `pairs`: the first two columns are names and values of one record. */
  answer: z.enum(['rows', 'pairs']).default('rows'),
  /** Of an answer in pairs: a second statement whose pairs belong to the same record. */
  join: statement.optional(),
  /** A statement whose value has to be true before the others run; else the server is not set up, and `setUp` says how. */
  check: statement.optional(),
  /** What cannot be read without the right, the statement that grants it, and the one that makes what is asked exist. */
  right: z.string().max(200).optional(),
  grant: statement.optional(),
  setUp: statement.optional(),
  /** Names of columns in other versions → the name that counters use. */
  rename: z.record(z.string().max(100), z.string().max(100)).default({}),
  /**
   * Of slow operations: the first statement that the server understands and that finds a row gives `statement`, and may give
   * `db`, `account` and `plan`, which finds a plan that the server keeps. `{label}` stands for a label of the operation.
   */
  samples: z.array(statement).max(5).default([]),
  /** Adds the field `place`: the number of the row from 1. */
  numbered: z.boolean().optional(),
  /** Each statement is prepared by the server and runs in a transaction that only reads; so are those of types of one's own, whatever they say. */
  isIsolated: z.boolean().default(false),
})
export type SqlRequest = z.infer<typeof sqlRequestSchema>

/** Readers of a JVM on the agent's own machine; what each returns stands in `transports/jvm/readers.ts`. */
const jvmReaders = [
  'runtime',
  'process',
  'heap',
  'codeCache',
  'collectors',
  'pools',
  'threadStates',
  'threads',
  'deadlocks',
] as const
export type JvmReader = (typeof jvmReaders)[number]

export const jvmRequestSchema = z.strictObject({
  reader: z.enum(jvmReaders),
  /** Rows that the table of threads keeps. */
  limit: z.int().min(1).max(200).default(50),
})

/** What is read of a cluster of Kafka. */
export const kafkaRequestSchema = z.strictObject({
  what: z.enum(['cluster', 'brokers', 'storage', 'topics', 'groups', 'groupTopics']),
})

const mongoFields = z.record(z.string().max(100), z.array(z.string().max(200)).min(1).max(3))

/** Commands of MongoDB that read; the others do not exist for a monitor. `fields`: paths by field, the first that the answer has. */
export const mongodbRequestSchema = z.discriminatedUnion('command', [
  z.strictObject({ command: z.literal('serverStatus'), fields: mongoFields }),
  /** A record per database, of the largest ones. */
  z.strictObject({ command: z.literal('dbStats'), fields: mongoFields, limit: z.int().min(1).max(200) }),
  /** A record per member of the replica set. */
  z.strictObject({ command: z.literal('replSetGetStatus') }),
  /** A record per collection. */
  z.strictObject({ command: z.literal('top') }),
  /** Operations that run since `minSeconds`: a record per operation, or one with their number. */
  z.strictObject({
    command: z.literal('currentOp'),
    answer: z.enum(['rows', 'count']),
    minSeconds: z.int().min(0).max(3_600),
    limit: z.int().min(1).max(200).default(50),
  }),
  /** The newest slow operations of all databases whose profiler is on. */
  z.strictObject({ command: z.literal('profile'), limit: z.int().min(1).max(200) }),
])
export type MongodbRequest = z.infer<typeof mongodbRequestSchema>

/** The form of a log of slow operations; that of PostgreSQL is read as plain text and as JSON. */
export const slowLogRequestSchema = z.strictObject({
  format: z.enum(['mysql', 'postgresql']),
})
/** What is read of an engine of containers; the fields stand in `transports/docker/readers.ts`. */
export const dockerRequestSchema = z.strictObject({ reader: z.enum(['engine', 'containers']) })

/** What is read of the API of Kubernetes; the fields stand in `transports/kubernetes`. */
const kubernetesReaders = [
  'version',
  'nodes',
  'podCounts',
  'pods',
  'workloads',
  'clusterUsage',
  'nodeUsage',
  'podUsage',
  'warningCounts',
  'warningReasons',
  'warnings',
  'nodeTraffic',
  'podTraffic',
  'throttling',
] as const
export type KubernetesReader = (typeof kubernetesReaders)[number]

export const kubernetesRequestSchema = z.strictObject({ reader: z.enum(kubernetesReaders) })

/** What is read of AIX; the commands stand in `transports/ssh/aix-commands.ts`, no other is run. */
const aixReaders = [
  'system',
  'cpu',
  'partition',
  'memory',
  'kernel',
  'disks',
  'filesystems',
  'network',
  'tcp',
] as const
export type AixReader = (typeof aixReaders)[number]

export const aixRequestSchema = z.strictObject({ reader: z.enum(aixReaders) })

/** Schemas of requests by the name of their transport. */
export const requestSchemas = {
  procfs: hostRequest,
  ssh: hostRequest,
  'ssh-aix': aixRequestSchema,
  http: httpRequestSchema,
  reach: reachRequest,
  redis: redisRequestSchema,
  mysql: sqlRequestSchema,
  postgresql: sqlRequestSchema,
  oracle: sqlRequestSchema,
  sqlserver: sqlRequestSchema,
  jvm: jvmRequestSchema,
  'slow-log': slowLogRequestSchema,
  docker: dockerRequestSchema,
  kafka: kafkaRequestSchema,
  mongodb: mongodbRequestSchema,
  kubernetes: kubernetesRequestSchema,
} as const
export type TransportName = keyof typeof requestSchemas
export const transportNames = Object.keys(requestSchemas) as [TransportName, ...TransportName[]]

/** Reads requests by a schema, each once: that of a section is the same object at every collection. The function throws as the schema. */
export function requestReader<Request>(schema: z.ZodType<Request>): (request: unknown) => Request {
  const read = new WeakMap<object, Request>()
  return request => {
    if (typeof request !== 'object' || request === null) return schema.parse(request)
    const known = read.get(request) ?? schema.parse(request)
    read.set(request, known)
    return known
  }
}
