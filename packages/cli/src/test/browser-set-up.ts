/** Sees to it that the machine has the browser and the Chinese fonts that the browser tests need. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { promisify } from 'node:util'
import { CommandError } from '../exit-codes.ts'

const run = promisify(execFile)
const packages = ['chromium', 'fonts-noto-cjk', 'fontconfig', 'libnss3']

/** As root installs what is missing with apt-get. @throws CommandError `setUp` when something stays missing */
export async function setUpBrowser(announce: (line: string) => void): Promise<void> {
  const missing = await findMissing()
  if (missing === undefined) return
  if (process.getuid?.() !== 0) {
    throw new CommandError(
      'setUp',
      `${missing} missing: run 'sudo apt-get install ${packages.join(' ')}', then start again.`,
    )
  }
  announce(`${missing} missing; installing with apt-get ...`)
  await aptGet(['update', '-q'])
  await aptGet(['install', '-y', '-q', '--no-install-recommends', ...packages])
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

async function aptGet(args: readonly string[]): Promise<void> {
  const child = spawn('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  const code = await once(child, 'exit').then(
    ([exitCode]: unknown[]) => exitCode,
    () => 'none',
  )
  if (code !== 0) throw new CommandError('setUp', `apt-get ${args[0]} failed; its output is above.`)
}
