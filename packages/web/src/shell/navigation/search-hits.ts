/** Results of the search dialog, and selection by arrow keys; pure. */
import { links } from '../../lib/navigation/links.ts'

export interface Hit {
  readonly kind: 'page' | 'component' | 'jmeter' | 'scenario' | 'run'
  readonly key: string
  readonly title: string
  /** Address it leads to. */
  readonly to: string
}

interface FoundNode {
  readonly id: string
  readonly kind: string
  readonly name: string
}

interface FoundRun {
  readonly id: string
  readonly number: number
  readonly scenarioName: string
  readonly state: string
}

/** Lists are undefined while loading and without the permission. */
export interface ProjectContent {
  readonly components: readonly FoundNode[] | undefined
  readonly jmeterComponents: readonly FoundNode[] | undefined
  readonly scenarios: readonly FoundNode[] | undefined
  /** The result of the search on the server. */
  readonly runs: readonly FoundRun[] | undefined
}

/** Limit of results of one kind; pages are not limited. */
const mostPerKind = 8

const matches = (name: string, search: string) => name.toLowerCase().includes(search.toLowerCase())

/** Pages whose title or address holds the text, all of them for an empty one. */
export const pageHits = (
  pages: readonly { readonly path: string; readonly title: string }[],
  search: string,
): Hit[] =>
  pages
    .filter(({ path, title }) => matches(title, search) || matches(path, search))
    .map(({ path, title }) => ({ kind: 'page', key: path, title, to: path }))

/** Components, scenarios and runs of the project; none for an empty text. */
export function projectHits(content: ProjectContent, search: string): Hit[] {
  if (search === '') return []
  const leaves = (
    nodes: readonly FoundNode[] | undefined,
    leaf: string,
    { kind, addressOf }: { readonly kind: Hit['kind']; readonly addressOf: (id: string) => string },
  ) =>
    (nodes ?? [])
      .filter(node => node.kind === leaf && matches(node.name, search))
      .slice(0, mostPerKind)
      .map(({ id, name }): Hit => ({ kind, key: id, title: name, to: addressOf(id) }))
  return [
    ...leaves(content.components, 'component', { kind: 'component', addressOf: links.component }),
    ...leaves(content.jmeterComponents, 'component', { kind: 'jmeter', addressOf: links.jmeterComponent }),
    ...leaves(content.scenarios, 'scenario', { kind: 'scenario', addressOf: links.scenario }),
    ...(content.runs ?? []).slice(0, mostPerKind).map(
      (run): Hit => ({
        kind: 'run',
        key: run.id,
        title: `#${run.number} ${run.scenarioName}`,
        to: links.run(run),
      }),
    ),
  ]
}

/** Index of the result that an arrow key selects, wrapping around at both ends; null for other keys and an empty list. */
export function chosenByKey(key: string, current: number, count: number): number | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  return step === 0 || count === 0 ? null : (current + step + count) % count
}
