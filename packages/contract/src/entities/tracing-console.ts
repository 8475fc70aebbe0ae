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

/** Stands for the id in the address of one trace. */
const idPlace = '{traceId}'
/** Any; its digits show where it comes to stand. */
const sampleId = '0123456789abcdef'.repeat(2)

const traceAddressOf = (address: string, traceId: string): string => address.replaceAll(idPlace, traceId)

/** The id chooses the page, never the host. */
function isTraceAddress(text: string): boolean {
  if (!text.includes(idPlace)) return false
  const address = traceAddressOf(text, sampleId)
  return isConsoleAddress(address) && !new URL(address).host.includes(sampleId)
}

/** Address of the page of one trace, such as `https://jaeger.example.com/trace/{traceId}`; '' = none. */
export const traceAddressSchema = z
  .string()
  .trim()
  .max(maxConsoleAddress)
  .refine(text => text === '' || isTraceAddress(text), 'notTraceAddress')

export const tracingConsoleSchema = z.object({
  /** '' = none. */
  address: z.string(),
  traceAddress: z.string().default(''),
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type TracingConsole = z.infer<typeof tracingConsoleSchema>
