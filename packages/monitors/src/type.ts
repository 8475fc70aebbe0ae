/**
 * What a monitor type is: data that says what to ask of a target, which counters its answers hold and how they are
 * shown. Files of administrators are read by the same schema, so a type holds no code. Browser-safe.
 */
import { z } from 'zod'
import { requestSchemas, transportNames } from './requests.ts'
import { checkReferences } from './type-references.ts'

const key = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,79}$/)
const names = z.object({ zh: z.string().min(1).max(400), en: z.string().min(1).max(400) })
/** Units in the spelling of UCUM where it is common: `%`, `bytes`, `ms`, `s`, `count`, `bytes/s`, `count/s`, `ratio`, ''. */
const unit = z.string().max(20)

export const monitorCategories = [
  'host',
  'database',
  'middleware',
  'cache',
  'queue',
  'web',
  'jvm',
  'container',
  'availability',
  'custom',
] as const

/** How literals of a text are found: by a dialect of SQL, or as the words of a command. */
const maskings = ['mysql', 'postgresql', 'oracle', 'sqlserver', 'command'] as const
export type Masking = (typeof maskings)[number]

const paramSchema = z.strictObject({
  key,
  /** `address` is a host name or an IP address. */
  type: z.enum(['text', 'number', 'password', 'boolean', 'select', 'address']),
  names,
  help: names.optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  required: z.boolean().default(false),
  /** Sealed in the database, never sent back. */
  isSecret: z.boolean().default(false),
  /** Whether line breaks belong to the value, as in keys and certificates. */
  isMultiline: z.boolean().default(false),
  options: z
    .array(
      z.object({
        value: z.string(),
        names,
        /** Whether only an agent on the target's own machine can collect when this is chosen. */
        isBoundToMachine: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Shown only when another parameter has one of these values. */
  showIf: z.object({ param: key, values: z.array(z.union([z.string(), z.boolean()])).min(1) }).optional(),
})
export type MonitorParam = z.infer<typeof paramSchema>

const roleSchema = z.enum(['work', 'utilisation', 'saturation', 'error'])

/** How a counter can be the limit of a system, for the bottleneck verdict of a run. */
const resourceFields = {
  role: roleSchema.optional(),
  /**
   * `busy`: works for a share of the time, e.g. a CPU. `held`: units that requests hold, e.g. connections. `space`: fills
   * up, e.g. memory. `waiting`: requests that wait for a lock. `none`: cannot be the limit, or another counter says the same.
   * Left out: as `natureOf` derives it from role and unit.
   */
  nature: z.enum(['busy', 'held', 'space', 'waiting', 'none']).optional(),
  /** What the value can at most be: a counter of the section or a number. */
  capacity: z.union([key, z.number()]).optional(),
  /**
   * The counter of requests that wait for a unit of it; of `space`: its pressure, such as pages swapped out. A counter of
   * the section, or `section.counter`.
   */
  queue: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,79}(\.[A-Za-z][A-Za-z0-9_]{0,79})?$/)
    .optional(),
  /** Set where it belongs to the network, whatever the monitor's target is. */
  tier: z.literal('network').optional(),
  /**
   * Set of a counter of a database that tells how long it works on statements of clients: statements at work at an
   * instant (`count`), or the time of all of them (a counter in `ms` or `s`). Divided by requests per second it is the
   * database's part of the response time. Of two counters, one of each kind, the first checks the second.
   */
  timeOf: z.literal('database').optional(),
}

const counterSchema = z.strictObject({
  key,
  /** Field of a record; by default the key. */
  from: z.string().max(200).optional(),
  /** `counter`: only ever grows, stored raw, shown as a rate. `state` and `text` are stored when they change. */
  kind: z.enum(['gauge', 'counter', 'state', 'text']),
  /** Of the raw value; the rate of a counter has `unit`/s. */
  unit,
  names,
  help: names,
  /** Multiplies the value that was read, e.g. 1024 for KiB → bytes. */
  scale: z.number().optional(),
  ...resourceFields,
  /**
   * Whether the target leaves the field out of rows where it is 0; of use in the sum of rows above the limit, which is
   * otherwise unknown where a row lacks the field.
   */
  isZeroWhenAbsent: z.boolean().optional(),
  /** Of kind `state`: numbers of texts; a text that is not listed is unknown. */
  states: z.array(z.object({ value: z.int(), texts: z.array(z.string()), names })).optional(),
  /** Of kind `text`: literals in it are replaced by `?` before it leaves the agent. */
  masks: z.enum(maskings).optional(),
})
export type MonitorCounter = z.infer<typeof counterSchema>

const computedSchema = z.strictObject({
  key,
  /** `+ - * / ( )`, names of counters of the section (of kind `counter`: their rates per second), numbers. */
  expression: z.string().max(2_000),
  unit,
  names,
  help: names,
  ...resourceFields,
})

/** Where the records of a section name their counters themselves, as exporters do. */
const discoverySchema = z.strictObject({
  counter: z.string(),
  value: z.string(),
  kind: z.string(),
  /** Field with a JSON object of labels. */
  labels: z.string(),
  help: z.string(),
})

const sectionSchema = z.strictObject({
  key,
  names,
  /** By default that of the type. */
  transport: z.enum(transportNames).optional(),
  /** Asked only of monitors where this parameter is set, and not `false`. */
  ifParam: key.optional(),
  request: z.record(z.string(), z.json()),
  /** `frequency` = the monitor's own, else milliseconds, rounded up to a multiple of the monitor's. */
  cadenceMs: z.union([z.literal('frequency'), z.int().min(1_000)]).default('frequency'),
  timeoutMs: z.int().min(100).max(60_000).default(5_000),
  /** Whether an answer of this section means that the target is available. */
  answersAvailability: z.boolean().default(false),
  /** Set where an answer has a row per thing, e.g. disk; `labels` are the fields that tell rows apart. */
  rows: z
    .strictObject({
      labels: z.array(z.string()).min(1).max(10),
      /** Label sets that are kept; the others are added up as `other`. */
      limit: z.int().min(1).max(200).default(200),
    })
    .optional(),
  discovery: discoverySchema.optional(),
  /** Whether the rows are only shown as a table, each answer in place of the one before, and make no series. */
  isTable: z.boolean().default(false),
  counters: z.array(counterSchema).max(300),
  computed: z.array(computedSchema).max(100).default([]),
})
export type MonitorSection = z.infer<typeof sectionSchema>

const chartSchema = z.strictObject({
  key,
  names,
  /** `area`: parts of a whole, on top of each other. */
  style: z.enum(['line', 'area', 'bar']),
  /** `section.counter` of counters and computed counters. */
  counters: z.array(z.string()).min(1).max(20),
  unit,
})

const tableSchema = z.strictObject({
  key,
  names,
  section: key,
  /** Keys of the section's counters and labels, in order. */
  columns: z.array(z.string()).min(1).max(30),
})

const thresholdSchema = z.strictObject({
  /** `section.counter`. */
  counter: z.string(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** Breaches within `cycleMs` that are needed. */
  times: z.int().min(1).default(1),
  cycleMs: z.int().min(1_000).default(60_000),
  severity: z.enum(['notice', 'warning', 'critical']),
})

const column = z.string().max(80)
const slowSource = {
  /** A section with `isTable`; its labels tell the rows apart. */
  section: key,
  /** Columns of the table. */
  text: column,
  database: column.optional(),
  account: column.optional(),
  rows: column.optional(),
  /** Whether its transport explains how the target would execute such an operation. */
  hasPlan: z.boolean().default(false),
}

/** Where a type's slow operations come from: rows with totals since a start, or a row per entry of a log. */
const slowOperationsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...slowSource,
    kind: z.literal('totals'),
    calls: column,
    totalMs: column,
    maxMs: column.optional(),
    /** A text that changes when the target begins to count anew. */
    countedSince: column.optional(),
  }),
  z.strictObject({
    ...slowSource,
    kind: z.literal('entries'),
    /** Epoch ms, or an instant in the form of ISO 8601. */
    at: column,
    durationMs: column,
  }),
])
export type SlowOperationSource = z.infer<typeof slowOperationsSchema>

