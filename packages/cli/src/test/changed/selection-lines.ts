/** What `./pone test --changed` prints of its choice before the tests run. */
import type { ChangedSelection } from './select-changed.ts'

/** Lines in plain English; `explains` adds for each reached test a shortest way to a changed file. */
export function selectionLines(selection: ChangedSelection, explains = false): string[] {
  const { changed, reached, readers, journeys, uncovered, ways } = selection
  if (changed.length === 0) return ['nothing has changed: no test is chosen']
  return [
    `${counted(changed.length, 'changed file')}: ${counted(reached.length, 'test file')} reached by imports and names, ${readers.length} that read sources as text`,
    ...(explains ? reached.map(path => `  ${(ways.get(path) ?? [path]).join(' <- ')}`) : []),
    journeys.length === 0
      ? 'browser tests are left out: every change may reach them through the running product'
      : `of the browser tests only ${journeys.join(', ')}, which changed; the others are left out`,
    ...(uncovered.length === 0
      ? []
      : [`not covered, since any browser test may use it: ${uncovered.join(', ')}`]),
  ]
}

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`
