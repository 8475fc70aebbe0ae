/** Parameters, form fields and parts of a body that a request of a simulation sends. @see https://docs.gatling.io/reference/script/http/request/ */
import type { FormPart, Pair } from '../model/recording.ts'
import type { Expression } from './expressions.ts'
import { itemsOf, pairsOf, rawTextOf, resolved, type Simulation, textOf } from './simulation.ts'

/** Of `queryParam`, `formParam` and their kin; null if only a run knows them. */
export function paramsOf(
  simulation: Simulation,
  name: string,
  [first, second]: readonly Expression[],
): Pair[] | null {
  if (/(Map|Seq)$/.test(name))
    return pairsOf(simulation, first)?.map(([key, value]) => ({ name: key, value })) ?? null
  const key = textOf(simulation, first)
  const items = name.startsWith('multivalued') ? itemsOf(simulation, second) : [second]
  const values = items?.map(item => textOf(simulation, item)) ?? [null]
  if (key === null) return null
  const pairs = values.flatMap(value => (value === null ? [] : { name: key, value }))
  return pairs.length < values.length ? null : pairs
}

/** Of `formUpload(name, path)`. */
export function uploadOf(simulation: Simulation, given: readonly Expression[]): FormPart | null {
  const [name, path] = given.map(each => rawTextOf(simulation, each))
  if (typeof name !== 'string' || typeof path !== 'string') return null
  return { name, value: '', fileName: fileNameOf(path), contentType: '' }
}

const fileNameOf = (path: string): string => path.split(/[\\/]/).at(-1) || 'file'

export const bodyPartsOf = (simulation: Simulation, given: readonly Expression[]): (FormPart | null)[] =>
  given.map(each => partOf(simulation, each))

/** Of `StringBodyPart(name, text).contentType(type)`, or a part that a file holds. */
function partOf(simulation: Simulation, expression: Expression): FormPart | null {
  const of = resolved(simulation, expression)
  const [call, ...links] = of.kind === 'chain' && of.receiver === null ? of.links : []
  const [name, content] = call?.lists[0] ?? []
  const given = (wanted: string) =>
    rawTextOf(simulation, links.find(link => link.name === wanted)?.lists[0]?.[0]) ?? ''
  const key = textOf(simulation, name)
  const isFile = /^(Raw|El|Pebble)FileBodyPart$/.test(call?.name ?? '')
  const text = isFile ? rawTextOf(simulation, content) : textOf(simulation, content)
  if (key === null || text === null || !(isFile || call?.name === 'StringBodyPart')) return null
  const fileName = given('fileName') || (isFile ? fileNameOf(text) : '')
  return {
    name: key,
    value: fileName === '' ? text : '',
    fileName: fileName === '' ? null : fileName,
    contentType: given('contentType'),
  }
}
