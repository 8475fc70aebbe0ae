/** The kind of an object whose other fields depend on it. */
import type { FormValues } from '@pone/schema/form.ts'
import { useState } from 'react'
import type { FieldWith, WidgetProps } from '../form-host.ts'
import { Chooser } from './choice-widgets.tsx'
import { textOf } from './text-widgets.tsx'
import { type LeftVariants, leaving, variantOf } from './variant.ts'

const nothing: LeftVariants = {}

export function VariantWidget({
  field,
  label,
  value,
  isReadOnly,
  onChange,
}: WidgetProps<FieldWith<'variant'>>) {
  // The schema of the form requires an object here.
  const held = value as FormValues
  // Choosing another kind and returning must not lose what was entered.
  const [left, setLeft] = useState(nothing)
  const { options, look } = field
  return (
    <Chooser
      {...{ label, options, look, isReadOnly }}
      value={textOf(held[field.by])}
      onChange={kind => {
        const next = leaving(field, held, left)
        setLeft(next)
        onChange(variantOf(field, kind, next))
      }}
    />
  )
}
