/** Values of the parameters of an operation, written as their style asks. */
import type { Pair } from '../model/recording.ts'
import { type Fields, fieldsOf, mediaSchema, type Parameter } from './openapi-schema.ts'
import type { DescriptionReferences } from './references.ts'
import { givenValue } from './sample-value.ts'

/** The value that the description gives a parameter; undefined if it gives none. */
export function givenOf(parameter: Parameter, references: DescriptionReferences): unknown {
  if (parameter.example !== undefined) return parameter.example
  const named = firstExample(parameter.examples, references)
  if (named !== undefined) return named
  const [content] = Object.values(parameter.content)
  const media = mediaSchema.parse(fieldsOf(references.resolved(content)))
  if (media.example !== undefined) return media.example
  // Version 2.0 writes the fields of a schema beside the name.
  const schema = fieldsOf(references.resolved(parameter.schema ?? media.schema ?? parameter))
  const given = givenValue(schema)
  if (given !== undefined) return given
  const items = fieldsOf(references.resolved(schema['items']))
  const item = schema['type'] === 'array' ? givenValue(items) : undefined
  return item === undefined ? undefined : [item]
}

/** The value of the first of several named examples. */
export function firstExample(examples: Fields, references: DescriptionReferences): unknown {
  const [first] = Object.values(examples)
  return fieldsOf(references.resolved(first))['value']
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** Of a path or header: the values of a list or the fields of an object, separated by commas. */
export function simpleText(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  const fields = Object.entries(fieldsOf(value))
  return fields.length === 0 ? textOf(value) : fields.flat().map(textOf).join(',')
}

const separators: Readonly<Record<string, string | undefined>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  ssv: ' ',
  tsv: '\t',
  pipes: '|',
}

/** Of a query, by style and explode, or by the collection format of version 2.0. */
export function queryPairsOf(parameter: Parameter, value: unknown): Pair[] {
  const { name, style, explode, collectionFormat } = parameter
  if (Array.isArray(value)) {
    const isOfVersion2 = parameter.type !== ''
    const isSeparate = explode ?? ['', 'form'].includes(style)
    if (isOfVersion2 ? collectionFormat === 'multi' : isSeparate)
      return value.map(each => ({ name, value: textOf(each) }))
    const separator = separators[collectionFormat || style] ?? ','
    return [{ name, value: value.map(textOf).join(separator) }]
  }
  const fields = Object.entries(fieldsOf(value))
  if (fields.length === 0) return [{ name, value: textOf(value) }]
  if (style === 'deepObject')
    return fields.map(([key, each]) => ({ name: `${name}[${key}]`, value: textOf(each) }))
  if (explode ?? true) return fields.map(([key, each]) => ({ name: key, value: textOf(each) }))
  return [{ name, value: fields.flat().map(textOf).join(',') }]
}
