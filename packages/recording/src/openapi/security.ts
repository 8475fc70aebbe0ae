/** How an operation authenticates: headers and parameters of the query with variables in place of the secrets. */

import { isSecretName } from '../http/secret-names.ts'
import type { LeftList } from '../model/left.ts'
import type { Pair } from '../model/recording.ts'
import { fieldsOf, securitySchema } from './openapi-schema.ts'
import type { DescriptionReferences } from './references.ts'

interface Credentials {
  readonly headers: readonly Pair[]
  readonly query: readonly Pair[]
}

interface Place {
  readonly place: string
  readonly references: DescriptionReferences
  readonly left: LeftList
}

/** @param requirements alternatives, of which the first is taken; null if neither operation nor file has any. @param schemes by name */
export function credentialsOf(
  requirements: readonly unknown[] | null,
  schemes: Readonly<Record<string, unknown>>,
  { place, references, left }: Place,
): Credentials {
  const headers: Pair[] = []
  const query: Pair[] = []
  for (const name of Object.keys(fieldsOf(requirements?.[0]))) {
    const scheme = securitySchema.parse(fieldsOf(references.resolved(schemes[name])))
    const kind = scheme.type === 'http' ? scheme.scheme.toLowerCase() : scheme.type
    const secret = `{{${isSecretName(name) ? name : `${name}_token`}}}`
    if (kind === 'bearer' || kind === 'oauth2' || kind === 'openIdConnect')
      headers.push({ name: 'Authorization', value: `Bearer ${secret}` })
    else if (kind === 'basic')
      headers.push({
        name: 'Authorization',
        value: `Basic ${btoa(`{{${ascii(name)}_user}}:{{${ascii(name)}_password}}`)}`,
      })
    else if (kind === 'apiKey' && scheme.in === 'header') headers.push({ name: scheme.name, value: secret })
    else if (kind === 'apiKey' && scheme.in === 'query') query.push({ name: scheme.name, value: secret })
    else left.add(place, 'authentication', { name })
  }
  return { headers, query }
}

/** `btoa` takes no other characters. */
const ascii = (name: string): string => name.replaceAll(/[^\x20-\x7e]/g, '_')
