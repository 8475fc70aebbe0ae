/** Install packages for journeys and the gallery: small archives of the right structure. */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { successSchema } from '@pone/contract/answer.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import type { BundleManifest } from '@pone/contract/entities/package.ts'
import { administratorHeader, apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import type { Installation } from '../harness/installation.ts'

const run = promisify(execFile)

/** A tar.gz of one folder with these files. */
export async function archiveOf(
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-e2e-package-'))
  try {
    for (const [path, content] of Object.entries(files)) {
      const target = join(folder, name, path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, content, { mode: 0o755 })
    }
    const archive = join(folder, 'archive')
    await run('tar', ['-czf', archive, '-C', folder, name])
    return await readFile(archive)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Contains what Apache's archive of this version must contain; `sizeBytes` is about its size. */
export const jmeterArchive = (version: string, sizeBytes = 1_000): Promise<Buffer> =>
  archiveOf(`apache-jmeter-${version}`, {
    'bin/ApacheJMeter.jar': 'a jar',
    'bin/jmeter': '#!/bin/sh\n',
    'lib/jorphan.jar': randomBytes(sizeBytes),
  })

/** The server accepts it as an agent of this version; no machine could run it. */
export function agentArchive(version: string): Promise<Buffer> {
  const node = '#!/bin/sh\nexit 1\n'
  const manifest: BundleManifest = {
    format: 1,
    type: 'Agent',
    version,
    system: 'linux',
    architecture: 'x64',
    build: '0'.repeat(64),
    nodeVersion: null,
    files: [
      {
        path: 'runtime/bin/node',
        sizeBytes: node.length,
        sha256: createHash('sha256').update(node).digest('hex'),
        isExecutable: true,
      },
    ],
    links: [],
  }
  const name = `pone-agent-${version}-linux-x64`
  return archiveOf(name, { 'manifest.json': JSON.stringify(manifest), 'runtime/bin/node': node })
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
