/** The body of an operation: its example, or a sample of its schema. */
import { mimeOf } from '@pone/schema/mime-type.ts'
import type { LeftList } from '../model/left.ts'
import type { FormPart, RecordedBody } from '../model/recording.ts'
import { fieldsOf, mediaSchema, type Operation, type Parameter } from './openapi-schema.ts'
import { firstExample, simpleText } from './parameters.ts'
import type { DescriptionReferences } from './references.ts'
import { sampleOf } from './sample-value.ts'

interface Place {
  readonly place: string
  readonly references: DescriptionReferences
  readonly left: LeftList
}

const formType = 'application/x-www-form-urlencoded'

/** Types that are made first where several are allowed. */
const preferred: readonly RegExp[] = [
  /^application\/json$/,
  /[/+]json$/,
  new RegExp(`^${formType}$`),
  /^multipart\//,
  /[/+]xml$/,
  /^text\//,
]

/** null without a body. @param parameters those of version 2.0 in body and form are read */
export function bodyOfOperation(
  { requestBody, consumes }: Pick<Operation, 'requestBody' | 'consumes'>,
  parameters: readonly Parameter[],
  place: Place,
): RecordedBody | null {
  const content = fieldsOf(fieldsOf(place.references.resolved(requestBody))['content'])
  const types = Object.keys(content).length > 0 ? Object.keys(content) : consumes
  const inBody = parameters.find(parameter => parameter.in === 'body')
  const inForm = parameters.filter(parameter => parameter.in === 'formData')
  if (inForm.length > 0) return formOf(inForm, types, place)
  if (inBody === undefined && Object.keys(content).length === 0) return null
  const type = bestOf(types) ?? 'application/json'
  return bodyOfMedia(type, inBody ?? place.references.resolved(content[type]), place)
}

const bestOf = (types: readonly string[]): string | undefined =>
  preferred.map(pattern => types.find(type => pattern.test(mimeOf(type)))).find(Boolean) ?? types[0]

function bodyOfMedia(type: string, value: unknown, place: Place): RecordedBody {
  const contentType = type === '*/*' ? 'application/json' : type
  const body = { contentType, text: '', parts: [], isBinary: false }
  const media = mediaSchema.parse(fieldsOf(value))
  const given = media.example ?? firstExample(media.examples, place.references)
  const kind = mimeOf(contentType)
  const sample = given ?? sampleOf(media.schema, place)
  if (kind === formType || kind.startsWith('multipart/'))
    return { ...body, parts: partsOf(fieldsOf(sample), media.schema, place) }
  if (/[/+]json$/.test(kind)) return { ...body, text: JSON.stringify(sample ?? {}, null, 2) }
  if (typeof given === 'string') return { ...body, text: given }
  if (kind.startsWith('text/') && typeof sample === 'string') return { ...body, text: sample }
  if (isText(kind)) {
    place.left.add(place.place, 'sampleMissing', { name: kind })
    return body
  }
  place.left.add(place.place, 'binaryBody')
  return { ...body, isBinary: true }
}

const isText = (kind: string): boolean => kind.startsWith('text/') || /[/+](xml|yaml|graphql)$/.test(kind)

function partsOf(
  sample: Readonly<Record<string, unknown>>,
  schema: unknown,
  { references }: Place,
): FormPart[] {
  const properties = fieldsOf(fieldsOf(references.resolved(schema))['properties'])
  return Object.entries(sample).map(([name, value]) => {
    const { format, contentMediaType } = fieldsOf(references.resolved(properties[name]))
    const isFile = format === 'binary' || typeof contentMediaType === 'string'
    if (isFile) return { name, value: '', fileName: name, contentType: '' }
    return {
      name,
      value: typeof value === 'object' ? JSON.stringify(value) : simpleText(value),
      fileName: null,
      contentType: '',
    }
  })
}

/** The form of version 2.0. */
function formOf(parameters: readonly Parameter[], types: readonly string[], place: Place): RecordedBody {
  const hasFiles = parameters.some(({ type }) => type === 'file')
  const isMultipart = hasFiles || types.some(type => mimeOf(type).startsWith('multipart/'))
  const parts = parameters.map(({ name, type, ...schema }): FormPart => {
    if (type === 'file') return { name, value: '', fileName: name, contentType: '' }
    const value = simpleText(sampleOf({ type, ...schema }, place) ?? '')
    return { name, value, fileName: null, contentType: '' }
  })
  return { contentType: isMultipart ? 'multipart/form-data' : formType, text: '', parts, isBinary: false }
}
