/** The console of a third party in which a project's traces are read. */
import { instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

export const maxConsoleAddress = 2_000

/** Of http or https; an account in it would be told to all who open it. */
function isConsoleAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && hostname !== '' && username === '' && password === ''
}

export const consoleAddressSchema = z
  .string()
  .trim()
  .max(maxConsoleAddress)
  .refine(text => text === '' || isConsoleAddress(text), 'notWebAddress')

export const tracingConsoleSchema = z.object({
  address: z.string(),
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type TracingConsole = z.infer<typeof tracingConsoleSchema>
