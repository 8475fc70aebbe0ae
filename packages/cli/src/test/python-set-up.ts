/** Ensures that the machine has Python, and the cache a real py-spy for the test of flame diagrams of Python programs. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '../exit-codes.ts'
import { cacheFolder } from '../paths.ts'
import { installDebianPackages } from './debian-packages.ts'

const version = '0.4.3'
/** The test looks for Python and the program there. */
const folder = join(cacheFolder, `py-spy-${version}`)
const installingMs = 120_000
const run = promisify(execFile)

/** As root, installs what is missing with apt-get. @throws CommandError `setUp` */
export async function setUpPython(announce: (line: string) => void): Promise<void> {
  if (existsSync(join(folder, 'bin', 'py-spy'))) return
  const hasPython = await run('python3', ['-c', 'import ensurepip, venv']).then(
    () => true,
    () => false,
  )
  if (!hasPython) await installDebianPackages('python3 is', ['python3-venv'], announce)
  announce('bringing py-spy with pip ...')
  try {
    await run('python3', ['-m', 'venv', '--clear', folder], { timeout: installingMs })
    await run(join(folder, 'bin', 'pip'), ['install', '-q', `py-spy==${version}`], { timeout: installingMs })
  } catch (cause) {
    throw new CommandError('setUp', `py-spy could not be installed: ${String(cause).slice(0, 1_000)}`)
  }
}
