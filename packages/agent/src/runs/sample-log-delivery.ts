/**
 * Uploads the sample logs of an ended run to the server, compressed during the transfer; failed uploads are repeated.
 */

import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { request as httpRequest, IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { sampleLogPath } from '@pone/contract/link/sample-log.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { Identity } from '../identity.ts'
import { type Log } from '../log.ts'
import { sampleLogPaths } from './run-folder.ts'

const tries = 6
const firstPauseMs = 1_000
const uploadTimeoutMs = 3_600_000

export interface SampleLogDelivery {
  /** False when the server does not have all of them after several tries. */
  deliver(runId: string, runFolder: string): Promise<boolean>
}

/** `identity` is called at each upload, because the agent may have joined again. */
export function createSampleLogDelivery(options: {
  source: { readonly serverUrl: string; identity(): Identity | null }
  log: Log
}): SampleLogDelivery {
  const { source, log } = options

  const upload = async (runId: string, path: string): Promise<number> => {
    const identity = source.identity()
    if (identity === null) throw new Error('the agent has not joined the server')
    const worker = basename(path, '.csv').replace('samples-', '')
    const headers = {
      'agent-id': identity.agentId,
      'agent-key': identity.key,
      'content-type': 'application/gzip',
    }
    return put(new URL(sampleLogPath(runId, worker), source.serverUrl), headers, path)
  }

  /** Whether nothing is left to do for this log. */
  const uploadPatiently = async (runId: string, path: string): Promise<boolean> => {
    for (let attempt = 1; attempt <= tries; attempt++) {
      if (attempt > 1) await wait(firstPauseMs * 2 ** (attempt - 2))
      try {
        const status = await upload(runId, path)
        // 404: the run has been deleted, and its samples with it.
        if (status < 300 || status === 404) return true
        log(`sample log of run ${runId}: the server answered ${status}`)
        if (status === 401) return false
      } catch (cause) {
        log(`sample log of run ${runId}, try ${attempt}: ${errorText(cause)}`)
      }
    }
    return false
  }

  return {
    deliver: async (runId, runFolder) => {
      let hasAll = true
      for (const path of await sampleLogPaths(runFolder)) {
        hasAll = (await uploadPatiently(runId, path)) && hasAll
      }
      return hasAll
    },
  }
}

/** Sends a file compressed, read while it is sent; returns the status. @throws the network's error */
async function put(url: URL, headers: Record<string, string>, path: string): Promise<number> {
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = open(url, { method: 'PUT', headers, signal: AbortSignal.timeout(uploadTimeoutMs) })
  const answered = once(request, 'response')
  // A server that answers early closes the connection during the body; the answer decides.
  const sent = pipeline(createReadStream(path), createGzip(), request).catch(() => undefined)
  const [response]: unknown[] = await answered
  await sent
  if (!(response instanceof IncomingMessage)) throw new Error('the server did not answer')
  response.resume()
  return response.statusCode ?? 0
}
