/** Environments of Postman: values of the variables that a collection refers to, in a file of their own. */
import { z } from 'zod'
import type { Recording } from '../model/recording.ts'

const fileSchema = z.object({
  name: z.string().catch(''),
  values: z.array(
    z.object({
      key: z.string(),
      value: z.union([z.string(), z.number(), z.boolean()]).nullish().catch(''),
      type: z.string().optional().catch(undefined),
      enabled: z.boolean().optional().catch(undefined),
    }),
  ),
  _postman_variable_scope: z.enum(['environment', 'globals']),
})

export interface Environment {
  readonly name: string
  readonly variables: readonly { readonly name: string; readonly value: string; readonly isSecret: boolean }[]
}

export const maxEnvironmentBytes = 1024 ** 2

/** null if the text is no environment. */
export function environmentOf(text: string): Environment | null {
  if (!text.includes('_postman_variable_scope')) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const { data } = fileSchema.safeParse(value)
  if (data === undefined) return null
  const used = data.values.filter(({ key, enabled }) => key !== '' && enabled !== false)
  return {
    name: data.name,
    variables: used.map(({ key, value: given, type }) => ({
      name: key,
      value: String(given ?? ''),
      isSecret: type === 'secret',
    })),
  }
}

/** The recording with the values of the environment, which come before its own. */
export function withEnvironment<R extends Recording>(recording: R, { variables }: Environment): R {
  const names = new Set(variables.map(({ name }) => name))
  const others = (recording.variables ?? []).filter(({ name }) => !names.has(name))
  return { ...recording, variables: [...others, ...variables] }
}
