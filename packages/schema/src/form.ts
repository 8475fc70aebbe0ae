/**
 * Forms as data: the fields by which a step, a protocol's operation, a section of settings or an element of a test
 * plan is edited. Definitions write them, the web draws them; safe in a browser.
 */
import type { Bilingual } from './bilingual.ts'

/** What a form edits. Names of fields are paths into it, joined by dots, e.g. `body.text`. */
export type FormValues = Readonly<Record<string, unknown>>

/** A text that may depend on what the form holds. */
export type FormText = Bilingual | ((values: FormValues) => Bilingual)

/** A sentence below a field; null = none for these values. */
export type FormHint = Bilingual | ((values: FormValues) => Bilingual | null)

/** True while the value under `name` is one of those listed. */
export interface FieldCondition {
  readonly name: string
  readonly isOneOf: readonly (string | number | boolean)[]
}

/** When an item is shown; always without one. */
export type Visibility = FieldCondition | ((values: FormValues) => boolean)

export interface FieldOption {
  readonly value: string
  readonly label: Bilingual
}

interface FieldBase {
  /** Path of the value, e.g. `count` or `auth.user`. */
  readonly name: string
  readonly label: FormText
  readonly hint?: FormHint | undefined
  readonly when?: Visibility | undefined
  /** Further values, by name, that change when a person sets this one to `value`: the rest of a union's option, for example. */
  readonly alsoSets?: ((value: unknown, values: FormValues) => FormValues) | undefined
}

interface Typed {
  readonly placeholder?: string | undefined
  /** Widest extent in CSS pixels; the width of the form without it. */
  readonly widthPx?: number | undefined
}

interface NumberOptions {
  readonly widget: 'number'
  readonly unit?: string | undefined
  /** Digits after the point; 0 without it. */
  readonly digits?: number | undefined
  /** Stored value of 1 in the shown unit, e.g. 1000 for bytes shown as kB. */
  readonly factor?: number | undefined
  /** Where the schema has no bound, or a wider one than makes sense beside the other values. */
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** Text before the box, e.g. a dash between two bounds. */
  readonly lead?: string | undefined
  /** A value that stands for "without limit" and has a box of its own to tick; `otherwise` is what the number begins with when it is cleared. */
  readonly unlimited?:
    | { readonly value: number; readonly label: Bilingual; readonly otherwise: number }
    | undefined
}

interface ChoiceOptions {
  readonly widget: 'choice'
  readonly options: readonly FieldOption[]
  /** buttons: all options side by side; list: opened by a click. Buttons without it. */
  readonly look?: 'buttons' | 'list' | undefined
  /** Takes other values as well. */
  readonly isOpen?: boolean | undefined
}

/** Widgets that also fit into a cell of a table. */
type CellWidget =
  | ({ readonly widget: 'template'; readonly lines?: number | undefined } & Typed)
  | NumberOptions
  | { readonly widget: 'boolean' }
  | ChoiceOptions
  | ({ readonly widget: 'lines'; readonly lines?: number | undefined } & Typed)
  | ({
      readonly widget: 'text'
      readonly isMono?: boolean | undefined
      /** What is stored of a typed text. */
      readonly clean?: ((typed: string) => string) | undefined
    } & Typed)
  /** A password that is stored as it is; the page hides what is typed. */
  | { readonly widget: 'password' }
  /** Name of a file that lies beside what is edited, offered and typed. */
  | { readonly widget: 'fileName' }

/** A column of a table of rows; `name` is the property in each row. */
export type TableColumn = { readonly name: string; readonly label: Bilingual } & CellWidget

