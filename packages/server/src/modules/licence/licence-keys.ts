/** The public keys that licences may be signed with, from a PEM file that the operator puts beside the server's data. */

import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readPublicKeys } from '@pone/licence/licence-file.ts'
import { errorText } from '@pone/schema/error-text.ts'

export interface LicenceKeys {
  readonly trusted: readonly KeyObject[]
  /** One sentence when the file exists and cannot be used. */
  readonly problem: string | null
}

/** Read at every use, so that an added or removed key takes effect at once. A missing file contains no key. */
export async function readLicenceKeys(path: string): Promise<LicenceKeys> {
  try {
    return { trusted: readPublicKeys(await readFile(path, 'utf8')), problem: null }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      return { trusted: [], problem: null }
    const reason = errorText(cause)
    return { trusted: [], problem: `The licence keys in ${path} cannot be used: ${reason}.` }
  }
}
