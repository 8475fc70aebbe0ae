/** What a page gives to the forms that it draws: where values come from and go to, and the widgets that only it has. */
import type { FormField, FormValues } from '@pone/schema/form.ts'
import type { FieldBounds } from '@pone/schema/schema-at.ts'
import type { ComponentType, ReactNode } from 'react'

/** The values of a form. */
export interface FormSource {
  readonly values: FormValues
  readonly read: (name: string) => unknown
  /** @param changes values by name @param typedInto name of the field that was typed into: typing there is one undo step */
  readonly write: (changes: FormValues, typedInto?: string) => void
  readonly bounds: (field: FormField) => FieldBounds
  /** Where problems of a field point to. */
  readonly pathOf: (name: string) => string
}

export interface WidgetProps<F extends FormField = FormField> {
  readonly field: F
  /** Id of the control, which the label of the field names; of a widget with one control only. */
  readonly id?: string | undefined
  readonly label: string
  readonly value: unknown
  readonly bounds: FieldBounds
  readonly isReadOnly: boolean
  /** Where problems of the field point to. */
  readonly path: string
  /** The widgets of the form, for those that hold others. */
  readonly widgets: WidgetTable
  /** @param part what of the value was typed into, for undo */
  readonly onChange: (value: unknown, part?: string) => void
}
export type FieldWith<W extends FormField['widget']> = Extract<FormField, { readonly widget: W }>
export type WidgetTable = {
  readonly [W in FormField['widget']]?: ComponentType<WidgetProps<FieldWith<W>>>
}

/** A labelled place for a widget, with the problems found there. */
export interface FrameProps {
  readonly path?: string | undefined
  /** Id that the control has, where there is one. */
  readonly controlId?: string | undefined
  /** Empty = none is shown. */
  readonly label: string
  readonly help?: ReactNode
  /** The widget takes the whole width, its label stands above. */
  readonly isWide: boolean
  readonly children: ReactNode
}

export interface FormHost {
  /** Besides the shared ones of `widgets/registry.ts`, and in place of those of the same name. */
  readonly widgets: WidgetTable
  /** What no form can say, by the names that forms use. */
  readonly parts: Readonly<Record<string, ComponentType>>
  readonly Frame: ComponentType<FrameProps>
  readonly isReadOnly: boolean
}
