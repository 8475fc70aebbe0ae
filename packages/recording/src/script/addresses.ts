/** Addresses of requests in scripts, which may refer to variables as `{{name}}`. */
import type { Pair } from '../model/recording.ts'

/** Host of an address with the values of its variables; empty if it has none. */
export function hostOf(address: string, variables: readonly Pair[]): string {
  const resolved = address.replaceAll(
    /\{\{([^{}]+)\}\}/g,
    (whole, name: string) => variables.find(variable => variable.name === name)?.value ?? whole,
  )
  return URL.parse(resolved)?.host ?? ''
}
