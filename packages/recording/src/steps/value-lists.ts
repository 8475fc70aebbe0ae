/** Lists of values that texts of a file refer to as `{{name}}`, as parameters of the component. */
import type { Parameter } from '@pone/plan/parameters/parameters.ts'
import { escapeTemplate } from '@pone/plan/wsdl/sample-values.ts'
import { freeName } from '@pone/schema/free-name.ts'
import type { ValueList } from '../model/recording.ts'

export class ValueLists {
  readonly #lists: readonly (ValueList & { readonly now: string })[]
  readonly #used = new Set<string>()

  /** @param taken names of variables and parameters that the component has */
  constructor(lists: readonly ValueList[], taken: ReadonlySet<string>) {
    const names = new Set(taken)
    this.#lists = lists.map(list => {
      const now = freeName(list.name, name => names.has(name), { separator: '' })
      names.add(now)
      return { ...list, now }
    })
  }

  get names(): readonly string[] {
    return this.#lists.map(({ now }) => now)
  }

  /** Name of the parameter; null if there is no such list. */
  used(name: string): string | null {
    const list = this.#lists.find(each => each.name === name)
    if (list === undefined) return null
    this.#used.add(list.name)
    return list.now
  }

  /** Of the lists that were used. Each occurrence takes any of the values, so that frequent ones are taken often. */
  parameters(newId: () => string): Parameter[] {
    return this.#lists
      .filter(({ name }) => this.#used.has(name))
      .map(({ now, values }) => ({
        id: newId(),
        kind: 'list',
        name: now,
        values: values.map(escapeTemplate),
        selection: 'random',
        update: 'occurrence',
        exhaustion: 'cycle',
      }))
  }
}
