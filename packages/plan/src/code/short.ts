/** The short form of a component, as people write it in YAML and TypeScript: what has its usual value is left out, a step is named by its first key. */

import type { httpRequestSchema } from '@pone/protocols/http/definition/request.ts'
import type { z } from 'zod'
import type { checkpointSchema, extractorSchema } from '../answers/answer-rules.ts'
import type { recordedAnswerSchema } from '../answers/recorded-answer.ts'
import type { threadGroupSchema } from '../component/component.ts'
import type { parameterSchema } from '../parameters/parameters.ts'
import type { RateUnit } from '../scenario/rate-units.ts'
import type { loadModelSchema, sampleLogFormats, slaRuleSchema } from '../scenario/scenario.ts'
import type { runSettingsSchema } from '../settings/run-settings.ts'
import type { InputOf } from '../steps/definition.ts'
import type { DefinitionOf, ShapeOf, StepKind } from '../steps/registry.ts'

type Input<S extends z.ZodType> = z.input<S>
/** An id may be left out: it is then made from the position. */
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> & { id?: string } : never
/** Names and values, or a list where names repeat or some are switched off. */
export type Pairs =
  | Readonly<Record<string, string | number | boolean>>
  | readonly { name: string; value: string; enabled?: boolean }[]
export type ShortCheckpoint = WithoutId<Input<typeof checkpointSchema>>
export type ShortExtractor = WithoutId<Input<typeof extractorSchema>>
export type ShortParameter = WithoutId<Input<typeof parameterSchema>>
export type ShortSlaRule = string | WithoutId<Input<typeof slaRuleSchema>>

interface StepOptions {
  id?: string
  name?: string
  /** false: the step is kept but not run. */
  enabled?: boolean
  /** Within `weighted`: how often this child runs, in proportion to its siblings; 1 otherwise. */
  weight?: number
}

type Http = Input<typeof httpRequestSchema>
export interface RequestOptions extends StepOptions, Omit<Http, 'method' | 'url' | 'query' | 'headers'> {
  query?: Pairs
  headers?: Pairs
  /** JSON body: a text, or a value that is written as JSON. */
  json?: unknown
  /** Form body. */
  form?: Pairs
  checkpoints?: readonly ShortCheckpoint[]
  extractors?: readonly ShortExtractor[]
  /** The response when the request was recorded, to compare a standalone execution with it. */
  recorded?: Input<typeof recordedAnswerSchema>
}

interface Steps {
  steps?: readonly ShortStep[]
}
type Head<K extends StepKind> = DefinitionOf<K>['short']['head']
type HeadField<K extends StepKind> = Head<K> extends readonly (infer F)[] ? F : Head<K>
/** What the first key of a step holds: a text or number, or an object of several fields. */
export type ShortHead<K extends StepKind> =
  Head<K> extends readonly (infer F)[]
    ? Pick<InputOf<ShapeOf<K>>, F & keyof InputOf<ShapeOf<K>>>
    : Head<K> extends keyof InputOf<ShapeOf<K>>
      ? InputOf<ShapeOf<K>>[Head<K>] extends number
        ? number
        : string | number
      : string
/** The other fields of a step. */
export type ShortOptions<K extends StepKind> = Omit<StepOptions, HeadField<K> & string> &
  Omit<InputOf<ShapeOf<K>>, HeadField<K> & string>
type ShortStepOf<K extends StepKind> = {
  [H in K]: { [Key in H]: ShortHead<H> } & ShortOptions<H> & StepsOf<H>
}[K]
type StepsOf<K extends StepKind> = DefinitionOf<K>['holdsSteps'] extends true ? Steps : unknown

export const shortMethods = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options', 'trace'] as const
export type ShortMethod = (typeof shortMethods)[number]

/** Kinds whose name is the first key; that of a request is its method. */
export type NamedKind = Exclude<StepKind, 'request'>

/** A step: its first key says what it is. */
export type ShortStep =
  | ({ [M in ShortMethod]: { [K in M]: string } }[ShortMethod] & RequestOptions)
  | ShortStepOf<NamedKind>
  | (StepOptions & { readonly [operation: `${string}.${string}`]: unknown })

type Settings = Input<typeof runSettingsSchema>
/** Load of a run: a load model, by users or by arrivals per second. `kind` may be left out for a constant load. */
export type ShortLoad = (
  | Input<typeof loadModelSchema>
  | { kind?: 'constant'; users: number; rampUpSeconds?: number; durationSeconds?: number; loops?: number }
  /** Arrivals at a constant rate, such as `90/m`; it stands for `users`, `drive` and `rateUnit`. */
  | { kind?: 'constant'; rate: string | number; rampUpSeconds?: number; durationSeconds?: number }
) & {
  drive?: 'users' | 'arrivals'
  /** With arrivals: the unit of all rates of the load; `second` where it is left out. */
  rateUnit?: RateUnit
  /** With arrivals: users may grow to this many. */
  maxUsers?: number
  sampleLog?: (typeof sampleLogFormats)[number]
  /** Requests over HTTP carry a `traceparent` of W3C Trace Context. */
  traces?: boolean
}

export interface ShortComponent {
  threadGroup?: Input<typeof threadGroupSchema>
  /** Settings of HTTP may stand at the top as well as in their section. */
  settings?: Omit<Settings, 'hosts'> & NonNullable<Settings['http']> & { hosts?: Pairs }
  parameters?: readonly ShortParameter[]
  variables?: Pairs | readonly { name: string; value: string; enabled?: boolean; secret?: boolean }[]
  steps?: readonly ShortStep[]
  load?: ShortLoad
  sla?: readonly ShortSlaRule[]
}

/** A whole file. */
export interface ComponentFile extends ShortComponent {
  name: string
}
