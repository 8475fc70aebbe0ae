/** Any valid component, for property tests: made from the schema itself, so that new fields and kinds of steps are covered without a change here. */

import fc from 'fast-check'
import { z } from 'zod'
import { type ComponentDocument, documentFormSchema } from '../component/component.ts'
import { stepSchema } from '../steps/registry.ts'
import { childrenOf, walkSteps } from '../steps/walk.ts'
import { stepIdAt } from './expand.ts'

const maxDepth = 2
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ maxLength: Math.min(12, maxLength) }),
    fc.string({ maxLength: Math.min(8, maxLength), unit: 'grapheme' }),
    fc
      .constantFrom('', '${name}', 'yes', '1.0', ' a ', "it's", 'a: b # c')
      .filter(each => each.length <= maxLength),
    fc
      .constantFrom('two\nlines', 'tab\tand `tick` \\ ${x}\n', '\r\n', 'trailing \n\n')
      .filter(each => each.length <= maxLength),
  )

function arbitraryOf(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional) {
    return fc.oneof(fc.constant(undefined), arbitraryOf(schema.def.innerType, depth))
  }
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryOf(schema.def.innerType, depth))
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape
    const fields = Object.entries(shape).map(([key, field]) => {
      if (key === 'children') return [key, arbitraryOf(field, depth + 1)] as const
      return [key, arbitraryOf(field, depth)] as const
    })
    return fc.record(Object.fromEntries(fields))
  }
  if (schema instanceof z.ZodArray) {
    if (depth >= maxDepth && schema.def.element === stepSchema) return fc.constant([])
    const { minimum, maximum } = limitsOf(schema)
    const isSteps = schema.def.element === stepSchema
    const minLength = isSteps && depth === 0 ? 4 : (minimum ?? 0)
    return fc.array(arbitraryOf(schema.def.element, depth), {
      minLength,
      maxLength: Math.min(maximum ?? 100, minLength + 2),
    })
  }
  if (schema instanceof z.ZodUnion) {
    return fc.oneof(...schema.def.options.map(option => arbitraryOf(option, depth)))
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.def.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodRecord) return fc.constant({})
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (schema instanceof z.ZodUUID) return fc.uuid()
  if (schema instanceof z.ZodIPv4) return fc.ipV4()
  if (schema instanceof z.ZodIPv6) return fc.ipV6()
  if (schema instanceof z.ZodString) return stringOf(schema)
  throw new Error(`no arbitrary for ${schema._zod.def.type}`)
}

interface Limits {
  minimum?: number
  maximum?: number
  pattern?: RegExp
}

function limitsOf(schema: z.core.$ZodType): Limits {
  const limits: Limits = {}
  for (const { _zod } of schema._zod.def.checks ?? []) {
    const check: z.core.$ZodCheckDef & Partial<Record<'value' | 'minimum' | 'maximum' | 'pattern', unknown>> =
      _zod.def
    if (check.check === 'greater_than') limits.minimum = Number(check.value)
    else if (check.check === 'less_than') limits.maximum = Number(check.value)
    else if (check.check === 'min_length') limits.minimum = Number(check.minimum)
    else if (check.check === 'max_length') limits.maximum = Number(check.maximum)
    else if (check.pattern instanceof RegExp) limits.pattern = check.pattern
  }
  return limits
}

function numberOf(schema: z.ZodNumber): fc.Arbitrary<number> {
  const { minimum: min = -1e9, maximum: max = 1e9 } = limitsOf(schema)
  if (schema.format === 'safeint') return fc.integer({ min, max: Math.min(max, 2e9) })
  return fc.double({ min, max, noNaN: true }).map(value => (Object.is(value, -0) ? 0 : value))
}

function stringOf(schema: z.ZodString): fc.Arbitrary<string> {
  const { minimum = 0, maximum = 1_000, pattern } = limitsOf(schema)
  if (pattern !== undefined) return fc.stringMatching(pattern)
  return text(maximum).filter(each => each.trim().length >= minimum)
}

/** Gives every step an id of its own, the usual one or another, and weights to the children of weighted steps. */
function withOwnIds(document: ComponentDocument, usual: boolean): ComponentDocument {
  const copy = structuredClone(document)
  for (const [index, step] of [...walkSteps(copy.steps, { withDisabled: true })].entries()) {
    step.id = usual ? stepIdAt(index + 1) : `${step.id.slice(0, 40)}${index}`
  }
  for (const step of walkSteps(copy.steps, { withDisabled: true })) {
    if (step.kind !== 'weighted') continue
    step.weights = {
      elsewhere: 1,
      ...Object.fromEntries(childrenOf(step).map((child, index) => [child.id, index])),
    }
  }
  return copy
}

/** Documents as a parse of the schema gives them. */
export const arbitraryDocument: fc.Arbitrary<ComponentDocument> = fc
  .tuple(arbitraryOf(documentFormSchema), fc.boolean())
  .map(([document, usual]) => ({ parsed: documentFormSchema.safeParse(document), usual }))
  .filter(({ parsed }) => parsed.success)
  .map(({ parsed, usual }) => withOwnIds(documentFormSchema.parse(parsed.data), usual))
