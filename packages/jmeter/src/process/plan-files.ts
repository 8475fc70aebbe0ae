/** The files that a plan names: found beside it, and on a load machine named as they lie there. */
import { setProperties } from '../jmx/edit-properties.ts'
import { type JmxNode, type JmxPlan, walkNodes } from '../jmx/plan.ts'
import { isScalar, type JmxProperty, type PropertyPath } from '../jmx/property.ts'

/** Longer values are texts, not paths. */
const maxPathLength = 1_000

interface PathValue {
  readonly key: string
  readonly path: PropertyPath
  readonly value: string
}

/** What may be paths: values that end in a name with an ending. */
export function possiblePaths(plan: JmxPlan): string[] {
  return [...new Set([...valuesOf(plan)].map(({ value }) => value))].filter(value =>
    /[^\\/]\.\w{1,8}$/.test(value),
  )
}

/** The plan with every path to one of these files, of whatever machine, replaced by the file's name. */
export function withNamedFiles(plan: JmxPlan, names: readonly string[]): JmxPlan {
  const known = new Set(names)
  const changes = [...valuesOf(plan)].flatMap(({ key, path, value }) => {
    const name = lastPart(value)
    return name !== value && known.has(name) ? [{ key, path, value: name }] : []
  })
  const edited = setProperties(plan, changes)
  return edited.ok ? edited.plan : plan
}

/** A file's name without its folders, Windows' included. */
export const lastPart = (path: string): string => path.replace(/^.*[\\/]/s, '')

function* valuesOf(plan: JmxPlan): Generator<PathValue> {
  for (const node of walkNodes(plan.roots)) yield* valuesIn(node, node.properties, [])
}

function* valuesIn(
  node: JmxNode,
  properties: readonly JmxProperty[],
  above: PropertyPath,
): Generator<PathValue> {
  for (const [index, property] of properties.entries()) {
    // Inside collections places are counted; names may be there more than once.
    const path = [...above, property.name === '' || isRepeated(properties, property) ? index : property.name]
    if (!isScalar(property)) yield* valuesIn(node, property.properties, path)
    else if (property.value.length <= maxPathLength && !property.value.includes('\n'))
      yield { key: node.key, path, value: property.value }
  }
}

const isRepeated = (properties: readonly JmxProperty[], one: JmxProperty): boolean =>
  properties.some(other => other !== one && other.name === one.name)
