/** Builders of field definitions: name of the property, label in both languages, and what differs from the default. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { FieldOption, FieldWidget } from '@pone/schema/form.ts'
import type { ScalarType } from '../jmx/property.ts'
import type { FieldDefinition, HolderDefinition, ItemDefinition, TableColumn, TableRows } from './element.ts'

interface FieldMore {
  readonly initial?: string
  /** Defaults to the initial value. */
  readonly absent?: string
  readonly type?: ScalarType
  readonly hint?: Bilingual
  readonly when?: FieldDefinition['when']
}

function field(
  widget: FieldWidget,
  name: string,
  label: Bilingual,
  more: FieldMore & { rows?: TableRows; isBody?: boolean },
): FieldDefinition {
  return {
    ...widget,
    item: 'field',
    name,
    label,
    hint: more.hint,
    type: more.type ?? 'string',
    initial: more.initial ?? '',
    absent: more.absent ?? more.initial ?? '',
    rows: more.rows ?? null,
    isBody: more.isBody ?? false,
    when: more.when,
  }
}

/** One line of text. */
export const text = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field({ widget: 'text' }, name, { zh, en }, more)

/** Several lines of text. */
export const lines = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field({ widget: 'lines' }, name, { zh, en }, more)

type NumberWidget = Extract<FieldWidget, { readonly widget: 'number' }>

/** A number or an expression; the minimum is 0 by default. */
export const number = (
  name: string,
  zh: string,
  en: string,
  { min = 0, max, unlimited, ...more }: FieldMore & Pick<NumberWidget, 'min' | 'max' | 'unlimited'> = {},
): FieldDefinition => field({ widget: 'number', min, max, unlimited }, name, { zh, en }, more)

/** Infinite loops, which JMeter writes as -1. */
export const unendingLoops = { value: -1, label: { zh: '永远', en: 'Forever' }, otherwise: 1 }

/** true or false; off by default. */
export const flag = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field({ widget: 'boolean' }, name, { zh, en }, { type: 'bool', initial: 'false', ...more })

/** A flag that JMeter stores as text. */
export const textFlag = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  flag(name, zh, en, { type: 'string', ...more })

/** A password, which is readable in the plan's text. */
export const password = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field({ widget: 'password' }, name, { zh, en }, more)

/** A file of the component, or a path on the machine. */
export const file = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field({ widget: 'fileName' }, name, { zh, en }, more)

type CodeLanguage = Extract<FieldWidget, { readonly widget: 'code' }>['language']

/** Program text; by default in a language like JavaScript. */
export const code = (
  name: string,
  zh: string,
  en: string,
  { language = 'javascript', ...more }: FieldMore & { language?: CodeLanguage } = {},
): FieldDefinition => field({ widget: 'code', language }, name, { zh, en }, more)

/** One of some values; a pair of texts is the label of a value, a value alone is its own label. */
export const choice = (
  name: string,
  zh: string,
  en: string,
  options: readonly (string | readonly [value: string, zh: string, en: string])[],
  { isOpen, ...more }: FieldMore & { isOpen?: boolean } = {},
): FieldDefinition => {
  const all = optionsOf(options)
  const widget = { widget: 'choice', look: 'list', options: all, isOpen } as const
  return field(widget, name, { zh, en }, { initial: all[0]?.value ?? '', ...more })
}

const nothing = { zh: '（空）', en: '(empty)' }

/** Values with their labels; a value alone is its own label. */
export const optionsOf = (
  options: readonly (string | readonly [value: string, zh: string, en: string])[],
): FieldOption[] =>
  options.map(option => {
    if (option === '') return { value: '', label: nothing }
    if (typeof option === 'string') return { value: option, label: { zh: option, en: option } }
    return { value: option[0], label: { zh: option[1], en: option[2] } }
  })

/** A list of texts. */
export const list = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field({ widget: 'list' }, name, { zh, en }, more)

