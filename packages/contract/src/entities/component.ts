/** A PR component: the document that a tester designs, a thread group and a tree of steps, and what the engine compiles. */
import { z } from 'zod'
import { maxSteps } from '../limits.ts'
import { idSchema, instantSchema, nameSchema } from './common.ts'

/** Text that may hold `${variable}` and `${function(args)}`. */
const template = (max = 65_536) => z.string().max(max)
/** A name usable as `${name}`. */
export const variableNameSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z_][A-Za-z0-9_.]{0,63}$/)

export const threadGroupSchema = z.object({
  /** Virtual users when the component runs by itself; a scenario's load model overrides it. */
  threads: z.int().min(1).max(1_000_000).default(1),
  rampUpSeconds: z.number().min(0).max(86_400).default(0),
  /** Iterations per user; 0 = forever. */
  loops: z.int().min(0).max(1_000_000_000).default(1),
  /** Ends the group after this many seconds; 0 = no limit. */
  durationSeconds: z.number().min(0).max(604_800).default(0),
  startDelaySeconds: z.number().min(0).max(86_400).default(0),
  /** On: the user keeps cookies, connections and variables into its next iteration. Off: each iteration is a new user. */
  reuseThreads: z.boolean().default(true),
})
export type ThreadGroup = z.infer<typeof threadGroupSchema>

export const checkpointOperators = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'matches',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'exists',
] as const
export const checkpointSources = [
  'status',
  'header',
  'body',
  'responseTime',
  'size',
  'jsonPath',
  'regex',
] as const
export const failureActions = ['continue', 'nextLoop', 'stopUser', 'stopTest'] as const
export const checkpointSchema = z.object({
  id: z.string(),
  source: z.enum(checkpointSources),
  /** Header name, JSONPath or regular expression, as the source needs it. */
  expression: template(2_000).default(''),
  operator: z.enum(checkpointOperators),
  /** Compared as text, or as number for the ordering operators; responseTime in ms, size in bytes. */
  expected: template().default(''),
  onFailure: z.enum(failureActions).default('continue'),
})
export type Checkpoint = z.infer<typeof checkpointSchema>

export const extractorSources = ['jsonPath', 'regex', 'header', 'cookie', 'boundary'] as const
export const extractorSchema = z.object({
  id: z.string(),
  source: z.enum(extractorSources),
  variable: variableNameSchema,
  /** JSONPath, regular expression, header or cookie name; for boundary the left boundary. */
  expression: template(2_000),
  /** Right boundary, for source boundary. */
  rightBoundary: template(2_000).default(''),
  /** Capture group of a regular expression. */
  group: z.int().min(0).max(99).default(1),
  /** 1 = first match; 0 = a random one; -1 = all, joined by commas. */
  match: z.int().min(-1).max(10_000).default(1),
  /** Value when nothing matches; without one the request fails. */
  defaultValue: template().nullable().default(null),
})
export type Extractor = z.infer<typeof extractorSchema>

export const nameValueSchema = z.object({
  name: template(2_000),
  value: template(),
  enabled: z.boolean().default(true),
})
export type NameValue = z.infer<typeof nameValueSchema>

export const httpMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const
export const httpBodySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('text'),
    contentType: template(200).default('text/plain'),
    text: template(1_048_576),
  }),
  z.object({ kind: z.literal('json'), text: template(1_048_576) }),
  z.object({ kind: z.literal('form'), fields: z.array(nameValueSchema).max(500) }),
])
export const httpRequestSchema = z.object({
  method: z.enum(httpMethods).default('GET'),
  /** Absolute, or a path that the component's base address is put before. */
  url: template(8_192),
  query: z.array(nameValueSchema).max(200).default([]),
  headers: z.array(nameValueSchema).max(200).default([]),
  body: httpBodySchema.default({ kind: 'none' }),
  /** Statuses that count as success, e.g. `200-399,404`; empty = 200-399. */
  expectedStatuses: z
    .string()
    .trim()
    .regex(/^(\d{3}(-\d{3})?(\s*,\s*\d{3}(-\d{3})?)*)?$/)
    .default(''),
  followRedirects: z.boolean().default(true),
  /** Overrides the run-time setting; 0 = as set there. */
  responseTimeoutMs: z.int().min(0).max(3_600_000).default(0),
})
export type HttpRequest = z.infer<typeof httpRequestSchema>