export const monitorTypeSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
    version: z.int().min(1),
    category: z.enum(monitorCategories),
    names,
    help: names.optional(),
    /** Products and versions with which the type was tried, e.g. `nginx 1.26`. */
    triedOn: z.array(z.string()),
    transport: z.enum(transportNames),
    /** Whether only an agent on the target's own machine can collect. */
    isBoundToMachine: z.boolean().default(false),
    params: z.array(paramSchema).max(40),
    sections: z.array(sectionSchema).min(1).max(40),
    charts: z.array(chartSchema).max(60),
    tables: z.array(tableSchema).max(20).default([]),
    thresholds: z.array(thresholdSchema).max(60).default([]),
    slowOperations: z.array(slowOperationsSchema).max(5).default([]),
  })
  .superRefine((type, context) => {
    for (const [index, section] of type.sections.entries()) {
      const schema = requestSchemas[section.transport ?? type.transport]
      const read = schema.safeParse(section.request)
      for (const issue of read.error?.issues ?? [])
        context.addIssue({
          code: 'custom',
          message: issue.message,
          path: ['sections', index, 'request', ...issue.path],
          params: { issue },
        })
    }
    for (const { path, text } of checkReferences(type))
      context.addIssue({ code: 'custom', message: text.en, path, params: { text } })
  })
export type MonitorType = z.infer<typeof monitorTypeSchema>
/** A type as it is written: what has a default may be left out. */
export type MonitorTypeInput = z.input<typeof monitorTypeSchema>

/** Values of a monitor's parameters by key. */
export type ParamValues = Readonly<Record<string, string | number | boolean>>

/** Path of the target's log of slow operations: a field of every monitor, which transports read like a parameter. */
const slowLogParam = 'slowLogAddress'

/** The values with the type's defaults where one is missing or empty. */
export function filledParams(type: MonitorType, values: ParamValues): ParamValues {
  const filled: Record<string, string | number | boolean> = {}
  const log = values[slowLogParam]
  if (log !== undefined && log !== '') filled[slowLogParam] = log
  for (const { key: name, default: usual } of type.params) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const used = value === undefined || value === '' ? usual : value
    if (used !== undefined) filled[name] = used
  }
  return filled
}

/** Whether only an agent on the target's own machine can collect a monitor with these parameters. */
export const isBoundToMachine = (type: MonitorType, values: Readonly<Record<string, unknown>>): boolean =>
  type.isBoundToMachine ||
  type.params.some(({ key: name, default: usual, options = [] }) =>
    options.some(option => option.isBoundToMachine === true && option.value === (values[name] ?? usual)),
  )

/** Milliseconds between two collections of a section of a monitor: the cadence, rounded up to a multiple of the frequency. */
export const cadenceOf = (section: Pick<MonitorSection, 'cadenceMs'>, frequencyMs: number): number =>
  section.cadenceMs === 'frequency' ? frequencyMs : Math.ceil(section.cadenceMs / frequencyMs) * frequencyMs

const isSet = (value: string | number | boolean | undefined): boolean =>
  value !== undefined && value !== '' && value !== false

/** The sections that are asked of a monitor with these parameters. */
export const sectionsFor = (type: MonitorType, params: ParamValues): MonitorSection[] =>
  type.sections.filter(({ ifParam }) => ifParam === undefined || isSet(params[ifParam]))
