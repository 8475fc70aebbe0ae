/** Thread that reads one profile file for profile-reading.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { profileKinds } from '@pone/profiles/model/profile.ts'
import { ProfileFault } from '@pone/profiles/model/profile-fault.ts'
import { z } from 'zod'
import { readProfileFile } from './profile-file.ts'
import type { ProfileAnswer } from './profile-reading.ts'

const { path, kind } = z.object({ path: z.string(), kind: z.enum(profileKinds) }).parse(workerData)

const answer = await readProfileFile(path, kind).then(
  (read): ProfileAnswer => ({ read }),
  (error: unknown): ProfileAnswer => {
    if (!(error instanceof ProfileFault)) throw error
    return { fault: { code: error.code, params: error.params } }
  },
)
parentPort?.postMessage(answer)
