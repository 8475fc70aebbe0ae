/** Licences for an installation: keys and files created with the product's own tool. */
import { execFile } from 'node:child_process'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Installation } from '../harness/installation.ts'
import { poneProgram } from '../harness/places.ts'
import type { Pone } from './pone.ts'

const run = promisify(execFile)

export interface LicencePlan {
  readonly holder: string
  readonly users: number
  readonly days: number
  /** Days from now to its begin, below zero for the past. */
  readonly beginsInDays?: number
}

export interface LicenceVendor {
  /** Returns the path of the file. */
  issue(plan: LicencePlan): Promise<string>
}

const dayMs = 24 * 3_600_000

/** A vendor with a new key; key and licences are written into the folder. */
export async function createVendor(
  folder: string,
): Promise<LicenceVendor & { readonly publicKeyPath: string }> {
  await run(poneProgram, ['licence', 'keygen', '--out', join(folder, 'vendor')])
  let count = 0
  return {
    publicKeyPath: join(folder, 'vendor.pem'),
    issue: async ({ holder, users, days, beginsInDays = 0 }) => {
      count += 1
      const out = join(folder, `${count}.licence`)
      const from = new Date(Date.now() + beginsInDays * dayMs).toISOString()
      const grant = ['--holder', holder, '--users', String(users), '--days', String(days), '--from', from]
      await run(poneProgram, [
        'licence',
        'issue',
        '--key',
        join(folder, 'vendor.key'),
        '--out',
        out,
        ...grant,
      ])
      return out
    },
  }
}

/** From then on the installation accepts what the vendor signs. */
export async function trustVendor({ dataFolder }: Installation, publicKeyPath: string): Promise<void> {
  await appendFile(join(dataFolder, 'licence-keys.pem'), await readFile(publicKeyPath))
}

/** On the licence page: opens the dialog and chooses a file; leaves the preview open. */
export async function previewLicence(pone: Pone, path: string) {
  await pone.click('licence.install')
  const dialog = pone.dialog(pone.t('licence.uploadTitle'))
  await dialog.locator('input[type=file]').setInputFiles(path)
  return dialog
}
