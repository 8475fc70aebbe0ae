/** The operations of SQL as a component stores them. */
import { credential, template } from '@pone/schema/template.ts'
import { z } from 'zod'

/** Databases, by the protocol that they speak; MariaDB speaks that of MySQL. */
export const sqlDrivers = ['postgresql', 'mysql'] as const
export type SqlDriver = (typeof sqlDrivers)[number]
export const usualSqlPorts: Readonly<Record<SqlDriver, number>> = { postgresql: 5432, mysql: 3306 }
export const isolationLevels = [
  'default',
  'readUncommitted',
  'readCommitted',
  'repeatableRead',
  'serializable',
] as const
export const parameterTypes = ['text', 'number', 'null'] as const

/** What each operation begins with: which connection of the user it is about. */
const base = { connection: z.string().trim().min(1).max(64).default('default') }

/** Where a database is and who logs in; used by connections, and by parameters that read a table. */
export const sqlTargetShape = {
  driver: z.enum(sqlDrivers).default('postgresql'),
  host: template(255).default(''),
  /** 0 = the usual one of the database. */
  port: z.int().min(0).max(65_535).default(0),
  /** Empty = the account's own (PostgreSQL) or none (MySQL). */
  database: template(200).default(''),
  user: template(200).default(''),
  password: credential.default(''),
  tls: z.boolean().default(false),
}
export const sqlTargetSchema = z.object(sqlTargetShape)
export type SqlTarget = z.infer<typeof sqlTargetSchema>

/** 0 = the time-out of the run-time settings. */
const timeoutMs = z.int().min(0).max(3_600_000).default(0)

const connectSchema = z.object({
  kind: z.literal('connect'),
  ...base,
  ...sqlTargetShape,
  /** user: a connection per user; pool: users of a load worker share connections. */
  scope: z.enum(['user', 'pool']).default('user'),
  /** Most connections of a pool, per load worker. */
  poolSize: z.int().min(1).max(10_000).default(10),
  /** iteration: closed at the end of the iteration. */
  keep: z.enum(['user', 'iteration']).default('user'),
  /** Opens a lost connection again at its next use, instead of failing with connectionLost. */
  reconnect: z.boolean().default(false),
  timeoutMs,
})

const parameterShape = { value: template().default(''), type: z.enum(parameterTypes).default('text') }
const parameters = z.array(z.object(parameterShape)).max(1_000).default([])
/** Of a procedure: what goes in, what it gives back, or both. */
const directions = ['in', 'inOut', 'out'] as const
export type ParameterDirection = (typeof directions)[number]
const procedureParameters = z
  .array(z.object({ ...parameterShape, direction: z.enum(directions).default('in') }))
  .max(1_000)
  .default([])

const fetchLimits = {
  /** Rows that are kept for checkpoints, extractors and the debug view; all are fetched and counted. */
  maxRows: z.int().min(0).max(100_000).default(1_000),
  /** Of the kept rows together, characters. */
  maxLength: z
    .int()
    .min(0)
    .max(16 * 1024 ** 2)
    .default(1024 ** 2),
}

const statement = {
  ...base,
  /** In the database's own form: placeholders are $1, $2 in PostgreSQL and ? in MySQL. */
  text: template().default(''),
  /** Bound by the server, in order. */
  parameters,
  timeoutMs,
}

/** One operation of a step. */
export const sqlOperationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('query'), ...statement, ...fetchLimits }),
  z.object({ kind: z.literal('execute'), ...statement }),
  z.object({ kind: z.literal('prepared'), ...statement, ...fetchLimits }),
  z.object({
    kind: z.literal('call'),
    ...base,
    procedure: template(500).default(''),
    /** In order; what comes back is read as the cell `@n` of the n-th parameter. */
    parameters: procedureParameters,
    ...fetchLimits,
    timeoutMs,
  }),
  connectSchema,
  z.object({
    kind: z.literal('begin'),
    ...base,
    isolation: z.enum(isolationLevels).default('default'),
    timeoutMs,
  }),
  z.object({ kind: z.literal('commit'), ...base, timeoutMs }),
  z.object({ kind: z.literal('rollback'), ...base, timeoutMs }),
  z.object({ kind: z.literal('close'), ...base }),
])
export type SqlOperation = z.infer<typeof sqlOperationSchema>
export type SqlConnect = Extract<SqlOperation, { kind: 'connect' }>
export type SqlStatement = Exclude<SqlOperation, { kind: 'connect' | 'close' }>
