/** The kinds of step, a line each, and what follows from them: the schema and the type of a step, and what is asked of any step. */

import type { ProtocolName } from '@pone/protocols/definitions.ts'
import type { ProblemText } from '@pone/schema/protocol.ts'
import { z } from 'zod'
import { type FieldsOf, type InputOf, type StepDefinition, stepBase } from './definition.ts'
import { forEachStep } from './for-each/definition.ts'
import { ifStep } from './if/definition.ts'
import { loopStep } from './loop/definition.ts'
import { onceStep } from './once/definition.ts'
import { pacingStep } from './pacing/definition.ts'
import { percentageStep } from './percentage/definition.ts'
import { randomStep } from './random/definition.ts'
import { rendezvousStep } from './rendezvous/definition.ts'
import { requestStep } from './request/definition.ts'
import { scriptStep } from './script/definition.ts'
import { thinkTimeStep } from './think-time/definition.ts'
import { transactionStep } from './transaction/definition.ts'
import { weightedStep } from './weighted/definition.ts'
import { whileStep } from './while/definition.ts'

/** In the order in which menus offer them. */
const definitions = [
  requestStep,
  scriptStep,
  transactionStep,
  loopStep,
  whileStep,
  forEachStep,
  ifStep,
  percentageStep,
  randomStep,
  weightedStep,
  onceStep,
  thinkTimeStep,
  pacingStep,
  rendezvousStep,
] as const

/** What the registry knows of each kind, with its own types. */
export type KnownDefinition = (typeof definitions)[number]
export type StepKind = KnownDefinition['kind']
export type DefinitionOf<K extends StepKind> = Extract<KnownDefinition, { readonly kind: K }>
export type ShapeOf<K extends StepKind> = DefinitionOf<K>['variants'][number]

/** An interface, because a type alias could not refer to itself here. */
interface Group {
  children: Step[]
}
interface Base {
  id: string
  name: string
  enabled: boolean
}
export type StepOf<K extends StepKind> = Base & { kind: K } & FieldsOf<ShapeOf<K>> &
  (DefinitionOf<K>['holdsSteps'] extends true ? Group : unknown)
export type Step = { [K in StepKind]: StepOf<K> }[StepKind]
/** A request over one protocol. */
export type RequestOver<N extends ProtocolName> = Extract<StepOf<'request'>, { protocol: N }>
/** A step as a parse takes it; those inside are looked at by the parse alone. */
export type StepInput = {
  [K in StepKind]: Omit<Base, 'enabled'> & { kind: K; enabled?: boolean | undefined } & InputOf<ShapeOf<K>> &
    (DefinitionOf<K>['holdsSteps'] extends true ? { children: unknown } : unknown)
}[StepKind]
/** A step that holds others. */
export type GroupStep = Extract<Step, Group>

function schemaOf({ kind, variants, variantBy, holdsSteps }: StepDefinition) {
  const base = { ...stepBase, kind: z.literal(kind) }
  const [first, ...more] = variants.map(shape =>
    holdsSteps
      ? z.object({
          ...base,
          ...shape,
          get children(): z.ZodType<Step[]> {
            return z.array(stepSchema)
          },
        })
      : z.object({ ...base, ...shape }),
  )
  if (first === undefined) throw new Error(`The kind ${kind} has no variant`)
  return variantBy === null ? first : z.discriminatedUnion(variantBy, [first, ...more])
}

const schemas = definitions.map(schemaOf)
const [firstSchema = z.never(), ...moreSchemas] = schemas
// TypeScript cannot follow a list of schemas into the type that the definitions give.
export const stepSchema = z.discriminatedUnion('kind', [firstSchema, ...moreSchemas] as never) as z.ZodType<
  Step,
  StepInput
>

/** All kinds, in the order in which menus offer them. */
export const stepKinds: readonly StepKind[] = definitions.map(({ kind }) => kind)

const byKind = new Map<string, StepDefinition & { readonly defaults: object }>(
  definitions.map(definition => [definition.kind, definition]),
)

/** What the registry says of a kind. @throws when the kind is none, which is a defect */
export function definitionOf(kind: StepKind): StepDefinition & { readonly defaults: object } {
  const definition = byKind.get(kind)
  if (definition === undefined) throw new Error(`There is no kind of step ${kind}`)
  return definition
}

export const isStepKind = (kind: string): kind is StepKind => byKind.has(kind)

/** Whether a field of a kind holds text. */
export const isTextField = (kind: StepKind, field: string): boolean =>
  definitionOf(kind).variants.some(shape => {
    const schema = shape[field]
    return (schema instanceof z.ZodDefault ? schema.unwrap() : schema) instanceof z.ZodString
  })

/** Whether the step holds others. */
export const isGroup = (step: Step): step is GroupStep => 'children' in step

/** Texts of what the checks of all kinds report. */
export const stepProblems: Readonly<Record<string, ProblemText>> = Object.assign(
  {},
  ...definitions.map(({ problems }) => problems),
)

/** The schema of the steps of one kind. */
export const schemaOfKind = <K extends StepKind>(kind: K): z.ZodType<StepOf<K>> =>
  schemas[stepKinds.indexOf(kind)] as unknown as z.ZodType<StepOf<K>>
