/** Profiles that are JSON: parsed and checked, with one fault for all that is wrong. */
import type { z } from 'zod'
import { ProfileFault } from '../model/profile-fault.ts'
import { decoded } from './reader.ts'

/** @throws ProfileFault badJson */
export function parsedJson<S extends z.ZodType>(bytes: Uint8Array, schema: S): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(decoded(bytes))
  } catch {
    throw new ProfileFault('badJson')
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ProfileFault('badJson')
  return parsed.data
}
