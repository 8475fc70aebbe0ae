/** Checks that jars, certificates and key stores have the content that their extension implies. */
import { open, readFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@pone/contract/errors.ts'
import { maxCertificateBytes, maxUnpackedJarBytes } from '@pone/schema/limits.ts'
import { isCertificateFile } from '../attachment/certificate-look.ts'
import { readArchive } from '../package/content/archive.ts'
import { refuse } from '../package/content/archive-entry.ts'

const certificate = /\.(cer|crt|pem|key|p12|pfx)$/i
const keyStore = /\.(jks|jceks|keystore)$/i
/** First bytes of Sun's key stores and of those with stronger encryption. */
const keyStoreMagics = [0xfeedfeed, 0xcececece]
/** `DER` of PKCS #12, which newer tools write whatever the ending. */
const derSequence = 0x30

/** The message of the archive reader for a path that leaves the archive. */
const leavesByReader = /invalid relative path|absolute path|invalid characters in fileName/

/** Reserved names on a load machine: the plan, and files that a run writes and reads beside it. */
const reservedNames = /^(?:\.{1,2}|plan\.jmx|pone-.*|jmeter\.log|log4j2\.xml|java\.pid|output\.txt)$/i
/** Limit of the machines' file systems. */
const maxNameBytes = 255
/** Bidirectional control characters change the displayed name: a program can look like a table. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

const isUsableName = (name: string): boolean =>
  name.trim() === name &&
  !reservedNames.test(name) &&
  !bidiControls.test(name) &&
  Buffer.byteLength(name) <= maxNameBytes

/** @throws AppError FileContentRefused, BodyTooLarge */
export async function assertUsableFile(upload: {
  name: string
  path: string
  sizeBytes: number
}): Promise<void> {
  const { name, path, sizeBytes } = upload
  if (!isUsableName(name)) throw refuse('fileNameUnusable')
  if (sizeBytes === 0) throw refuse('emptyFile')
  if (/\.jar$/i.test(name)) await assertJar(path, name)
  if (certificate.test(name)) {
    if (sizeBytes > maxCertificateBytes) throw new AppError('BodyTooLarge', { limit: '1 MiB' })
    if (!isCertificateFile(name, await readFile(path))) throw refuse('notCertificate')
  }
  if (keyStore.test(name) && !(await isKeyStore(path))) throw refuse('notKeyStore')
}

/** Every file of the jar is decompressed without storing it, because the sizes in the archive may be wrong. */
async function assertJar(path: string, name: string): Promise<void> {
  let unpackedBytes = 0
  try {
    await readArchive(path, name, async (entry, openEntry) => {
      unpackedBytes += entry.sizeBytes
      if (unpackedBytes > maxUnpackedJarBytes) throw refuse('jarTooLarge')
      if (entry.kind === 'file')
        await pipeline(await openEntry(), new Writable({ write: (_bytes, _encoding, done) => done() }))
    })
  } catch (cause) {
    const detail = cause instanceof AppError ? cause.params['detail'] : undefined
    if (cause instanceof AppError && leavesByReader.test(String(cause.cause)))
      throw refuse('jarLeavesFolder', cause)
    if (detail === 'packageLeavesFolder' || detail === 'packageSpecialFile')
      throw refuse('jarLeavesFolder', cause)
    if (detail === 'packageTooLarge' || detail === 'jarTooLarge') throw refuse('jarTooLarge', cause)
    throw refuse('jarDamaged', cause)
  }
}

async function isKeyStore(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && (keyStoreMagics.includes(buffer.readUInt32BE(0)) || buffer[0] === derSequence)
  } finally {
    await handle.close()
  }
}
