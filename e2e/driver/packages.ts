/** Install packages for journeys and pictures: small archives of the right build. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { calls } from '@pone/contract/calls/registry.ts'
import { administratorHeader, apiBase, successSchema, tokenHeader } from '@pone/contract/envelope.ts'
import type { Installation } from '../harness/installation.ts'

const run = promisify(execFile)

/** A tar.gz that holds what Apache's archive of this version has to; `sizeBytes` is about its size. */
export async function jmeterArchive(version: string, sizeBytes = 1_000): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-e2e-jmeter-'))
  const root = join(folder, `apache-jmeter-${version}`)
  try {
    await mkdir(join(root, 'bin'), { recursive: true })
    await mkdir(join(root, 'lib'))
    await writeFile(join(root, 'bin', 'ApacheJMeter.jar'), 'a jar')
    await writeFile(join(root, 'bin', 'jmeter'), '#!/bin/sh\n', { mode: 0o755 })
    await writeFile(join(root, 'lib', 'jorphan.jar'), randomBytes(sizeBytes))
    const archive = join(folder, 'archive')
    await run('tar', ['-czf', archive, '-C', folder, `apache-jmeter-${version}`])
    return await readFile(archive)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Uploads as an administrator. */
export async function uploadPackage(
  { address }: Installation,
  token: string,
  plan: {
    readonly type: string
    readonly architecture: string
    readonly name: string
    readonly content: Buffer
  },
): Promise<void> {
  const form = new FormData()
  form.append('type', plan.type)
  form.append('architecture', plan.architecture)
  form.append('file', new Blob([new Uint8Array(plan.content)]), plan.name)
  const answer = await fetch(address + apiBase + calls.package.upload.path, {
    method: 'POST',
    headers: { [tokenHeader]: token, [administratorHeader]: 'true' },
    body: form,
  })
  successSchema.parse(await answer.json())
}
