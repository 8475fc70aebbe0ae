/** Java on this machine: the program that starts it, and its version. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'

/** Java starts slowly on a busy machine. */
const versionTimeoutMs = 60_000
const maxOutputLength = 10_000

/** Program that starts Java: of JAVA_HOME when that is set, else of the path. */
export const javaProgram = (env: NodeJS.ProcessEnv = process.env): string =>
  env['JAVA_HOME'] === undefined ? 'java' : join(env['JAVA_HOME'], 'bin', 'java')

/** Whether there is a program that starts Java; it is not run. */
export function hasJava(env: NodeJS.ProcessEnv = process.env): boolean {
  const program = javaProgram(env)
  const folders = program.includes(sep) ? [''] : (env['PATH'] ?? '').split(delimiter)
  return folders.some(folder => existsSync(folder === '' ? program : join(folder, program)))
}

/** E.g. 17 for 17.0.15 and 8 for 1.8.0_412; null when the text contains no version. */
export function javaMajorOf(output: string): number | null {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(output) ?? []
  if (first === undefined) return null
  return Number(first) === 1 && second !== undefined ? Number(second) : Number(first)
}

/** The major version of the machine's Java; null when there is none that starts. */
export async function readJavaMajor(program = javaProgram()): Promise<number | null> {
  return javaMajorOf(await versionText(program))
}

function versionText(program: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const child = spawn(program, ['-version'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: versionTimeoutMs,
    killSignal: 'SIGKILL',
  })
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    if (text.length < maxOutputLength) text += part
  })
  child.once('error', () => resolve(''))
  child.once('close', () => resolve(text))
  return promise
}
