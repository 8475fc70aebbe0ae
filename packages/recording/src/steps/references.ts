/** References to variables in texts of a file, `{{name}}`, as templates, and the variables that they need. */

import { isSecretName } from '../http/secret-names.ts'
import type { LeftList } from '../model/left.ts'
import type { Pair, RecordedVariable } from '../model/recording.ts'
import type { ValueLists } from './value-lists.ts'

export interface ImportedVariable {
  readonly name: string
  readonly value: string
  readonly enabled: true
  readonly secret: boolean
}

const reference = /\{\{([^{}]+)\}\}/g
const isOneReference = /^\{\{[^{}]+\}\}$/

/** Values that Postman generates, and the functions that do the same. */
const generated: Readonly<Record<string, string | undefined>> = {
  $guid: '${uuid()}',
  $randomUUID: '${uuid()}',
  $randomInt: '${randomInt(0, 1000)}',
}

export class References {
  readonly #given: ReadonlyMap<string, RecordedVariable> | null
  readonly #taken: ReadonlySet<string>
  readonly #lists: ValueLists
  readonly #expressions: ReadonlyMap<string, string>
  readonly #left: LeftList
  readonly #variables = new Map<string, ImportedVariable>()

  /** @param given variables of the file; null where texts refer to none. @param taken names of variables that the component has, which are used as they are */
  constructor(
    given: readonly RecordedVariable[] | null,
    {
      taken,
      lists,
      expressions,
      left,
    }: {
      readonly taken: ReadonlySet<string>
      readonly lists: ValueLists
      readonly expressions: readonly Pair[]
      readonly left: LeftList
    },
  ) {
    this.#given = given === null ? null : new Map(given.map(each => [each.name, each]))
    this.#taken = taken
    this.#lists = lists
    this.#expressions = new Map(expressions.map(({ name, value }) => [name, value]))
    this.#left = left
  }

  get variables(): readonly ImportedVariable[] {
    return [...this.#variables.values()]
  }

  /** Whether the text only names a variable, so that it is no secret itself. */
  isReference = (text: string): boolean => this.#given !== null && isOneReference.test(text)

  /** The text with references of the file as references of a template. */
  template(text: string): string {
    if (this.#given === null || !text.includes('{{')) return text
    return text.replaceAll(reference, (_, inside: string) => this.#referenceTo(inside.trim()))
  }

  #referenceTo(name: string): string {
    const call = this.#expressions.get(name) ?? generated[name]
    if (call !== undefined) return call
    const list = this.#lists.used(name)
    if (list !== null) return `\${${list}}`
    const now = (name.replaceAll(/[^A-Za-z0-9_.]+/g, '_').replace(/^(?![A-Za-z_])/, '_') || '_').slice(0, 64)
    if (!this.#taken.has(now) && !this.#variables.has(now)) this.#add(name, now)
    return `\${${now}}`
  }

  #add(name: string, now: string): void {
    const given = this.#given?.get(name)
    if (name.startsWith('$')) this.#left.add('', 'generated', { name, now })
    else if (given === undefined) this.#left.add('', 'variableMissing', { name })
    if (!name.startsWith('$') && name !== now) this.#left.add('', 'variableName', { name, now })
    const secret = given?.isSecret === true || isSecretName(name)
    this.#variables.set(now, { name: now, value: given?.value ?? '', enabled: true, secret })
  }
}
