/** Values of a JFR chunk, read as their types describe; what nobody asks for is passed over. */
import type { ChunkReader } from './chunk-reader.ts'
import type { JfrField, JfrType, JfrTypes } from './metadata.ts'

/** A pooled value is its key; the pools resolve it. */
export type JfrValue = number | string | null | JfrObject | readonly JfrValue[]
export interface JfrObject {
  readonly [field: string]: JfrValue
}

const maxNesting = 20

/** An object of this type; with `kept` only these fields of it. */
export function readObject(
  reader: ChunkReader,
  types: JfrTypes,
  type: JfrType,
  kept?: ReadonlySet<string>,
  nesting = 0,
): JfrObject {
  if (nesting > maxNesting) throw reader.fault()
  const found: Record<string, JfrValue> = {}
  for (const field of type.fields) {
    const value = readField(reader, types, field, nesting)
    if (kept === undefined || kept.has(field.name)) found[field.name] = value
  }
  return found
}

function readField(reader: ChunkReader, types: JfrTypes, field: JfrField, nesting: number): JfrValue {
  if (!field.isArray) return readValue(reader, types, field, nesting)
  const values: JfrValue[] = []
  const count = reader.count()
  for (let each = 0; each < count; each++) values.push(readValue(reader, types, field, nesting))
  return values
}

function readValue(reader: ChunkReader, types: JfrTypes, field: JfrField, nesting: number): JfrValue {
  if (field.isPooled) return reader.number()
  const type = types.get(field.type)
  if (type === undefined) throw reader.fault()
  return readPlain(reader, type.name) ?? readObject(reader, types, type, undefined, nesting + 1)
}

/** A value of a basic type; undefined for others. */
function readPlain(reader: ChunkReader, name: string): JfrValue | undefined {
  switch (name) {
    case 'boolean':
    case 'byte':
      return reader.byte()
    case 'char':
    case 'short':
    case 'int':
    case 'long':
      return reader.number()
    case 'float':
      return reader.float(4)
    case 'double':
      return reader.float(8)
    case 'java.lang.String':
      return reader.text() ?? ''
    default:
      return undefined
  }
}
