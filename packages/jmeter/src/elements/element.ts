/** The registry's description of an element of JMeter: its classes, names, place in the tree, properties and form. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { FieldCondition, FieldWidget, TableColumn as FormColumn } from '@pone/schema/form.ts'
import type { ScalarType } from '../jmx/property.ts'

export const elementCategories = [
  'plan',
  'threads',
  'fragment',
  'controller',
  'sampler',
  'config',
  'timer',
  'preProcessor',
  'postProcessor',
  'assertion',
  'listener',
  'nonTest',
] as const
export type ElementCategory = (typeof elementCategories)[number]

/** Identifies the icon of an element; the page chooses the picture. */
export type ElementIcon =
  | ElementCategory
  | 'http'
  | 'database'
  | 'message'
  | 'mail'
  | 'directory'
  | 'folder'
  | 'network'
  | 'code'
  | 'loop'
  | 'branch'
  | 'random'
  | 'transaction'
  | 'include'
  | 'variables'
  | 'file'
  | 'key'
  | 'tree'
  | 'table'
  | 'chart'
  | 'debug'

/** A column of a table; `name` is the property in each row, or its index from 0 when rows are plain lists. */
export type TableColumn = FormColumn & {
  readonly type: ScalarType
  readonly initial: string
  /** Written into new rows, but not shown. */
  readonly isHidden: boolean
}

export interface TableRows {
  /** Class of the rows' elements; null when a row is a plain list of values. */
  readonly elementType: string | null
  /** Column whose value is also the row's own name; null where JMeter leaves it empty. */
  readonly nameColumn: string | null
  readonly columns: readonly TableColumn[]
}

/** Where a plan contains a value, and JMeter's default where it does not. */
interface Property {
  readonly item: 'field'
  readonly name: string
  readonly label: Bilingual
  readonly hint?: Bilingual | undefined
  readonly type: ScalarType
  /** Value in a new element. */
  readonly initial: string
  /** JMeter's default when a plan does not have the property. */
  readonly absent: string
  readonly rows: TableRows | null
  /** The value is that of the first of `rows`: the body of an HTTP request. */
  readonly isBody: boolean
  /** Shown only while the property of that name at the element's top has one of the values. */
  readonly when?: FieldCondition | undefined
}

/** One property with the widget that edits it. Every value is kept as text and may be an expression like ${users}. */
export type FieldDefinition = Property & FieldWidget

/** A nested element, collection or object with properties of its own. */
export interface HolderDefinition {
  readonly item: 'holder'
  readonly name: string
  readonly tag: 'elementProp' | 'collectionProp' | 'objProp'
  /** Of an object its class stands under `class`. */
  readonly attributes: Readonly<Record<string, string>>
  readonly items: readonly ItemDefinition[]
}

export type ItemDefinition = FieldDefinition | HolderDefinition

export interface ElementDefinition {
  /** The guiclass, or for JMeter's TestBeans the testclass. */
  readonly id: string
  readonly testclass: string
  readonly guiclass: string
  /** Other spellings of the testclass that JMeter reads. */
  readonly aliases: readonly string[]
  readonly category: ElementCategory
  readonly icon: ElementIcon
  readonly title: Bilingual
  readonly isDeprecated: boolean
  /** Element of a plugin: runs only where its jar is, on the machine or among the component's files. */
  readonly isPlugin: boolean
  /** False: plans that contain it can be edited, but no new one can be added. */
  readonly isOffered: boolean
  /** False when a new one is disabled, as in JMeter. */
  readonly startsEnabled: boolean
  readonly items: readonly ItemDefinition[]
}

interface ElementInput {
  readonly testclass: string
  /** TestBeanGUI when left out. */
  readonly guiclass?: string
  readonly aliases?: readonly string[]
  readonly icon?: ElementIcon
  readonly zh: string
  readonly en: string
  readonly isDeprecated?: boolean
  readonly isPlugin?: boolean
  readonly isOffered?: boolean
  readonly startsEnabled?: boolean
  readonly items?: readonly ItemDefinition[]
}

/** Builds the definitions of one category. */
export const elementsOf = (
  category: ElementCategory,
  inputs: readonly ElementInput[],
): readonly ElementDefinition[] =>
  inputs.map(input => ({
    id: input.guiclass ?? input.testclass,
    testclass: input.testclass,
    guiclass: input.guiclass ?? 'TestBeanGUI',
    aliases: input.aliases ?? [],
    category,
    icon: input.icon ?? category,
    title: { zh: input.zh, en: input.en },
    isDeprecated: input.isDeprecated ?? false,
    isPlugin: input.isPlugin ?? false,
    isOffered: input.isOffered ?? true,
    startsEnabled: input.startsEnabled ?? true,
    items: (input.items ?? []).map(item => (input.guiclass === undefined ? ofBean(item) : item)),
  }))

/** A TestBean starts with the zero values of Java. */
function ofBean(item: ItemDefinition): ItemDefinition {
  if (item.item === 'holder') return item
  const zeros: Partial<Record<ScalarType, string>> = { bool: 'false', int: '0', long: '0', double: '0.0' }
  return { ...item, absent: zeros[item.type] ?? '' }
}