/** Rows of named values. */
export const table = (
  name: string,
  zh: string,
  en: string,
  rows: TableRows,
  more: FieldMore = {},
): FieldDefinition => field(tableOf(rows), name, { zh, en }, { ...more, rows })

const tableOf = ({ columns }: TableRows): FieldWidget => {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  return {
    widget: 'table',
    columns: shown,
    newRow: Object.fromEntries(shown.map(({ name, initial }) => [name, initial])),
  }
}

type CellWidget = Exclude<TableColumn['widget'], 'choice' | 'template'>

/** A column of a table; one with options is a choice. */
export const column = (
  name: string | number,
  zh: string,
  en: string,
  {
    widget = 'text',
    options,
    ...more
  }: Partial<Pick<TableColumn, 'type' | 'initial' | 'isHidden'>> & {
    widget?: CellWidget
    options?: readonly FieldOption[]
  } = {},
): TableColumn => ({
  ...(options === undefined ? { widget } : { widget: 'choice' as const, options }),
  name: String(name),
  label: { zh, en },
  type: widget === 'boolean' ? 'bool' : 'string',
  initial: widget === 'boolean' ? 'false' : '',
  isHidden: false,
  ...more,
})

/** A nested element; `attributes` as JMeter writes them. */
export const nested = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  items: readonly ItemDefinition[],
): HolderDefinition => ({ item: 'holder', name, tag: 'elementProp', attributes, items })

/** An object whose fields are plain tags. */
export const object = (
  name: string,
  className: string,
  items: readonly ItemDefinition[],
): HolderDefinition => ({ item: 'holder', name, tag: 'objProp', attributes: { class: className }, items })

const argumentColumns = [
  column('Argument.name', '名称', 'Name'),
  column('Argument.value', '值', 'Value'),
  column('Argument.desc', '描述', 'Description'),
  column('Argument.metadata', '分隔', 'Metadata', { initial: '=', isHidden: true }),
]

const panel = (guiclass: string) => ({
  elementType: 'Arguments',
  guiclass,
  testclass: 'Arguments',
  testname: 'User Defined Variables',
})

/** JMeter's table of names and values inside a nested element. */
export const argumentTable = (name: string, zh: string, en: string): HolderDefinition =>
  nested(name, panel('ArgumentsPanel'), [argumentRows(zh, en)])

/** The rows of such a table where the element itself is the table. */
export const argumentRows = (zh: string, en: string): FieldDefinition =>
  table('Arguments.arguments', zh, en, {
    elementType: 'Argument',
    nameColumn: 'Argument.name',
    columns: argumentColumns,
  })

const httpRows: TableRows = {
  elementType: 'HTTPArgument',
  nameColumn: 'Argument.name',
  columns: [
    column('Argument.name', '名称', 'Name'),
    column('Argument.value', '值', 'Value'),
    column('HTTPArgument.always_encode', '编码', 'URL encode', { widget: 'boolean' }),
    column('HTTPArgument.content_type', '内容类型', 'Content type'),
    column('HTTPArgument.use_equals', '包含等号', 'Include equals', { widget: 'boolean', initial: 'true' }),
    column('Argument.metadata', '分隔', 'Metadata', { initial: '=', isHidden: true }),
  ],
}

/** Parameters of an HTTP request, or its body when that is sent raw. */
export const httpArguments = (): HolderDefinition =>
  nested('HTTPsampler.Arguments', panel('HTTPArgumentsPanel'), [
    table('Arguments.arguments', '请求参数', 'Parameters', httpRows, {
      when: { name: 'HTTPSampler.postBodyRaw', isOneOf: ['false', ''] },
    }),
    field(
      { widget: 'lines' },
      'Arguments.arguments',
      { zh: '请求体', en: 'Body' },
      { rows: httpRows, isBody: true, when: { name: 'HTTPSampler.postBodyRaw', isOneOf: ['true'] } },
    ),
  ])
