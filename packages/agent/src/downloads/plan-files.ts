/** The parameter files of plans on this machine: each is fetched once from the server, checked, and kept by its checksum. */

import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { planFileSchema } from '@pone/contract/link/plan.ts'
import { CauseError } from '@pone/contract/told-cause.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { z } from 'zod'
import type { Identity } from '../identity.ts'

export type PlanFile = z.infer<typeof planFileSchema>

/** A file that no run has used for this long is deleted at the agent's start. */
const keepMs = 14 * 24 * 3_600_000
const fetchTimeoutMs = 600_000
const sha256Pattern = /^[0-9a-f]{64}$/

export interface PlanFiles {
  /** Paths by file id. @throws Error naming the file that could not be fetched or differs from the plan. */
  fetchAll(files: readonly PlanFile[]): Promise<Record<string, string>>
  /** Deletes what has not been used for two weeks, and the remains of interrupted downloads. */
  tidy(): Promise<void>
}

/** `identity` is called at each download, because the agent may have joined again. */
export function createPlanFiles(options: {
  folder: string
  source: { readonly serverUrl: string; identity(): Identity | null }
}): PlanFiles {
  const { folder, source } = options
  const underWay = new Map<string, Promise<string>>()

  const download = async (file: PlanFile, target: string) => {
    const identity = source.identity()
    if (identity === null) throw new Error('the agent has not joined the server')
    const response = await fetch(`${source.serverUrl}/apm-api/link-file/${encodeURIComponent(file.id)}`, {
      headers: { 'agent-id': identity.agentId, 'agent-key': identity.key },
      signal: AbortSignal.timeout(fetchTimeoutMs),
    })
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`)
    await mkdir(folder, { recursive: true })
    const side = join(folder, `${randomUUID()}.part`)
    try {
      const { check, verify } = checkStream(file)
      await pipeline(response.body, check, createWriteStream(side, { mode: 0o600 }))
      verify()
      await rename(side, target)
    } finally {
      await rm(side, { force: true })
    }
  }

  const obtain = async (file: PlanFile): Promise<string> => {
    if (!sha256Pattern.test(file.sha256)) throw new Error('its checksum is malformed')
    const target = join(folder, file.sha256)
    const kept = await stat(target).catch(() => null)
    if (kept?.size !== file.sizeBytes) await download(file, target)
    const now = new Date()
    await utimes(target, now, now)
    return target
  }

  const fetchOne = async (file: PlanFile): Promise<string> => {
    const pending = underWay.get(file.sha256) ?? obtain(file)
    underWay.set(file.sha256, pending)
    try {
      return await pending
    } catch (cause) {
      const reason = errorText(cause)
      throw new CauseError('fileNotFetched', { name: file.name }, reason)
    } finally {
      underWay.delete(file.sha256)
    }
  }

  return {
    fetchAll: async files => {
      const paths: Record<string, string> = {}
      for (const file of files) paths[file.id] = await fetchOne(file)
      return paths
    },
    tidy: async () => {
      const oldest = Date.now() - keepMs
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const facts = await stat(path).catch(() => null)
        if (facts !== null && (name.endsWith('.part') || facts.mtimeMs < oldest))
          await rm(path, { force: true })
      }
    },
  }
}

/** Passes the content through while counting and hashing it; fails as soon as it is longer than announced. */
function checkStream(file: PlanFile) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      hash.update(chunk)
      if (sizeBytes > file.sizeBytes) done(new Error('it is longer than the plan says'))
      else done(null, chunk)
    },
  })
  const verify = () => {
    if (sizeBytes !== file.sizeBytes) throw new Error('it is shorter than the plan says')
    if (hash.digest('hex') !== file.sha256) throw new Error('its checksum differs from the plan')
  }
  return { check, verify }
}
