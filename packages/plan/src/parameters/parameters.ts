/** Parameters: where test data comes from and how users take it. */

import type { ProtocolName } from '@pone/protocols/definitions.ts'
import { sqlTargetShape } from '@pone/protocols/sql/definition/operation.ts'
import { idSchema } from '@pone/schema/common.ts'
import { maxTableRows } from '@pone/schema/limits.ts'
import { template, variableNameSchema } from '@pone/schema/template.ts'
import { z } from 'zod'

/** The protocol whose client reads the rows of table parameters. */
export const tableProtocol: ProtocolName = 'sql'

/** When a parameter takes its next value. */
export const parameterUpdates = ['iteration', 'occurrence', 'once'] as const
/** unique: no two users (on any machine) get the same row. */
export const parameterSelections = ['sequential', 'random', 'unique'] as const
export const parameterExhaustions = ['cycle', 'stopUser', 'keepLast'] as const
/** How a parameter file divides its rows. */
export const delimiters = [',', ';', '\t', '|', ' ', ':'] as const
export const fileEncodings = ['utf-8', 'gbk', 'gb18030', 'latin1'] as const
export const fileQuotes = ['"', "'", ''] as const

const update = z.enum(parameterUpdates).default('iteration')
const parameterBase = {
  id: z.string(),
  selection: z.enum(parameterSelections).default('sequential'),
  update,
  exhaustion: z.enum(parameterExhaustions).default('cycle'),
}
/** Every column becomes a variable, in order; an empty name leaves the column out. */
const columns = z
  .array(variableNameSchema.or(z.literal('')))
  .min(1)
  .max(200)
/** Values that are made, not chosen from rows: they never run out. */
const generatedBase = { id: z.string(), update }

export const parameterSchema = z.discriminatedUnion('kind', [
  z.object({
    ...parameterBase,
    kind: z.literal('list'),
    name: variableNameSchema,
    values: z.array(template()).min(1).max(10_000),
  }),
  z.object({
    ...parameterBase,
    kind: z.literal('range'),
    name: variableNameSchema,
    from: z.int(),
    to: z.int(),
    step: z.int().min(1).default(1),
    /** Digits to pad with zeros; 0 = none. */ padding: z.int().min(0).max(20).default(0),
  }),
  z.object({
    ...parameterBase,
    kind: z.literal('file'),
    fileId: idSchema,
    columns,
    delimiter: z.enum(delimiters).default(','),
    /** Empty = quotes mean nothing. */
    quote: z.enum(fileQuotes).default('"'),
    hasHeader: z.boolean().default(true),
    encoding: z.enum(fileEncodings).default('utf-8'),
  }),
  /** Rows of a query, read once by each load machine before the run. Its texts know the component's variables only. */
  z.object({
    ...parameterBase,
    kind: z.literal('table'),
    database: z.object({
      ...sqlTargetShape,
      /** Only names variables, so that the password itself is one of the component's secrets. */
      password: template(2_000).default(''),
    }),
    query: template(),
    columns,
    /** A query that gives more rows keeps the run from starting. */
    maxRows: z.int().min(1).max(maxTableRows).default(100_000),
    /** For connecting and the query together, s. */
    timeoutSeconds: z.int().min(1).max(3_600).default(60),
  }),
  /** The present time, or a fixed one, moved by an offset and grown by a step with each value taken. */
  z.object({
    ...generatedBase,
    kind: z.literal('date'),
    name: variableNameSchema,
    /** Empty = now; else `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, local time of the load machine. */
    start: z
      .string()
      .trim()
      .regex(/^(\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?)?$/)
      .default(''),
    /** As in `${date()}`: `+1d`, `-2h30m`. */
    offset: z.string().trim().max(50).default(''),
    /** Added for each further value of the load worker, s. */
    stepSeconds: z.number().min(0).max(31_536_000).default(0),
    format: z.string().min(1).max(100).default('yyyy-MM-dd HH:mm:ss'),
  }),
  /** A value that no other user of the run gets, on any machine. */
  z.object({
    ...generatedBase,
    kind: z.literal('uniqueId'),
    name: variableNameSchema,
    form: z.enum(['uuid', 'number']).default('uuid'),
    prefix: z.string().max(100).default(''),
  }),
  z.object({
    ...generatedBase,
    kind: z.literal('random'),
    name: variableNameSchema,
    form: z.enum(['integer', 'decimal', 'text']).default('integer'),
    /** integer and decimal: bounds, both included. */
    from: z.number().default(1),
    to: z.number().default(100),
    /** decimal: digits after the point. */
    digits: z.int().min(0).max(15).default(2),
    /** text: how many characters, out of which. */
    length: z.int().min(1).max(10_000).default(8),
    alphabet: z.string().min(1).max(1_000).default('abcdefghijklmnopqrstuvwxyz0123456789'),
  }),
])
export type Parameter = z.infer<typeof parameterSchema>
/** The variables that a parameter gives, in the order of its columns; empty for a column that is left out. */
export const namesOf = (parameter: Parameter): readonly string[] =>
  'columns' in parameter ? parameter.columns : [parameter.name]
/** Parameters whose values are rows that users choose from. */
export type RowParameter = Extract<Parameter, { selection: unknown }>
