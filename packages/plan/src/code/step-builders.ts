/** Makes the functions by which components are written in TypeScript, one for each kind of step. */
import { type DefinitionOf, definitionOf, stepKinds } from '../steps/registry.ts'
import type { NamedKind, ShortHead, ShortOptions, ShortStep } from './short.ts'

type Steps = readonly ShortStep[]
/** `(head, more?)` for a kind without steps, `(head, steps, more?)` for others, `(head, more, steps)` where some options are required. */
type Builder<K extends NamedKind> = DefinitionOf<K>['holdsSteps'] extends true
  ? [NonNullable<DefinitionOf<K>['short']['optionsFirst']>] extends [true]
    ? (head: ShortHead<K>, more: ShortOptions<K>, steps: Steps) => ShortStep
    : (head: ShortHead<K>, steps: Steps, more?: ShortOptions<K>) => ShortStep
  : (head: ShortHead<K>, more?: ShortOptions<K>) => ShortStep
type Builders = { readonly [K in NamedKind as DefinitionOf<K>['short']['builder']]: Builder<K> }

function builderOf(kind: NamedKind): (head: unknown, second?: object, third?: object) => object {
  const { holdsSteps, short } = definitionOf(kind)
  if (!holdsSteps) return (head, more) => ({ [kind]: head, ...more })
  return short.optionsFirst === true
    ? (head, more, steps) => ({ [kind]: head, ...more, steps })
    : (head, steps, more) => ({ [kind]: head, ...more, steps })
}

const named = stepKinds.filter((kind): kind is NamedKind => kind !== 'request')
/** By the names that the definitions give them. */
export const stepBuilders = Object.fromEntries(
  named.map(kind => [definitionOf(kind).short.builder, builderOf(kind)]),
) as unknown as Builders
