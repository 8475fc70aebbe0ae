/** Installs Debian packages that tests need. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandError } from '../exit-codes.ts'

/** The lists of packages are read anew once. */
let isUpdated = false

/** As root, installs the packages; `missing`: what is missing, for the message. @throws CommandError `setUp` */
export async function installDebianPackages(
  missing: string,
  packages: readonly string[],
  announce: (line: string) => void,
): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new CommandError(
      'setUp',
      `${missing} missing: run 'sudo apt-get install ${packages.join(' ')}', then start again.`,
    )
  }
  announce(`${missing} missing; installing with apt-get ...`)
  if (!isUpdated) await aptGet(['update', '-q'])
  isUpdated = true
  await aptGet(['install', '-y', '-q', '--no-install-recommends', ...packages])
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
