/** Thread that reads one profile file, or checks packed profiles, for profile-reading.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { profileKinds } from '@pone/profiles/model/profile.ts'
import { ProfileFault } from '@pone/profiles/model/profile-fault.ts'
import { z } from 'zod'
import { readPackedParts, readProfileFile } from './profile-file.ts'
import type { ProfileAnswer } from './profile-reading.ts'

const order = z
  .union([
    z.object({ path: z.string(), kind: z.enum(profileKinds) }),
    z.object({ path: z.string(), packed: z.int().min(1) }),
  ])
  .parse(workerData)

async function answerOf(): Promise<ProfileAnswer> {
  try {
    return 'packed' in order
      ? { checked: await readPackedParts(order.path, order.packed) }
      : { read: await readProfileFile(order.path, order.kind) }
  } catch (error) {
    if (error instanceof ProfileFault) return { fault: { code: error.code, params: error.params } }
    throw error
  }
}
parentPort?.postMessage(await answerOf())
