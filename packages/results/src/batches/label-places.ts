/** Gives labels that came to be while a run goes on their places among the run's labels, and batches the numbers of these. */

import type { Batch, LabelName } from '@pone/contract/link/batch.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { maxRunLabels } from '@pone/schema/limits.ts'
import { storableText } from './storable.ts'

/** Each kind may need an `other`. */
const labelKinds = 2
const maxNameLength = 500
/** The label that stands for all that come when no place is left. */
const overflow = { name: 'other', component: '' }

type Identity = Pick<RunLabel, 'name' | 'kind' | 'component'>

/** The same for labels that are one. */
const keyOf = ({ kind, component, name }: Identity): string => `${kind}\n${component}\n${name}`

const wantedOf = ({ name, kind, component }: LabelName): Identity =>
  component === ''
    ? { kind, ...overflow }
    : { kind, name: storableText(name).slice(0, maxNameLength), component: storableText(component) }

/** Where each name stands among the labels; those that have no place yet are answered as `missing`, with the places that they get. */
export function placeLabels(
  labels: readonly RunLabel[],
  names: readonly LabelName[],
): { missing: RunLabel[]; placeOf: (name: LabelName) => number } {
  const places = new Map(labels.map(label => [keyOf(label), label.index]))
  const missing: RunLabel[] = []
  const add = (label: Identity): number => {
    const index = labels.length + missing.length
    missing.push({ index, ...label })
    places.set(keyOf(label), index)
    return index
  }
  const placeOf = (name: LabelName): number => {
    const wanted = wantedOf(name)
    const known = places.get(keyOf(wanted))
    if (known !== undefined) return known
    if (wanted.component !== '' && labels.length + missing.length < maxRunLabels - labelKinds)
      return add(wanted)
    const other = { kind: wanted.kind, ...overflow }
    return places.get(keyOf(other)) ?? add(other)
  }
  for (const name of names) placeOf(name)
  return { missing, placeOf }
}

/** The batch with the run's labels in place of the worker's own; what it does not name is left out of its errors' labels. @throws RangeError when it counts what it does not name */
export function relabelled(batch: Batch, placeOf: (name: LabelName) => number): Batch {
  if (batch.names === undefined) return batch
  const places = new Map(batch.names.map(name => [name.label, placeOf(name)]))
  return {
    ...batch,
    labels: batch.labels.map(counters => {
      const label = places.get(counters.label)
      if (label === undefined)
        throw new RangeError(`batch ${batch.workerId} ${batch.seq}: label ${counters.label} has no name`)
      return { ...counters, label }
    }),
    ...(batch.metrics && {
      metrics: batch.metrics.map(each => ({ ...each, label: places.get(each.label) ?? -1 })),
    }),
    errors: batch.errors.map(error => ({ ...error, label: places.get(error.label) ?? -1 })),
  }
}
