/**
 * What a kind of step is, as far as a browser may know it: `<kind>/definition.ts` each, listed in registry.ts. How it runs
 * is its executor's business, engine/steps/<kind>.ts.
 */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Form } from '@pone/schema/form.ts'
import type { ProblemText, ReportProblem } from '@pone/schema/protocol.ts'
import { z } from 'zod'
import type { ProtocolSettings } from '../settings/protocol-settings.ts'

/** What all steps have. */
export const stepBase = {
  id: z.string().min(1).max(64),
  name: z.string().trim().max(128),
  enabled: z.boolean().default(true),
}

/** A step as its own kind sees it and those inside it. */
export interface HeldStep {
  id: string
  name: string
  enabled: boolean
  children?: HeldStep[]
}

/** How menus group the kinds. */
export const stepGroups = ['work', 'group', 'choice', 'wait'] as const
export type StepGroup = (typeof stepGroups)[number]

/** The picture and its colour; the page has both by these names. */
export type StepIcon =
  | 'globe'
  | 'code'
  | 'frame'
  | 'repeat'
  | 'cycle'
  | 'list'
  | 'branch'
  | 'percent'
  | 'nodes'
  | 'pie'
  | 'bolt'
  | 'clock'
  | 'gauge'
  | 'people'
export type StepTone = 'plain' | 'blue' | 'violet' | 'orange' | 'green'

/** A variable that a step sets. */
export interface SetVariable {
  readonly name: string
  readonly origin: 'extractor' | 'script'
}

/** The short form that people write in YAML and TypeScript; its first key is the kind, of requests the method. */
export interface ShortForm<Head = string | readonly string[], Builder extends string = string> {
  /**
   * What the first key's value stands for: a field, `name` for kinds whose name says most, or a list of fields that it
   * holds by their names.
   */
  readonly head: Head
  /** Function that makes the step in TypeScript. */
  readonly builder: Builder
  /** The function takes its options before the steps, because some are required. */
  readonly optionsFirst?: boolean
  /** Changes the step's fields after its children were expanded. */
  expandChildren?(children: readonly Record<string, unknown>[], fields: Fields): Fields
  /** Fields that stand at a child instead of at the step. */
  fieldsOfChild?(fields: Fields, childId: string): Fields
  /** What is left at the step of its fields. */
  withoutChildren?(fields: Fields, childIds: readonly string[]): Fields
}
type Fields = Readonly<Record<string, unknown>>

/** What the check of a step knows besides the step. */
export interface StepCheckContext {
  /** Sections of the component's run-time settings, by protocol. */
  readonly settings: Readonly<ProtocolSettings>
  /** Files of the project that exist; undefined when nobody knows. */
  readonly attachmentIds: ReadonlySet<string> | undefined
}

/** `S` is the step as its methods see it. */
export interface StepDefinition<S extends HeldStep = HeldStep> {
  readonly kind: string
  /** Fields beside those of every step, several where the kind has variants. */
  readonly variants: readonly z.ZodRawShape[]
  /** Field whose value tells the variants apart; null with one. */
  readonly variantBy: string | null
  /** Whether it has other steps inside. */
  readonly holdsSteps: boolean
  /** The sort of line that it has in reports; none without it. */
  readonly label?: 'request' | 'transaction'
  /** Whether users wait there for each other. */
  readonly gathersUsers?: boolean
  readonly group: StepGroup
  readonly icon: StepIcon
  readonly tone: StepTone
  readonly title: Bilingual
  /** What it is for, in the menu. */
  readonly help: Bilingual
  readonly form: Form
  /** Texts of what `check` reports. */
  readonly problems: Readonly<Record<string, ProblemText>>
  /** Further rules than those of the schema. */
  check?(step: S, report: ReportProblem, context: StepCheckContext): void
  /** One line in the tree; empty where the title says it all. */
  summary(step: S): Bilingual
  /** Title of its kind, where kinds have several; the definition's without this. */
  titleFor?(step: S): Bilingual
  /** Title without a name; the kind's without this. */
  titleOf?(step: S): Bilingual
  /** Its name in reports without a name; the kind without this. */
  labelOf?(step: S): string
  /** The fields that speak of children by their ids, under new ids alone, for a copy of the whole. */
  underNewIds?(step: S, newIds: ReadonlyMap<string, string>): object
  /** The same fields where the children are copied beside their originals. */
  withCopiesOf?(step: S, newIds: ReadonlyMap<string, string>): object
  variables?(step: S): SetVariable[]
  /** Whether it sets variables whose names only show at run time. */
  setsComputedNames?(step: S): boolean
  /** Ids of files of the project; empty ones count as none. */
  files?(step: S): string[]
  /** What the search of the editor looks at besides name and kind. */
  searchText?(step: S): string
  /** Longest time that it may wait for an answer, ms. */
  responseTimeoutMs?(step: S): number
  readonly short: ShortForm
}

/** What a shape's fields hold. */
export type FieldsOf<Shape> = Shape extends z.ZodRawShape
  ? [keyof Shape] extends [never]
    ? object
    : z.output<z.ZodObject<Shape>>
  : never
/** The same before defaults are filled in. */
export type InputOf<Shape> = Shape extends z.ZodRawShape
  ? [keyof Shape] extends [never]
    ? object
    : z.input<z.ZodObject<Shape>>
  : never

/** What a definition says beside its methods, with its own types. */
export interface StepTypes<
  Kind extends string,
  Shape extends z.ZodRawShape,
  Holds extends boolean,
  Head,
  Builder extends string,
  First extends boolean,
> {
  readonly kind: Kind
  readonly variants: readonly Shape[]
  readonly holdsSteps: Holds
  /** Fields of a new step. */
  readonly defaults: FieldsOf<NoInfer<Shape>>
  readonly short: ShortForm<Head, Builder> & { readonly optionsFirst?: First }
}

/** A definition that keeps its own types. */
type TypedDefinition<
  Kind extends string,
  Shape extends z.ZodRawShape,
  Holds extends boolean,
  Head,
  Builder extends string,
  First extends boolean,
> = Omit<StepDefinition, keyof StepTypes<Kind, Shape, Holds, Head, Builder, First>> &
  StepTypes<Kind, Shape, Holds, Head, Builder, First>

/** Checks a definition against its own fields. */
export const defineStep = <
  const Kind extends string,
  Shape extends z.ZodRawShape,
  const Holds extends boolean,
  const Head extends string | readonly string[],
  const Builder extends string,
  const First extends boolean = false,
>(
  definition: StepDefinition<HeldStep & FieldsOf<NoInfer<Shape>>> &
    StepTypes<Kind, Shape, Holds, Head, Builder, First>,
): TypedDefinition<Kind, Shape, Holds, Head, Builder, First> => definition
