/** The value of an object after another kind of it is chosen; pure. */
import type { FormValues } from '@pone/schema/form.ts'
import type { FieldWith } from '../form-host.ts'

type VariantField = Pick<FieldWith<'variant'>, 'by' | 'starts'>

/** The last values of other kinds, by the fields of the kind. */
export type LeftVariants = Readonly<Record<string, FormValues>>

/** The names of a kind's fields: kinds with the same names share what was entered. */
const shapeOf = ({ starts }: VariantField, kind: string): string =>
  Object.keys(starts[kind] ?? {})
    .toSorted()
    .join(' ')

const kindOf = ({ by }: VariantField, held: FormValues): string => String(held[by])

/** The stored values, with those of the present kind added. */
export const leaving = (field: VariantField, held: FormValues, left: LeftVariants): LeftVariants => ({
  ...left,
  [shapeOf(field, kindOf(field, held))]: held,
})

/** The object of another kind: its last values, or its defaults. */
export const variantOf = (field: VariantField, kind: string, left: LeftVariants): FormValues => ({
  ...field.starts[kind],
  ...left[shapeOf(field, kind)],
  [field.by]: kind,
})
