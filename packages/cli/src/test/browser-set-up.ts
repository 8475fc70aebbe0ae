/** Ensures that the machine has the browser and the Chinese fonts that the browser tests need. */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { promisify } from 'node:util'
import { CommandError } from '../exit-codes.ts'
import { installDebianPackages } from './debian-packages.ts'

const run = promisify(execFile)
const packages = ['chromium', 'fonts-noto-cjk', 'fontconfig', 'libnss3']

/** As root, installs what is missing with apt-get. @throws CommandError `setUp` when something stays missing */
export async function setUpBrowser(announce: (line: string) => void): Promise<void> {
  const missing = await findMissing()
  if (missing === undefined) return
  await installDebianPackages(missing, packages, announce)
  const still = await findMissing()
  if (still !== undefined) throw new CommandError('setUp', `${still} still missing after apt-get install.`)
}

async function findMissing(): Promise<string | undefined> {
  const hasChromium = await access('/usr/bin/chromium', constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!hasChromium) return 'Chromium is'
  const fonts = await run('fc-list', [':lang=zh', 'family']).then(
    found => found.stdout,
    () => '',
  )
  return fonts.trim() === '' ? 'Chinese fonts are' : undefined
}
