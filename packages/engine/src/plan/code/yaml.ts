/** A component as YAML: compact, in a stable order, and read back with the line of whatever is wrong; safe in a browser. */
import type { ComponentDocument } from '@pone/contract/entities/component.ts'
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, stringify } from 'yaml'
import { Places } from './places.ts'
import { type ReadOptions, type ReadResult, readComponent } from './read.ts'
import { type ScenarioPart, shortenComponent } from './shorten.ts'

/** More references than this unfold into ever more text. */
const maxAliases = 100

/** The whole file. */
export const documentToYaml = (
  name: string,
  document: ComponentDocument,
  scenario: ScenarioPart = {},
): string =>
  stringify(shortenComponent(name, document, scenario), { lineWidth: 0, aliasDuplicateObjects: false })

/** Reads YAML, and JSON, which is YAML too. */
export function yamlToDocument(text: string, options: Pick<ReadOptions, 'fileIdOf'> = {}): ReadResult {
  const lines = new LineCounter()
  const positionAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  if (parsed.errors.length > 0) {
    return {
      component: null,
      problems: parsed.errors.map(({ message, pos }) => ({
        position: positionAt(pos[0]),
        field: '',
        text: { zh: `YAML 有误：${message}`, en: `The YAML is wrong: ${message}` },
      })),
    }
  }
  const places = new Places()
  let aliases = 0
  const valueOf = (node: Node | null | undefined): unknown => {
    if (isAlias(node)) {
      // Beyond the limit, as within itself, a reference stands for nothing.
      return ++aliases > maxAliases ? undefined : valueOf(node.resolve(parsed))
    }
    if (isMap<Node, Node>(node)) {
      const entries = node.items.map(({ key, value }) => ({
        key: isScalar(key) ? String(key.value) : '',
        offset: key.range?.[0] ?? 0,
        value: valueOf(value),
      }))
      const fields = Object.fromEntries(entries.map(({ key, value }) => [key, value ?? undefined]))
      places.set(fields, {
        offset: node.range?.[0] ?? 0,
        entries: new Map(entries.map(({ key, offset }) => [key, offset])),
      })
      return fields
    }
    if (isSeq<Node>(node)) {
      const list = node.items.map(valueOf)
      places.set(list, {
        offset: node.range?.[0] ?? 0,
        entries: new Map(node.items.map((item, index) => [String(index), item.range?.[0] ?? 0])),
      })
      return list
    }
    return isScalar(node) ? node.value : undefined
  }
  return readComponent(valueOf(parsed.contents), { places, positionAt, ...options })
}
