/** Paths of the checkout. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const checkout = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')
/** Files that are created on this machine and can be created again. */
export const cacheFolder = join(checkout, '.cache')
/** Each folder in it is a JMeter that `./pone install` has installed. */
export const jmeterFolder = join(cacheFolder, 'jmeter')
/** Each folder in it is an async-profiler that `./pone install` has installed. */
export const asyncProfilerFolder = join(cacheFolder, 'async-profiler')
export const webFolder = join(checkout, 'packages', 'web')

export const programs = {
  server: fileURLToPath(import.meta.resolve('@pone/server/main.ts')),
  agent: fileURLToPath(import.meta.resolve('@pone/agent/main.ts')),
  /** The command line itself, which a server calls to build packages of its own version. */
  bundler: fileURLToPath(new URL('main.ts', import.meta.url)),
  demoTarget: fileURLToPath(import.meta.resolve('@pone/demo-target/main.ts')),
} as const

/** The data folder that the option names, else $PONE_DATA, else `.pone` in the checkout. */
export function chooseDataFolder(option: string | undefined): string {
  return resolve(option ?? (process.env['PONE_DATA'] || join(checkout, '.pone')))
}
