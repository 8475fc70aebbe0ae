/** The certificate that the server presents: read at the start, and again when its files change or on request, so that a renewal needs no restart. */

import { stat } from 'node:fs/promises'
import type { Server } from 'node:https'
import type { SecureVersion } from 'node:tls'
import { errorText } from '@pone/schema/error-text.ts'
import { type CertificateFiles, type CertificatePair, readPair } from './certificate-pair.ts'

/** Polling interval of the files, ms: replacing a mounted secret as a whole causes no file event. */
const lookEveryMs = 2_000
/** Older TLS versions are refused. */
export const minTlsVersion = 'TLSv1.2' satisfies SecureVersion

export interface CertificateLog {
  info(message: string): void
  error(message: string): void
}

export interface ServerCertificate {
  readonly current: CertificatePair
  /** Loads the present files; an unusable certificate is logged, and the previous one stays in use. Returns whether a new one is in use. */
  reload(): Promise<boolean>
  /** Sets the server that gets renewed certificates. */
  use(server: Server): void
  close(): void
}

/** @throws Error with one sentence when the files cannot be used at the start */
export async function openServerCertificate(
  files: CertificateFiles,
  log: CertificateLog,
  { now = Date.now, everyMs = lookEveryMs }: { now?: () => number; everyMs?: number } = {},
): Promise<ServerCertificate> {
  let current = await readPair(files, now())
  let loadedStamp = await stampOf(files)
  let seenStamp = loadedStamp
  const servers: Server[] = []

  const reload = async (): Promise<boolean> => {
    loadedStamp = await stampOf(files)
    seenStamp = loadedStamp
    try {
      const next = await readPair(files, now())
      const isSame = next.cert === current.cert && next.key === current.key
      if (isSame) return false
      for (const server of servers) server.setSecureContext({ ...next, minVersion: minTlsVersion })
      current = next
      log.info(`a new certificate is in force, valid until ${new Date(next.validTo).toISOString()}`)
      return true
    } catch (cause) {
      const reason = errorText(cause)
      log.error(`the new certificate is not used, the one before stays in force: ${reason}`)
      return false
    }
  }

  // A pair is written as two files, so it is read only when both are unchanged since the last poll.
  const look = async (): Promise<void> => {
    const stamp = await stampOf(files)
    const isSettled = stamp === seenStamp
    seenStamp = stamp
    if (isSettled && stamp !== loadedStamp) await reload()
  }
  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return {
    get current() {
      return current
    },
    reload,
    use: server => {
      servers.push(server)
    },
    close: () => clearInterval(timer),
  }
}

/** A fingerprint of the files' metadata; a missing file has one too. */
async function stampOf({ cert, key, ca }: CertificateFiles): Promise<string> {
  const paths = [cert, key, ...(ca === undefined ? [] : [ca])]
  const facts = await Promise.all(
    paths.map(path =>
      stat(path).then(
        ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
        () => 'missing',
      ),
    ),
  )
  return facts.join('\n')
}
