/** What a text template may ask of the virtual user that evaluates it. */
export interface Scope {
  /** Position of the user in the whole run, from 0. */
  readonly index: number
  /** From 1. */
  readonly iteration: number
  /** Counters of `${counter()}`: this user's own and those that all users of the process share. */
  readonly counters: { own: number; readonly shared: { value: number } }
  /** Properties of the run by name. */
  readonly properties: Readonly<Record<string, string>>
  /** A variable, parameter or extracted value; undefined when there is none. Reading may take a parameter's next value. */
  valueOf(name: string): string | undefined
}
