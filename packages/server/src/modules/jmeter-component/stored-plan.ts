/** A test plan as the catalogue stores it: compressed, because plans are repetitive text, and byte-exact. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { maxJmeterPlanBytes } from '@pone/schema/limits.ts'
import { z } from 'zod'

const storedPlanSchema = z.object({ gzip: z.string(), sizeBytes: z.int(), sha256: z.string() })
export type StoredPlan = z.infer<typeof storedPlanSchema>

const pack = promisify<Uint8Array, Buffer>(gzip)
const unpack = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip)

export async function toStoredPlan(bytes: Uint8Array): Promise<StoredPlan> {
  return {
    gzip: (await pack(bytes)).toString('base64'),
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

/** Size and fingerprint of a stored document. */
export function factsOf(document: unknown): { sizeBytes: number; sha256: string } {
  const { sizeBytes, sha256 } = storedPlanSchema.parse(document)
  return { sizeBytes, sha256 }
}

export const bytesOf = (document: unknown): Promise<Buffer> =>
  unpack(Buffer.from(storedPlanSchema.parse(document).gzip, 'base64'), {
    maxOutputLength: maxJmeterPlanBytes,
  })
