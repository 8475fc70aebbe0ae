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

/** Fields of a row by name; each a path inside the row. */
const jsonFields = z.record(z.string().max(100), z.string().max(300))

/**
 * An HTTP request and how its answer becomes records. In `path` and `body`, `{name}` stands for a parameter of the
 * monitor.
 */
export const httpRequestSchema = z.strictObject({
  path: z.string().max(2_000),
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: z.record(z.string(), z.string().max(2_000)).default({}),
  body: z.string().max(20_000).optional(),
  /** Text that the answer must contain; an answer without it is from another product. */
  mustContain: z.string().max(200).optional(),
  answer: z.discriminatedUnion('format', [
    z.strictObject({
      format: z.literal('json'),
      /** Path to the row or the array of rows; '' is the whole answer. */
      rows: z.string().max(300).default(''),
      fields: jsonFields,
    }),
    z.strictObject({
      format: z.literal('prometheus'),
      /** Only metrics whose name begins so. */
      prefix: z.string().max(200).default(''),
    }),
    z.strictObject({
      format: z.literal('text'),
      /** A record of the named groups of every match. */
      expression: z.string().max(2_000),
    }),
    z.strictObject({
      format: z.literal('xml'),
      /** Name of the element that is a row. */ rows: z.string().max(100),
    }),
    z.strictObject({
      format: z.literal('jmx'),
      /** Names of the key properties of the beans' names that become fields. */
      properties: z.array(z.string().max(100)).max(10),
    }),
  ]),
})
export type HttpRequest = z.infer<typeof httpRequestSchema>

const reachRequest = z.strictObject({ protocol: z.enum(['http', 'tcp', 'icmp']) })

/** Schemas of requests by the name of their transport. */
export const requestSchemas = {
  procfs: hostRequest,
  ssh: hostRequest,
  http: httpRequestSchema,
  reach: reachRequest,
} as const
export type TransportName = keyof typeof requestSchemas
export const transportNames = Object.keys(requestSchemas) as [TransportName, ...TransportName[]]
