/** Writes the sample envelope of an operation: headers, and the body by its style, document or rpc. */
import { type Definitions, wsdl } from './definitions.ts'
import type { FoundOperation } from './operations.ts'
import { maxSampleElements, type Placeholders, SampleWriter } from './sample-writer.ts'
import type { WsdlReport } from './wsdl-problem.ts'
import { attribute, childrenNamed, keyOf, qualifiedName, type XmlElement } from './xml-element.ts'

const envelopes = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const

interface EnvelopeOptions {
  readonly placeholders: Placeholders
  readonly report: WsdlReport
}

/** The envelope, indented by two blanks. */
export function envelopeOf(
  found: FoundOperation,
  definitions: Definitions,
  { placeholders, report }: EnvelopeOptions,
): string {
  const { operation, soapVersion, bound } = found
  const unknown = (kind: 'message' | 'element' | 'type' | 'group', local: string) =>
    report('unknownReference', { operation, kind, name: local })
  const writer = new SampleWriter({
    schemas: definitions.schemas,
    placeholders,
    onUnknown: (kind, name) => unknown(kind, name.local),
  })
  const messageOf = (element: XmlElement): XmlElement | null => {
    const name = qualifiedName(attribute(element, 'message'), element)
    const message = name === null ? undefined : definitions.messages.get(keyOf(name))
    if (message === undefined) unknown('message', name?.local ?? '')
    return message ?? null
  }
  const headers = soapChildren(bound, 'header').flatMap(header => {
    const part = partsOf(messageOf(header)).find(
      each => attribute(each, 'name') === attribute(header, 'part'),
    )
    const name = part === undefined ? null : qualifiedName(attribute(part, 'element'), part)
    return name === null ? [] : writer.element(name, '    ')
  })
  const [soapBody] = soapChildren(bound, 'body')
  if (soapBody !== undefined && attribute(soapBody, 'use') === 'encoded') report('encoded', { operation })
  const listed = soapBody === undefined ? '' : attribute(soapBody, 'parts')
  const headerParts = soapChildren(bound, 'header').map(header => attribute(header, 'part'))
  const parts = partsOf(messageOf(found.input)).filter(part => {
    const name = attribute(part, 'name')
    if (listed !== '') return listed.split(/\s+/).includes(name)
    return soapBody === undefined || !headerParts.includes(name) || headers.length === 0
  })
  const uri = soapBody === undefined ? '' : attribute(soapBody, 'namespace')
  const body =
    found.style === 'rpc' ? rpcBody({ uri, local: operation }, parts, writer) : documentBody(parts, writer)
  if (writer.isCutShort) report('cutShort', { operation, limit: maxSampleElements })
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<soapenv:Envelope xmlns:soapenv="${envelopes[soapVersion]}"${writer.declarations}>`,
    ...block('Header', headers),
    ...block('Body', body),
    '</soapenv:Envelope>',
  ]
  return lines.join('\n')
}

const block = (name: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [`  <soapenv:${name}/>`] : [`  <soapenv:${name}>`, ...lines, `  </soapenv:${name}>`]

/** Also inside of multipart/related, where the first part is the envelope. */
function soapChildren(bound: XmlElement | null, local: string): XmlElement[] {
  const all = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(all)]
  return bound === null
    ? []
    : all(bound).filter(
        each => each.local === local && each.uri.startsWith('http://schemas.xmlsoap.org/wsdl/soap'),
      )
}

const partsOf = (message: XmlElement | null): XmlElement[] =>
  message === null ? [] : childrenNamed(message, wsdl, 'part')

function documentBody(parts: readonly XmlElement[], writer: SampleWriter): string[] {
  return parts.flatMap(part => {
    const element = qualifiedName(attribute(part, 'element'), part)
    if (element !== null) return writer.element(element, '    ')
    const type = qualifiedName(attribute(part, 'type'), part)
    return type === null ? [] : writer.contentOf(type, '    ')
  })
}

/** The operation's own element around its parts, which have no namespace. */
function rpcBody(
  name: { uri: string; local: string },
  parts: readonly XmlElement[],
  writer: SampleWriter,
): string[] {
  const tag = writer.tagOf(name)
  const lines = parts.flatMap(part => {
    const type = qualifiedName(attribute(part, 'type'), part)
    if (type !== null) return writer.typed({ uri: '', local: attribute(part, 'name') }, type, '      ')
    const element = qualifiedName(attribute(part, 'element'), part)
    return element === null ? [] : writer.element(element, '      ')
  })
  return lines.length === 0 ? [`    <${tag}/>`] : [`    <${tag}>`, ...lines, `    </${tag}>`]
}
