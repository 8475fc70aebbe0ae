/** The texts of an HTML response: attributes of elements, contents of scripts, and texts between tags. */
import { Parser } from 'htmlparser2'
import { type Leaf, plainExtractor } from './leaf.ts'
import { textLeaf } from './text-leaf.ts'

const maxElements = 200_000

interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Attributes that never hold a value of a later request. */
const ofLayout = new Set([
  'class',
  'style',
  'type',
  'lang',
  'rel',
  'method',
  'charset',
  'width',
  'height',
  'for',
  'role',
])

export function htmlLeaves(body: string): Leaf[] {
  const elements: Element[] = []
  const leaves: Leaf[] = []
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (elements.length >= maxElements) return
        const element = { tag, attributes }
        const index = elements.push(element) - 1
        for (const [attribute, text] of Object.entries(attributes))
          if (text !== '' && !ofLayout.has(attribute))
            leaves.push({
              text,
              name: nameOf(element, attribute),
              rank: rankOf(element, attribute),
              extractor: start => cssOf(elements, { index, attribute, start }),
            })
      },
      ontext() {
        const { startIndex, endIndex } = parser
        const text = body.slice(startIndex, endIndex + 1)
        if (text.trim() !== '') leaves.push(textLeaf(text, body, startIndex))
      },
    },
    { decodeEntities: true },
  )
  parser.end(body)
  return leaves
}

/** What names a value: a field by its name, data by its attribute, a link by nothing. */
function nameOf({ attributes }: Element, attribute: string): string {
  if (attribute === 'value' || attribute === 'content') return attributes['name'] ?? attributes['id'] ?? ''
  return attribute.startsWith('data-') ? attribute.slice('data-'.length) : ''
}

function rankOf({ tag }: Element, attribute: string): number {
  if (attribute === 'value' || (tag === 'meta' && attribute === 'content')) return 0
  return attribute.startsWith('data-') ? 3 : 4
}

interface Place {
  readonly index: number
  readonly attribute: string
  /** Where in the attribute the value begins. */
  readonly start: number
}

/** The element by its name or id, else by how its attribute begins, else by its position. */
function cssOf(elements: readonly Element[], { index, attribute, start }: Place) {
  const { tag, attributes } = elements[index] ?? { tag: '', attributes: {} }
  const text = attributes[attribute] ?? ''
  const prefix = text.slice(0, start)
  const conditions: Condition[] = []
  const naming = ['name', 'id', 'property'].find(
    each => each !== attribute && /^[\w.:[\]-]+$/.test(attributes[each] ?? ''),
  )
  if (naming !== undefined) conditions.push({ attribute: naming, kind: '=', value: attributes[naming] ?? '' })
  else if (prefix !== '' && !prefix.includes('"') && !prefix.includes('\\'))
    conditions.push({ attribute, kind: '^=', value: prefix })
  else conditions.push({ attribute, kind: 'has', value: '' })
  const matching = elements
    .slice(0, index)
    .filter(element => element.tag === tag && attribute in element.attributes)
    .filter(element => conditions.every(condition => fulfils(element, condition)))
  const selector = tag + conditions.map(selectorOf).join('')
  return plainExtractor('css', selector, { attribute, match: matching.length + 1 })
}

interface Condition {
  readonly attribute: string
  readonly kind: '=' | '^=' | 'has'
  readonly value: string
}

function fulfils({ attributes }: Element, { attribute, kind, value }: Condition): boolean {
  const actual = attributes[attribute]
  if (actual === undefined) return false
  return kind === 'has' || (kind === '=' ? actual === value : actual.startsWith(value))
}

const selectorOf = ({ attribute, kind, value }: Condition): string =>
  kind === 'has' ? `[${attribute}]` : `[${attribute}${kind}"${value}"]`
