/** Compiles the body of an HTTP request: texts, forms, GraphQL and SOAP are written per request, files are streamed from the disk. */
import { readFileSync } from 'node:fs'
import type { ProjectFile, Scope, Template } from '../../protocol.ts'
import { chunkedSource, fileSource } from '../body/body-source.ts'
import { type MultipartPart, multipartBody, newBoundary } from '../body/multipart.ts'
import type { HttpBody, HttpRequest, MultipartField } from '../definition/request.ts'
import type { BodySource, RequestBody } from '../exchange.ts'
import type { HttpContext } from './context.ts'
import { arePairsConstant, formEncode, joinPairs, type Pair, pairsOf } from './pairs.ts'

/** A body that is ready to be written. */
export interface CompiledBody {
  /** Headers that go with it unless the request has its own. */
  readonly headers: readonly Pair[]
  /** Whether it never changes, headers apart. */
  readonly isConstant: boolean
  write(scope: Scope): RequestBody | null
}

/** Files up to this size are read once and kept; larger ones are read from the disk for every request. */
const keptFileBytes = 65_536

/** Compiles the body of a request. @throws Error when one of its files is missing */
export function compileBody({ body, chunkedBody }: HttpRequest, context: HttpContext): CompiledBody {
  const compiled = compileWhole(body, context)
  if (!chunkedBody) return compiled
  return {
    ...compiled,
    write(scope) {
      const whole = compiled.write(scope)
      return whole === null ? null : chunkedSource(whole)
    },
  }
}

function compileWhole(body: HttpBody, context: HttpContext): CompiledBody {
  switch (body.kind) {
    case 'none':
      return { headers: [], isConstant: true, write: () => null }
    case 'text':
      return textBody(body.text, context.template(body.contentType), context)
    case 'json':
      return textBody(body.text, context.template('application/json'), context)
    case 'form': {
      const fields = pairsOf(body.fields, context)
      return {
        headers: contentType(context.template('application/x-www-form-urlencoded'), context),
        isConstant: arePairsConstant(fields),
        write: scope => joinPairs(fields, scope, formEncode),
      }
    }
    case 'multipart':
      return compileMultipart(body, context)
    case 'binary': {
      const content = contentOf(context.file(body.fileId), body.fileId)
      return {
        headers: contentType(context.template(body.contentType), context),
        isConstant: true,
        write: () => content,
      }
    }
    case 'graphql':
      return compileGraphql(body, context)
    case 'soap':
      return compileSoap(body, context)
  }
}

const contentType = (value: Template, context: HttpContext): Pair[] => [
  { name: context.template('Content-Type'), value },
]

function textBody(text: string, type: Template, context: HttpContext): CompiledBody {
  const template = context.template(text)
  return {
    headers: contentType(type, context),
    isConstant: template.constant !== null,
    write: scope => template.evaluate(scope),
  }
}

function compileGraphql(
  { query, variables, operationName }: Extract<HttpBody, { kind: 'graphql' }>,
  context: HttpContext,
): CompiledBody {
  const parts = {
    query: context.template(query),
    variables: context.template(variables),
    operationName: context.template(operationName),
  }
  return {
    headers: contentType(context.template('application/json'), context),
    isConstant: Object.values(parts).every(part => part.constant !== null),
    write(scope) {
      const name = parts.operationName.evaluate(scope)
      const values = parts.variables.evaluate(scope).trim()
      let text = `{"query":${JSON.stringify(parts.query.evaluate(scope))}`
      // Variables are JSON already, so that a template may stand for a number or a list.
      if (values !== '') text += `,"variables":${values}`
      if (name !== '') text += `,"operationName":${JSON.stringify(name)}`
      return `${text}}`
    },
  }
}

/** The action goes into its own header, or since version 1.2 into the content type. */
function compileSoap(
  { version, action, envelope }: Extract<HttpBody, { kind: 'soap' }>,
  context: HttpContext,
): CompiledBody {
  const name = action.trim().replaceAll('"', '')
  if (version === '1.1') {
    const compiled = textBody(envelope, context.template('text/xml; charset=utf-8'), context)
    const soapAction = { name: context.template('SOAPAction'), value: context.template(`"${name}"`) }
    return { ...compiled, headers: [...compiled.headers, soapAction] }
  }
  const type = `application/soap+xml; charset=utf-8${name === '' ? '' : `; action="${name}"`}`
  return textBody(envelope, context.template(type), context)
}

function compileMultipart(
  { fields }: Extract<HttpBody, { kind: 'multipart' }>,
  context: HttpContext,
): CompiledBody {
  const boundary = newBoundary()
  const parts = fields.filter(field => field.enabled).map(field => compilePart(field, context))
  return {
    headers: contentType(context.template(`multipart/form-data; boundary=${boundary}`), context),
    isConstant: parts.every(part => part.isConstant),
    write: scope =>
      multipartBody(
        parts.map(part => part.write(scope)),
        boundary,
      ),
  }
}

interface CompiledPart {
  isConstant: boolean
  write(scope: Scope): MultipartPart
}

function compilePart(field: MultipartField, context: HttpContext): CompiledPart {
  const name = context.template(field.name)
  const type = context.template(field.contentType)
  const isConstant = name.constant !== null && type.constant !== null
  if (field.kind === 'text') {
    const value = context.template(field.value)
    return {
      isConstant: isConstant && value.constant !== null,
      write: scope => ({
        name: name.evaluate(scope),
        fileName: null,
        contentType: type.evaluate(scope),
        content: value.evaluate(scope),
      }),
    }
  }
  const fileName = context.template(field.fileName)
  const content = contentOf(context.file(field.fileId), field.fileName)
  return {
    isConstant: isConstant && fileName.constant !== null,
    write: scope => ({
      name: name.evaluate(scope),
      fileName: fileName.evaluate(scope),
      contentType: type.evaluate(scope),
      content,
    }),
  }
}

function contentOf({ path, sizeBytes }: ProjectFile, name: string): Uint8Array | BodySource {
  return sizeBytes <= keptFileBytes ? readFileSync(path) : fileSource(path, sizeBytes, name)
}
