/** A Chromium that sends everything through the recording proxy, with a profile of its own that is removed afterwards. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installedProgram } from '@pone/agent/processes/installed-program.ts'
import { CommandError } from '../exit-codes.ts'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const politeEndMs = 5_000

export interface RecordedBrowser {
  /** Settles when the user has closed it, or it could not go on. */
  readonly ended: Promise<void>
  /** Ends it and removes its profile. */
  close(): Promise<void>
}

interface BrowserOptions {
  readonly proxyPort: number
  /** Hash of the key of all recorded hosts, which the browser is told to accept. */
  readonly hostKeyHash: string
  /** Opened first. */
  readonly address: string
  readonly profile: string
  /** Of the user. */
  readonly more: readonly string[]
}

/** Options by which it records without installing anything, and sends little by itself. */
export const browserOptions = ({
  proxyPort,
  hostKeyHash,
  address,
  profile,
  more,
}: BrowserOptions): string[] => [
  `--user-data-dir=${profile}`,
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  // Loopback addresses would go past the proxy.
  '--proxy-bypass-list=<-loopback>',
  `--ignore-certificate-errors-spki-list=${hostKeyHash}`,
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-features=OptimizationHints,MediaRouter,NetworkTimeServiceQuerying',
  '--no-default-browser-check',
  '--no-first-run',
  ...more,
  address,
]

/** @throws CommandError `setUp` if the machine has no such browser */
export async function startBrowser(options: Omit<BrowserOptions, 'profile'>): Promise<RecordedBrowser> {
  const browser = installedProgram(names, process.env['PATH'] ?? '')
  if (browser === null)
    throw new CommandError(
      'setUp',
      `This machine has no Chromium, Chrome or Edge in its PATH; set the proxy 127.0.0.1:${options.proxyPort} in another browser instead.`,
    )
  const profile = await mkdtemp(join(tmpdir(), 'pone-browser-'))
  const child = spawn(browser.path, browserOptions({ ...options, profile }), {
    stdio: 'ignore',
    env: environmentFor(profile),
    // Its own group, which is ended as a whole.
    detached: true,
  })
  const exited = Promise.race([once(child, 'exit'), once(child, 'error')]).then(() => undefined)
  return {
    ended: exited,
    close: async () => {
      await end(child, exited)
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** Its own temporary files lie in the profile, unless the path of its socket there, 108 bytes at most, were too long. */
const environmentFor = (profile: string): NodeJS.ProcessEnv =>
  profile.length <= 60 ? { ...process.env, TMPDIR: profile } : process.env

async function end(child: ChildProcess, exited: Promise<void>): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  // Its own processes are ended by itself, in order, so that it removes its temporary files.
  child.kill('SIGTERM')
  const timer = setTimeout(() => killGroup(pid), politeEndMs)
  await exited
  clearTimeout(timer)
  // Whatever it has left behind would go on writing to the profile.
  killGroup(pid)
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
