/** Which labels of different runs are the same one: those of one kind and name, and of one component where a name stands twice in a run. */
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'

type Identity = Pick<RunLabel, 'kind' | 'name' | 'component'>

/** Of a name that stands once in each run. */
export const plainKey = ({ kind, name }: Identity): string => `${kind}\n\n${name}`
/** Of a name that stands twice in one of the runs. */
export const componentKey = ({ kind, name, component }: Identity): string => `${kind}\n${component}\n${name}`

/** Keys of the labels of all runs; within a run no two labels share one. */
export function keysOf(runs: readonly (readonly RunLabel[])[]): (label: Identity) => string {
  const ambiguous = new Set<string>()
  for (const labels of runs) {
    const seen = new Set<string>()
    for (const label of labels) {
      const key = plainKey(label)
      if (seen.has(key)) ambiguous.add(key)
      seen.add(key)
    }
  }
  return label => (ambiguous.has(plainKey(label)) ? componentKey(label) : plainKey(label))
}

/** The label of a run that a key stands for; null where it has none, or several of the name and the key does not tell which. */
export function labelOfKey(labels: readonly RunLabel[], key: string): RunLabel | null {
  const exact = labels.filter(label => componentKey(label) === key)
  const [found, ...more] = exact.length > 0 ? exact : labels.filter(label => plainKey(label) === key)
  return found === undefined || more.length > 0 ? null : found
}
