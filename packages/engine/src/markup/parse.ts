/**
 * Parses a response's text: XML strictly, HTML as tolerantly as browsers do. Entities that a document type defines are
 * not expanded and nothing external is ever fetched, so parsing neither grows nor reads anything outside the response.
 */

import { CauseError, toldCause } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { Parser } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import type { MarkupDocument, QualifiedName } from './node.ts'
import { TreeBuilder } from './tree-builder.ts'

/** Longest text that is parsed, characters. */
export const maxMarkupLength = 10 * 1024 ** 2

/** `fault` is the same for all responses with that fault, `detail` contains its position in this one. */
export type ParsedMarkup =
  | { readonly document: MarkupDocument; readonly fault: null }
  | { readonly document: null; readonly fault: string; readonly detail: string }

const tooLong: ParsedMarkup = {
  document: null,
  fault: toldCause('answerTooLong', { mebi: maxMarkupLength / 1024 ** 2 }),
  detail: '',
}

/** Parses; `contentType` decides between XML and HTML, and where it names neither, the beginning of the text. */
export function parseMarkup(text: string, contentType: string): ParsedMarkup {
  if (text.length > maxMarkupLength) return tooLong
  try {
    return { document: isHtml(text, contentType) ? parseHtml(text) : parseXml(text), fault: null }
  } catch (error) {
    if (error instanceof CauseError) return { document: null, fault: error.message, detail: '' }
    const detail = errorText(error).split('\n')[0] ?? ''
    return { document: null, fault: toldCause('answerNotMarkup'), detail }
  }
}

function isHtml(text: string, contentType: string): boolean {
  if (/\bxhtml\b/i.test(contentType)) return false
  if (/\bhtml\b/i.test(contentType)) return true
  if (/[/+]xml\b/i.test(contentType)) return false
  return (
    !/^\uFEFF?\s*<\?xml\b/.test(text) &&
    /^\uFEFF?\s*(<!--[^]*?-->\s*)?<(!doctype\s+html|html|head|body)\b/i.test(text)
  )
}

function parseXml(text: string): MarkupDocument {
  const builder = new TreeBuilder(false)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', tag => {
    for (const [prefix, uri] of Object.entries(tag.ns)) {
      if (!builder.document.namespaces.has(prefix)) builder.document.namespaces.set(prefix, uri)
    }
    builder.open(
      qualified(tag.name, tag.local, tag.prefix, tag.uri),
      Object.values(tag.attributes).map(({ name, local, prefix, uri, value }) => [
        qualified(name, local, prefix, uri),
        value,
      ]),
    )
  })
  parser.on('closetag', () => builder.close())
  parser.on('text', part => builder.text(part))
  parser.on('cdata', part => builder.text(part))
  parser.on('comment', comment => builder.comment(comment))
  parser.on('processinginstruction', ({ target, body }) => builder.instruction(target, body))
  parser.write(text).close()
  return builder.document
}

function qualified(name: string, localName: string, prefix: string, uri: string): QualifiedName {
  return { name, localName, prefix: prefix || null, namespaceURI: uri || null }
}

/** HTML has no namespaces: a prefix is part of the name. */
function htmlName(name: string): QualifiedName {
  const colon = name.indexOf(':')
  if (colon < 1) return { name, localName: name, prefix: null, namespaceURI: null }
  const prefix = name.slice(0, colon)
  return { name, localName: name.slice(colon + 1), prefix, namespaceURI: prefix }
}

function parseHtml(text: string): MarkupDocument {
  const builder = new TreeBuilder(true)
  const parser = new Parser({
    onopentag: (name, attributes) =>
      builder.open(
        htmlName(name),
        Object.entries(attributes).map(([attribute, value]) => [htmlName(attribute), value]),
      ),
    onclosetag: () => builder.close(),
    ontext: part => builder.text(part),
    oncomment: comment => builder.comment(comment),
  })
  parser.end(text)
  return builder.document
}