const stepBase = {
  id: z.string().min(1).max(64),
  name: z.string().trim().max(128),
  enabled: z.boolean().default(true),
}
export const requestStepSchema = z.object({
  ...stepBase,
  kind: z.literal('request'),
  protocol: z.literal('http'),
  http: httpRequestSchema,
  checkpoints: z.array(checkpointSchema).max(50).default([]),
  extractors: z.array(extractorSchema).max(50).default([]),
})
export const thinkTimeStepSchema = z.object({
  ...stepBase,
  kind: z.literal('thinkTime'),
  distribution: z.enum(['fixed', 'uniform', 'normal']).default('fixed'),
  /** fixed: the time; uniform: the shortest; normal: the mean. */
  durationMs: z.int().min(0).max(3_600_000),
  /** uniform: the longest; normal: the standard deviation. */
  spreadMs: z.int().min(0).max(3_600_000).default(0),
})
export const scriptStepSchema = z.object({
  ...stepBase,
  kind: z.literal('script'),
  code: z.string().max(262_144),
  timeoutMs: z.int().min(1).max(60_000).default(1_000),
})
/** Spelled out because a schema that contains itself cannot infer its own type. */
interface GroupStep {
  id: string
  name: string
  enabled: boolean
  children: Step[]
}
export interface TransactionStep extends GroupStep {
  kind: 'transaction'
}
export interface LoopStep extends GroupStep {
  kind: 'loop'
  count: string
}
export interface IfStep extends GroupStep {
  kind: 'if'
  left: string
  operator: (typeof checkpointOperators)[number]
  right: string
}
export interface PercentageStep extends GroupStep {
  kind: 'percentage'
  percentage: number
}
export type Step =
  | RequestStep
  | ThinkTimeStep
  | ScriptStep
  | TransactionStep
  | LoopStep
  | IfStep
  | PercentageStep

export const transactionStepSchema = z.object({
  ...stepBase,
  kind: z.literal('transaction'),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
export const loopStepSchema = z.object({
  ...stepBase,
  kind: z.literal('loop'),
  /** A number, or a template that gives one. */
  count: template(200),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
export const ifStepSchema = z.object({
  ...stepBase,
  kind: z.literal('if'),
  left: template(2_000),
  operator: z.enum(checkpointOperators),
  right: template(2_000).default(''),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})
/** Runs its children in this share of the passes, 0 to 100 %. */
export const percentageStepSchema = z.object({
  ...stepBase,
  kind: z.literal('percentage'),
  percentage: z.number().min(0).max(100),
  get children(): z.ZodType<Step[]> {
    return z.array(stepSchema)
  },
})

export const stepSchema = z.discriminatedUnion('kind', [
  requestStepSchema,
  thinkTimeStepSchema,
  scriptStepSchema,
  transactionStepSchema,
  loopStepSchema,
  ifStepSchema,
  percentageStepSchema,
])
export type RequestStep = z.infer<typeof requestStepSchema>
export type ThinkTimeStep = z.infer<typeof thinkTimeStepSchema>
export type ScriptStep = z.infer<typeof scriptStepSchema>
export type StepKind = Step['kind']

/** When a parameter takes its next value. */
export const parameterUpdates = ['iteration', 'occurrence', 'once'] as const
/** unique: no two users (on any machine) get the same row. */
export const parameterSelections = ['sequential', 'random', 'unique'] as const
export const parameterExhaustions = ['cycle', 'stopUser', 'keepLast'] as const
const parameterBase = {
  id: z.string(),
  selection: z.enum(parameterSelections).default('sequential'),
  update: z.enum(parameterUpdates).default('iteration'),
  exhaustion: z.enum(parameterExhaustions).default('cycle'),
}
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
    /** Every column becomes a variable, in file order; an empty name leaves the column out. */
    columns: z
      .array(variableNameSchema.or(z.literal('')))
      .min(1)
      .max(200),
    delimiter: z.enum([',', ';', '\t', '|']).default(','),
    hasHeader: z.boolean().default(true),
    encoding: z.enum(['utf-8', 'gbk']).default('utf-8'),
  }),
])
export type Parameter = z.infer<typeof parameterSchema>

