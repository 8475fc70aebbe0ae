/** What the table of tool functions is made of; safe in a browser. */
import type { Bilingual } from '@pone/schema/bilingual.ts'

/** One argument of a tool function. */
export interface FunctionArgument {
  readonly name: string
  readonly isOptional: boolean
  readonly description: Bilingual
}

/** One tool function, usable as `${name(args)}` wherever templates are. */
export interface ToolFunction {
  readonly args: readonly FunctionArgument[]
  /** The last argument may be given any number of times. */
  readonly isVariadic: boolean
  /** Same arguments, same result: evaluated once when its arguments are fixed. */
  readonly isPure: boolean
  readonly description: Bilingual
  readonly example: string
  readonly exampleResult: string
}

/** An argument that has to be given. */
export const argument = (name: string, zh: string, en: string): FunctionArgument => ({
  name,
  isOptional: false,
  description: { zh, en },
})
/** An argument that may be left out. */
export const optional = (name: string, zh: string, en: string): FunctionArgument => ({
  ...argument(name, zh, en),
  isOptional: true,
})
/** The argument of functions that change a text. */
export const text = argument('text', '要处理的文本', 'Text to process')

/** Describes a function; `exampleResult` is what the example gives, shortened by … where it is long or differs each time. */
export function describe(
  description: Bilingual,
  example: string,
  exampleResult: string,
  args: readonly FunctionArgument[] = [],
  traits: { isVariadic?: boolean; isPure?: boolean } = {},
): ToolFunction {
  return {
    args,
    isVariadic: traits.isVariadic ?? false,
    isPure: traits.isPure ?? false,
    description,
    example,
    exampleResult,
  }
}
/** Trait of functions whose result depends on nothing but the arguments. */
export const pure = { isPure: true }
