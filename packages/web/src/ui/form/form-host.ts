/** What a page provides to the forms that it renders: the source of values, and page-specific widgets. */
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
  /** The path that problems of a field refer to. */
  readonly pathOf: (name: string) => string
}

export interface WidgetProps<F extends FormField = FormField> {
  readonly field: F
  /** Id of the control, which the label of the field refers to; only for a widget with a single control. */
  readonly id?: string | undefined
  readonly label: string
  readonly value: unknown
  readonly bounds: FieldBounds
  readonly isReadOnly: boolean
  /** The path that problems of the field refer to. */
  readonly path: string
  /** The widgets of the form, for widgets that contain others. */
  readonly widgets: WidgetTable
  /** @param part the part of the value that was typed into, for undo */
  readonly onChange: (value: unknown, part?: string) => void
}
export type FieldWith<W extends FormField['widget']> = Extract<FormField, { readonly widget: W }>
export type WidgetTable = {
  readonly [W in FormField['widget']]?: ComponentType<WidgetProps<FieldWith<W>>>
}

/** A labelled container for a widget, with its problems. */
export interface FrameProps {
  readonly path?: string | undefined
  /** Where the problems that it shows are, if not at `path`: others have fields of their own. */
  readonly problemsOf?: string | undefined
  /** Id of the control, if it has one. */
  readonly controlId?: string | undefined
  /** Empty = no label is shown. */
  readonly label: string
  readonly help?: ReactNode
  /** The widget takes the whole width, its label is above. */
  readonly isWide: boolean
  readonly children: ReactNode
}

export interface FormHost {
  /** Added to the shared widgets of `widgets/registry.ts`; replaces those of the same name. */
  readonly widgets: WidgetTable
  /** React components for parts that form data cannot describe, by the names that forms use. */
  readonly parts: Readonly<Record<string, ComponentType>>
  readonly Frame: ComponentType<FrameProps>
  readonly isReadOnly: boolean
}