export const runSettingsSchema = z.object({
  /** Put before request addresses that are only a path. */
  baseUrl: template(2_048).default(''),
  thinkTime: z
    .discriminatedUnion('mode', [
      z.object({ mode: z.literal('asRecorded') }),
      z.object({ mode: z.literal('ignore') }),
      z.object({ mode: z.literal('factor'), factor: z.number().min(0).max(100) }),
      z.object({
        mode: z.literal('randomPercent'),
        from: z.number().min(0).max(1_000),
        to: z.number().min(0).max(1_000),
      }),
    ])
    .default({ mode: 'asRecorded' }),
  /** Longest think time, ms; 0 = no cap. */
  thinkTimeCapMs: z.int().min(0).max(3_600_000).default(0),
  /** Time from one iteration's start to the next one's: none, fixed, or random between two. */
  pacing: z
    .discriminatedUnion('mode', [
      z.object({ mode: z.literal('none') }),
      z.object({ mode: z.literal('fixed'), durationMs: z.int().min(0).max(3_600_000) }),
      z.object({
        mode: z.literal('random'),
        fromMs: z.int().min(0).max(3_600_000),
        toMs: z.int().min(0).max(3_600_000),
      }),
    ])
    .default({ mode: 'none' }),
  log: z.enum(['off', 'onError', 'full']).default('onError'),
  /** Off: the iteration ends with the first failed request. */
  continueOnError: z.boolean().default(true),
  connectTimeoutMs: z.int().min(1).max(600_000).default(10_000),
  responseTimeoutMs: z.int().min(1).max(3_600_000).default(60_000),
  keepAlive: z.boolean().default(true),
  compression: z.boolean().default(true),
  clearCookiesEachIteration: z.boolean().default(false),
  verifyTls: z.boolean().default(true),
})
export type RunSettings = z.infer<typeof runSettingsSchema>

export const componentDocumentSchema = z.object({
  threadGroup: threadGroupSchema.prefault({}),
  settings: runSettingsSchema.prefault({}),
  parameters: z.array(parameterSchema).max(100).default([]),
  /** User-defined variables with their first values. */
  variables: z.array(nameValueSchema).max(200).default([]),
  steps: z.array(stepSchema).max(maxSteps).default([]),
})
export type ComponentDocument = z.infer<typeof componentDocumentSchema>

/** A node of the component catalogue. */
export const componentNodeSchema = z.object({
  id: idSchema,
  /** null for the root, of which there is one per project. */
  parentId: idSchema.nullable(),
  kind: z.enum(['folder', 'component']),
  name: nameSchema,
  position: z.int(),
  updatedAt: instantSchema,
  updatedBy: z.string(),
})
export type ComponentNode = z.infer<typeof componentNodeSchema>

export const componentSchema = componentNodeSchema.extend({
  document: componentDocumentSchema,
  /** Grows by one with each save; a save names the revision it is based on. */
  revision: z.int().min(1),
})
export type Component = z.infer<typeof componentSchema>

export const parameterFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  /** Lines with content, the header included. */
  lines: z.int(),
  uploadedAt: instantSchema,
  uploadedBy: z.string(),
})
export type ParameterFile = z.infer<typeof parameterFileSchema>
