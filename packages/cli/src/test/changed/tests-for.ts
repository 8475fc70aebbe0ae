/** The selection of `./pone test --changed`: tests that a change reaches, and tests that read sources as text. */
import { posix } from 'node:path'
import { type Dependents, dependentsIn } from './dependents.ts'
import { importedBy } from './imported-files.ts'
import { PathIndex } from './path-index.ts'
import { readersFor } from './source-readers.ts'
import { isBesideJourneys, isTest, journeyOf, reachesEveryTest } from './test-paths.ts'
import type { TreeFile } from './tree.ts'

export interface Selection {
  /** Tests that depend on a changed file, the nearest first, then by path. */
  readonly reached: readonly string[]
  /** Tests that read sources as text and are not among `reached`, by path. */
  readonly readers: readonly string[]
  /** Names of the journeys whose own files changed, for `--only`. */
  readonly journeys: readonly string[]
  /** Changed files of the browser tests for which no journey is chosen. */
  readonly uncovered: readonly string[]
  /** For each reached test a shortest way from it to a changed file, both included. */
  readonly ways: ReadonlyMap<string, readonly string[]>
}

/** `changed` and the paths of `files` are relative to the checkout; deleted files are among `changed` alone. */
export function testsFor(changed: readonly string[], files: readonly TreeFile[]): Selection {
  const known = new Set(files.map(({ path }) => path))
  const gone = changed.filter(path => !known.has(path))
  return selectIn({ files, dependents: dependentsIn(files, gone) }, changed)
}

/** The same for a graph that was computed before; `dependents` must know the deleted files among `changed`. */
export function selectIn(
  { files, dependents }: { readonly files: readonly TreeFile[]; readonly dependents: Dependents },
  changed: readonly string[],
): Selection {
  const paths = files.map(({ path }) => path)
  const all = new Set(paths)
  const ways = waysFrom(changed, dependents, files)
  const distance = (path: string): number => ways.get(path)?.length ?? 0
  const reached = [...ways.keys()]
    .filter(path => all.has(path))
    .toSorted()
    .toSorted((a, b) => distance(a) - distance(b))
  return {
    reached,
    readers: readersFor(changed, files).filter(path => !ways.has(path)),
    journeys: changed.flatMap(path => (all.has(path) ? (journeyOf(path) ?? []) : [])).toSorted(),
    uncovered: changed.filter(isBesideJourneys).toSorted(),
    ways: new Map(reached.map(path => [path, ways.get(path) ?? []])),
  }
}

function waysFrom(
  changed: readonly string[],
  dependents: Dependents,
  files: readonly TreeFile[],
): ReadonlyMap<string, readonly string[]> {
  const everywhere = changed.find(path => reachesEveryTest(path) || isUsedByConfiguration(path, files))
  if (everywhere !== undefined)
    return new Map(files.flatMap(({ path }) => (isTest(path) ? [[path, [path, everywhere]]] : [])))
  /** What each file uses of those that are nearer to the change. */
  const next = new Map<string, string | null>()
  const ways = new Map<string, readonly string[]>()
  const visit = (path: string, from: string | null): string[] => {
    if (next.has(path)) return []
    next.set(path, from)
    if (isTest(path)) ways.set(path, wayFrom(path, next))
    return [path]
  }
  let level = changed
    .map(testOfSnapshot)
    .toSorted()
    .flatMap(path => visit(path, null))
  while (level.length > 0)
    level = level.flatMap(used => (dependents.get(used) ?? []).flatMap(path => visit(path, used))).toSorted()
  return ways
}

function wayFrom(path: string, next: ReadonlyMap<string, string | null>): string[] {
  const following = next.get(path) ?? null
  return following === null ? [path] : [path, ...wayFrom(following, next)]
}

/** A snapshot is a part of its test. */
const testOfSnapshot = (path: string): string =>
  path.endsWith('.snap') ? posix.join(posix.dirname(path), '..', posix.basename(path, '.snap')) : path

/** Plugins and order of the test runner; their own imports reach tests by the modules that they make. */
function isUsedByConfiguration(path: string, files: readonly TreeFile[]): boolean {
  const configuration = files.find(file => file.path === 'vitest.config.ts')
  return configuration !== undefined && importedBy(configuration, new PathIndex([path])).includes(path)
}
