/** What an object becomes when another kind of it is chosen; pure. */
import type { FormValues } from '@pone/schema/form.ts'
import type { FieldWith } from '../form-host.ts'

type VariantField = Pick<FieldWith<'variant'>, 'by' | 'starts'>

/** Objects that were left, by the fields of their kind. */
export type LeftVariants = Readonly<Record<string, FormValues>>

/** The names of a kind's fields: kinds with the same ones share what was entered. */
const shapeOf = ({ starts }: VariantField, kind: string): string =>
  Object.keys(starts[kind] ?? {})
    .toSorted()
    .join(' ')

const kindOf = ({ by }: VariantField, held: FormValues): string => String(held[by])

/** What was left, with the object that is left now. */
export const leaving = (field: VariantField, held: FormValues, left: LeftVariants): LeftVariants => ({
  ...left,
  [shapeOf(field, kindOf(field, held))]: held,
})

/** The object of another kind: as it was left, or as it begins. */
export const variantOf = (field: VariantField, kind: string, left: LeftVariants): FormValues => ({
  ...field.starts[kind],
  ...left[shapeOf(field, kind)],
  [field.by]: kind,
})
