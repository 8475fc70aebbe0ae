/** Builders of field definitions: name of the property, label in both languages, and what differs from the usual. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { ScalarType } from '../jmx/property.ts'
import type {
  FieldDefinition,
  FieldKind,
  FieldOption,
  HolderDefinition,
  ItemDefinition,
  TableColumn,
  TableRows,
} from './element.ts'

interface FieldMore {
  readonly initial?: string
  /** The initial value unless said. */
  readonly absent?: string
  readonly type?: ScalarType
  readonly hint?: Bilingual
  readonly min?: number
  readonly max?: number
  readonly when?: FieldDefinition['when']
  readonly isOpen?: boolean
}

function field(
  kind: FieldKind,
  name: string,
  label: Bilingual,
  more: FieldMore & { options?: readonly FieldOption[]; language?: string; rows?: TableRows },
): FieldDefinition {
  return {
    item: 'field',
    name,
    label,
    hint: more.hint ?? null,
    kind,
    type: more.type ?? 'string',
    initial: more.initial ?? '',
    absent: more.absent ?? more.initial ?? '',
    min: more.min ?? null,
    max: more.max ?? null,
    options: more.options ?? [],
    isOpen: more.isOpen ?? false,
    language: more.language ?? '',
    rows: more.rows ?? null,
    when: more.when ?? null,
  }
}

/** One line of text. */
export const text = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field('text', name, { zh, en }, more)

/** Several lines of text. */
export const lines = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field('lines', name, { zh, en }, more)

/** A number or an expression; never below 0 unless said. */
export const number = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field('number', name, { zh, en }, { min: 0, ...more })

/** true or false; off unless said. */
export const flag = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field('boolean', name, { zh, en }, { type: 'bool', initial: 'false', ...more })

/** A flag that JMeter keeps as text. */
export const textFlag = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  flag(name, zh, en, { type: 'string', ...more })

/** A password, which is readable in the plan's text. */
export const password = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field('password', name, { zh, en }, more)

/** A file of the component, or a path on the machine. */
export const file = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field('file', name, { zh, en }, more)

/** Program text. */
export const code = (
  name: string,
  zh: string,
  en: string,
  more: FieldMore & { language?: string } = {},
): FieldDefinition => field('code', name, { zh, en }, more)

/** One of some values; a pair of texts names a value in words, a value alone stands for itself. */
export const choice = (
  name: string,
  zh: string,
  en: string,
  options: readonly (string | readonly [value: string, zh: string, en: string])[],
  more: FieldMore = {},
): FieldDefinition => {
  const all = optionsOf(options)
  return field('choice', name, { zh, en }, { initial: all[0]?.value ?? '', ...more, options: all })
}

/** Values with their words; a value alone stands for itself. */
export const optionsOf = (
  options: readonly (string | readonly [value: string, zh: string, en: string])[],
): FieldOption[] =>
  options.map(option => {
    if (typeof option === 'string') return { value: option, label: { zh: option, en: option } }
    return { value: option[0], label: { zh: option[1], en: option[2] } }
  })

/** A list of texts. */
export const list = (name: string, zh: string, en: string, more: FieldMore = {}): FieldDefinition =>
  field('list', name, { zh, en }, more)

/** Rows of named values. */
export const table = (
  name: string,
  zh: string,
  en: string,
  rows: TableRows,
  more: FieldMore = {},
): FieldDefinition => field('table', name, { zh, en }, { ...more, rows })

/** A column of a table. */
export const column = (
  name: string | number,
  zh: string,
  en: string,
  more: Partial<Pick<TableColumn, 'kind' | 'type' | 'initial' | 'options' | 'isHidden'>> = {},
): TableColumn => ({
  name,
  label: { zh, en },
  kind: 'text',
  type: more.kind === 'boolean' ? 'bool' : 'string',
  initial: more.kind === 'boolean' ? 'false' : '',
  options: [],
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
    column('HTTPArgument.always_encode', '编码', 'URL encode', { kind: 'boolean' }),
    column('HTTPArgument.content_type', '内容类型', 'Content type'),
    column('HTTPArgument.use_equals', '包含等号', 'Include equals', { kind: 'boolean', initial: 'true' }),
    column('Argument.metadata', '分隔', 'Metadata', { initial: '=', isHidden: true }),
  ],
}

/** Parameters of an HTTP request, or its body when that is sent as it is. */
export const httpArguments = (): HolderDefinition =>
  nested('HTTPsampler.Arguments', panel('HTTPArgumentsPanel'), [
    table('Arguments.arguments', '请求参数', 'Parameters', httpRows, {
      when: { name: 'HTTPSampler.postBodyRaw', isOneOf: ['false', ''] },
    }),
    field(
      'body',
      'Arguments.arguments',
      { zh: '请求体', en: 'Body' },
      { rows: httpRows, when: { name: 'HTTPSampler.postBodyRaw', isOneOf: ['true'] } },
    ),
  ])
