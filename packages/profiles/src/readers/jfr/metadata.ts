/** The types of a JFR chunk, as its metadata event describes them. */
import { ProfileFault } from '../../model/profile-fault.ts'
import type { ChunkReader } from './chunk-reader.ts'

export interface JfrField {
  readonly name: string
  /** Id of its type. */
  readonly type: number
  /** The value is a key of the pool of its type. */
  readonly isPooled: boolean
  readonly isArray: boolean
}

export interface JfrType {
  readonly id: number
  readonly name: string
  readonly fields: readonly JfrField[]
}

export type JfrTypes = ReadonlyMap<number, JfrType>

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
}

const maxElements = 200_000
const maxNesting = 20

/** @throws ProfileFault damaged */
export function readMetadata(reader: ChunkReader, at: number): JfrTypes {
  reader.at = at
  reader.number() // size
  if (reader.number() !== 0) throw reader.fault()
  reader.number() // start
  reader.number() // duration
  reader.number() // id of the metadata
  const texts = Array.from({ length: reader.count() }, () => {
    const text = reader.text()
    return typeof text === 'string' ? text : ''
  })
  const budget = { elements: maxElements }
  const root = readElement(reader, texts, budget, 0)
  const types = new Map<number, JfrType>()
  for (const { children } of root.children)
    for (const each of children) if (each.name === 'class') addType(types, each)
  return types
}

function readElement(
  reader: ChunkReader,
  texts: readonly string[],
  budget: { elements: number },
  nesting: number,
): Element {
  budget.elements -= 1
  if (budget.elements < 0 || nesting > maxNesting) throw reader.fault()
  const name = texts[reader.number()] ?? ''
  const attributes: Record<string, string> = {}
  const attributeCount = reader.count(2)
  for (let each = 0; each < attributeCount; each++) {
    const key = texts[reader.number()] ?? ''
    attributes[key] = texts[reader.number()] ?? ''
  }
  const children: Element[] = []
  const childCount = reader.count(3)
  for (let each = 0; each < childCount; each++) children.push(readElement(reader, texts, budget, nesting + 1))
  return { name, attributes, children }
}

function addType(types: Map<number, JfrType>, { attributes, children }: Element): void {
  const id = Number(attributes['id'])
  if (!Number.isSafeInteger(id)) throw new ProfileFault('damaged', { place: 'metadata' })
  const fields = children
    .filter(child => child.name === 'field')
    .map(({ attributes: field }) => ({
      name: field['name'] ?? '',
      type: Number(field['class']),
      isPooled: field['constantPool'] === 'true',
      isArray: Number(field['dimension'] ?? '0') > 0,
    }))
  types.set(id, { id, name: attributes['name'] ?? '', fields })
}