/** What a field is edited with. */
export type FieldWidget =
  | CellWidget
  /** Name of a variable that the step sets. */
  | { readonly widget: 'variable' }
  /** 0 to 100, with a slider. */
  | { readonly widget: 'percentage' }
  /**
   * The kind of an object whose further fields depend on it: the value is the whole object. Fields of a kind that is left
   * come back with it; kinds with the same fields share them.
   */
  | {
      readonly widget: 'variant'
      /** Property that tells the kind. */
      readonly by: string
      readonly options: readonly FieldOption[]
      readonly look?: 'buttons' | 'list' | undefined
      /** What the object begins with, by kind and without it. */
      readonly starts: Readonly<Record<string, FormValues>>
    }
  /** Password or token: stored encrypted, never shown again. */
  | ({ readonly widget: 'credential' } & Typed)
  /** A file of the project, by its id. */
  | {
      readonly widget: 'file'
      readonly attachment: 'certificate' | 'body'
      /** Endings to choose from, e.g. `.pem`; any without them. */
      readonly extensions?: readonly string[] | undefined
      readonly isOptional?: boolean | undefined
    }
  | {
      readonly widget: 'code'
      readonly language: 'typescript' | 'javascript' | 'json' | 'xml' | 'sql' | 'text'
      readonly minHeightPx?: number | undefined
      /** It fills the form alone and needs no heading. */
      readonly isWholeForm?: boolean | undefined
    }
  /** Table of names and values that can be switched off one by one. */
  | {
      readonly widget: 'pairs'
      readonly suggestions?: readonly string[] | undefined
      readonly nameLabel?: Bilingual | undefined
      readonly valueLabel?: Bilingual | undefined
    }
  /** Short texts side by side, e.g. addresses; what `accepts` refuses is not taken. */
  | {
      readonly widget: 'tags'
      readonly placeholder?: string | undefined
      readonly accepts: (text: string) => boolean
    }
  /** Texts, one below the other. */
  | { readonly widget: 'list' }
  /** Rows with columns of their own. */
  | {
      readonly widget: 'table'
      readonly columns: readonly TableColumn[]
      readonly newRow: FormValues
      /** Shows the numbers of the rows, from 1. */
      readonly isNumbered?: boolean | undefined
    }

/** One value with its widget. Whether it is required, its bounds and its lengths are told by the schema, not here. */
export type FormField = FieldBase & FieldWidget

/** Fields under a heading. */
export interface FormSection {
  readonly item: 'section'
  readonly title: Bilingual
  readonly items: readonly FormItem[]
  readonly when?: Visibility | undefined
}

/** Fields side by side, under one label; the labels of the fields are for screen readers. */
export interface FormRow {
  readonly item: 'row'
  readonly label: FormText
  readonly hint?: FormHint | undefined
  readonly fields: readonly FormField[]
  /** Name of the field whose problems are shown; the first one's without it. */
  readonly problemsOf?: string | undefined
  readonly when?: Visibility | undefined
}

/** A sentence about the whole. */
export interface FormNote {
  readonly item: 'note'
  readonly text: FormText
  readonly when?: Visibility | undefined
}

/** What no form can say: a component of the page, known there by this name. */
export interface FormPart {
  readonly item: 'part'
  readonly name: string
  readonly when?: Visibility | undefined
}

export type FormItem = FormField | FormSection | FormRow | FormNote | FormPart
export type Form = readonly FormItem[]

/** Whether the item is a field. */
export const isField = (item: FormItem): item is FormField => 'widget' in item

/** The value under a name, undefined where there is none. */
export const valueAt = (values: FormValues, name: string): unknown =>
  name.split('.').reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), values)

/** A copy with the value under the name; objects on the way that are missing are made. */
export function withValue(values: FormValues, name: string, value: unknown): FormValues {
  const [key = '', ...rest] = name.split('.')
  if (rest.length === 0) return { ...values, [key]: value }
  const inner = values[key]
  return { ...values, [key]: withValue(isRecord(inner) ? inner : {}, rest.join('.'), value) }
}

export const formText = <T extends Bilingual | null>(
  text: T | ((values: FormValues) => T),
  values: FormValues,
): T => (typeof text === 'function' ? text(values) : text)

/** @param read where the values of conditions come from; the path in `values` without it */
export function isVisible(
  when: Visibility | undefined,
  values: FormValues,
  read: (name: string) => unknown = name => valueAt(values, name),
): boolean {
  if (when === undefined) return true
  if (typeof when === 'function') return when(values)
  const value = read(when.name)
  return when.isOneOf.some(each => each === value)
}

/** All fields, those in sections and rows too. */
export const fieldsOf = (form: Form): FormField[] =>
  form.flatMap(item => {
    if (isField(item)) return [item]
    if (item.item === 'section') return fieldsOf(item.items)
    return item.item === 'row' ? item.fields : []
  })

const isRecord = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
